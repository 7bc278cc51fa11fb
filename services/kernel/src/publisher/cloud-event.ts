import type { Json, RecordedEvent } from '../eventlog/port.js';
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

type Attributes = Readonly<Record<string, string>>;

const JSON_TYPE = 'application/json';
const STRUCTURED_TYPE = 'application/cloudevents+json; charset=utf-8';
/** Digits of the largest revision that there can be, and one more. */
const SEQUENCE_DIGITS = 20;

/** The message of an event under a published type (spec: events.md, *Envelope*). */
export const cloudEvent = (
  recorded: RecordedEvent,
  type: string,
  content: Content,
  settings: EnvelopeSettings,
): Message => {
  const attributes = attributesOf(recorded, type, content, settings);
  const { headers, value } =
    settings.mode === 'binary' || content.kind === 'gone'
      ? binary(attributes, content)
      : structured(attributes, content);
  const trace = traceparentOf(recorded);
  return {
    key: idOf(recorded.stream),
    headers: trace === undefined ? headers : { ...headers, traceparent: trace },
    value,
    at: Date.parse(recorded.metadata.at),
  };
};

/** A revision as text of one length, so that texts compare as revisions do. */
export const sequenceOf = (revision: bigint): string => revision.toString().padStart(SEQUENCE_DIGITS, '0');

const attributesOf = (
  { id, stream, revision, metadata }: RecordedEvent,
  type: string,
  content: Content,
  { service, baseUrl }: EnvelopeSettings,
): Attributes => ({
  specversion: '1.0',
  id,
  source: `/cairn/${service}`,
  type,
  time: metadata.at,
  subject: stream,
  dataschema: `${baseUrl}/asyncapi.json#/components/schemas/${type}`,
  partitionkey: idOf(stream),
  sequence: sequenceOf(revision),
  correlationid: metadata.correlation,
  ...(metadata.organization === undefined ? {} : { organizationid: metadata.organization }),
  ...(metadata.actor.id === '' ? {} : { actorid: metadata.actor.id }),
  ...(metadata.causation === undefined ? {} : { causationid: metadata.causation }),
  ...(content.kind === 'elsewhere' ? { dataref: content.dataref } : {}),
});

const binary = (attributes: Attributes, content: Content): Pick<Message, 'headers' | 'value'> => {
  const headers: Record<string, string> = { 'content-type': JSON_TYPE };
  for (const [name, value] of Object.entries(attributes)) headers[`ce_${name}`] = value;
  return { headers, value: content.kind === 'data' ? JSON.stringify(content.data) : null };
};

const structured = (attributes: Attributes, content: Content): Pick<Message, 'headers' | 'value'> => ({
  headers: { 'content-type': STRUCTURED_TYPE },
  value: JSON.stringify({
    ...attributes,
    datacontenttype: JSON_TYPE,
    ...(content.kind === 'data' ? { data: content.data } : {}),
  }),
});

const TRACE = /^(?!0{32})[0-9a-f]{32}$/;
const SPAN_DIGITS = 16;

/** The W3C trace that the event belongs to, when its request came with one; the event stands for the span. */
const traceparentOf = ({ id, metadata }: RecordedEvent): string | undefined =>
  TRACE.test(metadata.correlation)
    ? `00-${metadata.correlation}-${id.replaceAll('-', '').slice(-SPAN_DIGITS)}-01`
    : undefined;
