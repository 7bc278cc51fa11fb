import type { Json } from '../base/json-value.js';
import type { RecordedEvent } from '../eventlog/port.js';
import { idOf } from '../domain/streams.js';
import type { Message } from './port.js';

/**
 * `binary`: the envelope stands in headers and the value is the data. `structured`: the value is envelope and data as one
 * JSON object (CloudEvents 1.0, Kafka protocol binding).
 */
export type EnvelopeMode = 'binary' | 'structured';

export interface EnvelopeSettings {
  readonly service: string;
  readonly mode: EnvelopeMode;
  /** Where people reach Cairn, without a slash at the end: schemas are referred to there. */
  readonly baseUrl: string;
}

/** What is told of an event. `gone`: there is nothing any more, a tombstone. `elsewhere`: data that are fetched. */
export type Content =
  | { readonly kind: 'data'; readonly data: Json }
  | { readonly kind: 'elsewhere'; readonly dataref: string }
  | { readonly kind: 'gone' };

const PREFIX = 'ce_';
const JSON_TYPE = 'application/json';
const STRUCTURED_TYPE = 'application/cloudevents+json; charset=utf-8';
/** Digits of the largest revision that there can be, and one more. */
const SEQUENCE_DIGITS = 20;

/** An event as it is told; `key` is that of its message, the id of its stream when absent. */
export interface ToldEvent extends RecordedEvent {
  readonly key?: string;
}

/** The message of an event under a published type (spec: events.md, *Envelope*). */
export const cloudEvent = (
  recorded: ToldEvent,
  type: string,
  content: Content,
  settings: EnvelopeSettings,
): Message => {
  const headers = headersOf(recorded, type, settings);
  if (content.kind === 'elsewhere') headers['ce_dataref'] = content.dataref;
  const told =
    settings.mode === 'structured' && content.kind !== 'gone'
      ? structured(headers, content)
      : { headers, value: content.kind === 'data' ? JSON.stringify(content.data) : null };
  return { key: keyOf(recorded), ...told, at: Date.parse(recorded.metadata.at) };
};

/** A revision as text of one length, so that texts compare as revisions do. */
export const sequenceOf = (revision: bigint): string => revision.toString().padStart(SEQUENCE_DIGITS, '0');

const keyOf = ({ stream, key = idOf(stream) }: ToldEvent): string => key;

/** Headers with the optional ones that there are. One shape for all: this is made for every event there is. */
const headersOf = (
  recorded: ToldEvent,
  type: string,
  { service, baseUrl }: EnvelopeSettings,
): Record<string, string> => {
  const { id, stream, revision, metadata } = recorded;
  const headers: Record<string, string> = {
    'content-type': JSON_TYPE,
    ce_specversion: '1.0',
    ce_id: id,
    ce_source: `/cairn/${service}`,
    ce_type: type,
    ce_time: metadata.at,
    ce_subject: stream,
    ce_dataschema: `${baseUrl}/asyncapi.json#/components/schemas/${type}`,
    ce_partitionkey: keyOf(recorded),
    ce_sequence: sequenceOf(revision),
    ce_correlationid: metadata.correlation,
  };
  if (metadata.organization !== undefined) headers['ce_organizationid'] = metadata.organization;
  if (metadata.actor.id !== '') headers['ce_actorid'] = metadata.actor.id;
  if (metadata.causation !== undefined) headers['ce_causationid'] = metadata.causation;
  const trace = metadata.traceparent ?? traceparentOf(id, metadata.correlation);
  if (trace !== undefined) headers['traceparent'] = trace;
  return headers;
};

/** The envelope and the data as one JSON object: attributes are the headers without their `ce_`. */
const structured = (
  { traceparent, ...headers }: Readonly<Record<string, string>>,
  content: Content,
): Pick<Message, 'headers' | 'value'> => {
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value] as const);
  return {
    headers: { 'content-type': STRUCTURED_TYPE, ...(traceparent === undefined ? {} : { traceparent }) },
    value: JSON.stringify({
      ...Object.fromEntries(attributes),
      datacontenttype: JSON_TYPE,
      ...(content.kind === 'data' ? { data: content.data } : {}),
    }),
  };
};

const TRACE = /^(?!0{32})[0-9a-f]{32}$/;
const SPAN_DIGITS = 16;

/** The W3C trace that its request came with, where no span was made of it; the event stands for the span. */
const traceparentOf = (id: string, correlation: string): string | undefined =>
  TRACE.test(correlation) ? `00-${correlation}-${id.replaceAll('-', '').slice(-SPAN_DIGITS)}-01` : undefined;
