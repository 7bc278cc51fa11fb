import type { JsonMap } from '../json.js';

const text = (description: string, more: JsonMap = {}): JsonMap => ({ type: 'string', description, ...more });

const required: JsonMap = {
  'content-type': text('`application/json`: the value is the data.', { const: 'application/json' }),
  ce_specversion: text('Version of CloudEvents.', { const: '1.0' }),
  ce_id: text(
    'Id of the event in the log, of a state one that derives from its last event: the same however often it is read.',
    { format: 'uuid' },
  ),
  ce_source: text('`/cairn/<service>`.', { format: 'uri-reference' }),
  ce_type: text('What happened, with the version of its schema.'),
  ce_time: text('When it happened, RFC 3339, UTC; it never runs backwards for a key.', {
    format: 'date-time',
  }),
  ce_subject: text('The stream that it happened to, `<category>-<id>`.'),
  ce_dataschema: text('Where the schema of the data stands, in this document as Cairn serves it.', {
    format: 'uri-reference',
  }),
  ce_partitionkey: text('The key of the message: the id in the subject.'),
  ce_sequence: text('Place of the event among those of its key, from 0, without gaps; compares as text.', {
    pattern: /^[0-9]{20}$/.source,
  }),
  ce_correlationid: text('The same for everything that one request caused.'),
};

const optional: JsonMap = {
  ce_organizationid: text(
    'The organization of the asset that it is about; without an asset the one that the API key is bound to.',
  ),
  ce_actorid: text('The user or the API key that did it; absent when Cairn did it by itself.'),
  ce_causationid: text('The event or the command that led to it.'),
  ce_dataref: text(
    'Where the data are that do not fit into a message, on the REST interface; the message has no value then.',
    { format: 'uri-reference' },
  ),
  traceparent: text('The W3C trace of the request, when it came with one or traces are collected.'),
};

/** The schema of the headers that every message has (CloudEvents 1.0, Kafka protocol binding, binary mode). */
export const headersSchema: JsonMap = {
  title: 'Headers',
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
};

/** Headers as an example. */
export const headersExample = (type: string, service: string, subject: string): JsonMap => ({
  'content-type': 'application/json',
  ce_specversion: '1.0',
  ce_id: '018f4d1a-0000-8000-8000-0000000000e1',
  ce_source: `/cairn/${service}`,
  ce_type: type,
  ce_time: '2026-01-31T12:00:00.000Z',
  ce_subject: subject,
  ce_dataschema: `https://cairn.example.org/asyncapi.json#/components/schemas/${type}`,
  ce_partitionkey: subject.slice(subject.indexOf('-') + 1),
  ce_sequence: '00000000000000000003',
  ce_correlationid: '018f4d1a-0000-7000-8000-0000000000c0',
  ce_actorid: '018f4d1a-0000-7000-8000-000000000009',
});
