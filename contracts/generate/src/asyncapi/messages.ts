import { categoryOfType, type EventDefinition, type StateDefinition } from '@cairn/contracts';
import { type JsonMap, plain } from '../json.js';
import { publicExample } from '../events/schema.js';
import { headersExample } from './headers.js';

/** A message of the document under its name. */
export type NamedMessage = readonly [name: string, message: JsonMap];

const EXAMPLE_ID = '018f4d1a-0000-7000-8000-000000000001';

const keyBinding: JsonMap = {
  kafka: {
    key: { type: 'string', description: 'The id in the subject: what happens to one thing stays in order.' },
    bindingVersion: '0.5.0',
  },
};

const headersOf = (type: string): JsonMap => ({
  allOf: [
    { $ref: '#/components/schemas/Headers' },
    { type: 'object', properties: { ce_type: { const: type } } },
  ],
});

const refer = (schema: string): JsonMap => ({ $ref: `#/components/schemas/${schema}` });
const exampleHeadersOf = (type: string): JsonMap =>
  headersExample(type, type.slice(0, type.indexOf('.')), `${categoryOfType(type)}-${EXAMPLE_ID}`);

/** Data that are too large for a message are fetched from where `ce_dataref` says; the message has no value then. */
const orElsewhere = (type: string): JsonMap => ({
  oneOf: [refer(type), { type: 'null', description: 'The data are where the header `ce_dataref` says.' }],
});
const DATAREF = `/api/v1/events/${EXAMPLE_ID}/data?subject=datasetItem-${EXAMPLE_ID}&sequence=00000000000000000003`;

/** An event as it is published. */
export const eventMessage = (event: EventDefinition): NamedMessage => {
  const { storedType: type, name, description } = event;
  const headers = exampleHeadersOf(type);
  const message = {
    name: type,
    title: name,
    summary: description,
    contentType: 'application/json',
    headers: headersOf(type),
    payload: orElsewhere(type),
    bindings: keyBinding,
    examples: [
      { name: 'example', headers, payload: publicExample(event) },
      { name: 'too large for a message', headers: { ...headers, ce_dataref: DATAREF }, payload: null },
    ],
  };
  return [type, message];
};

/** A state, and the tombstone that takes its place when there is none any more. */
export const stateMessages = ({ type, description, example }: StateDefinition): readonly NamedMessage[] => {
  const headers = exampleHeadersOf(type);
  const message = (name: string, summary: string, payload: JsonMap, shown: JsonMap | null): NamedMessage => [
    name,
    {
      name,
      summary,
      contentType: 'application/json',
      headers: headersOf(type),
      payload,
      bindings: keyBinding,
      examples: [{ name: 'example', headers, payload: shown }],
    },
  ];
  return [
    message(type, description, refer(type), plain(example) as JsonMap),
    message(`${type}.gone`, 'A tombstone: it was deleted or erased.', { type: 'null' }, null),
  ];
};
