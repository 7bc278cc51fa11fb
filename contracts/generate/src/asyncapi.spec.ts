import { allEvents, allStates, allTopics, publishedEvents } from '@cairn/contracts';
import specs from '@asyncapi/specs';
import { Ajv, type AnySchemaObject } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { everyCell } from '../../../test/support/cells.js';
import { asyncApiDocument } from './asyncapi/document.js';
import { isMap, type Json, type JsonMap } from './json.js';

const document = asyncApiDocument();
const at = (...path: string[]): JsonMap =>
  path.reduce<JsonMap>((place, name) => place[name] as JsonMap, document);
const ajv = new Ajv({ strict: false, allErrors: true, formats: fullFormats });
ajv.addSchema(document, 'asyncapi.json');

/** What is wrong with data under a schema of the document. */
const wrongIn = (schema: JsonMap, data: Json): readonly unknown[] => {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"asyncapi.json#/')) as JsonMap;
  const validate = ajv.compile(absolute);
  return validate(data) ? [] : (validate.errors ?? []);
};

/** The schema of AsyncAPI brings JSON Schema's own along. */
const specification = () =>
  new Ajv({
    strict: false,
    allErrors: true,
    meta: false,
    validateSchema: false,
    formats: fullFormats,
  }).compile(specs.schemas['3.0.0'] as AnySchemaObject);

describe('asyncapi.json', () => {
  it('is valid AsyncAPI 3.0', () => {
    const validate = specification();
    expect(validate(document) ? [] : validate.errors).toEqual([]);
  });

  it('is found wrong by the same schema when it is wrong', () => {
    const validate = specification();
    expect(validate({ ...document, channels: { one: { address: 3 } } })).toBe(false);
    expect(validate({ ...document, info: {} })).toBe(false);
  });

  it('refers to nothing that is not there', () => {
    const references: string[] = [];
    const collect = (value: Json): void => {
      if (Array.isArray(value)) (value as readonly Json[]).forEach(collect);
      if (!isMap(value)) return;
      if (typeof value['$ref'] === 'string') references.push(value['$ref']);
      Object.values(value).forEach(collect);
    };
    collect(document);
    const missing = references.filter(
      (reference) =>
        reference
          .slice('#/'.length)
          .split('/')
          .reduce<Json | undefined>((place, name) => (isMap(place) ? place[name] : undefined), document) ===
        undefined,
    );
    expect(references.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('has a channel and an operation for every topic, with the settings of its topic', () => {
    const addresses = Object.values(at('channels')).map((channel) => (channel as JsonMap)['address']);
    expect(addresses).toEqual(allTopics.map(({ name }) => `{prefix}.${name}`));
    expect(addresses).toEqual(
      expect.arrayContaining(['{prefix}.datasets.events.v1', '{prefix}.datasets.dataset.state.v1']),
    );
    expect(Object.keys(at('operations'))).toHaveLength(allTopics.length);
    expect(at('channels', 'datasetsEventsV1', 'bindings', 'kafka')).toMatchObject({
      partitions: 12,
      topicConfiguration: { 'retention.ms': -1, 'cleanup.policy': ['delete'] },
    });
    expect(at('channels', 'datasetsDatasetStateV1', 'bindings', 'kafka', 'topicConfiguration')).toMatchObject(
      { 'cleanup.policy': ['compact'] },
    );
  });

  it('tells nothing of sessions, keys and reservations', () => {
    const hidden = allEvents.filter((event) => !publishedEvents.includes(event));
    expect(hidden.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SessionStarted', 'ApiKeyCreated', 'Reserved']),
    );
    expect(JSON.stringify(document)).not.toMatch(/identity\.(session|api_key|reservation)\./);
  });

  it('has an example of each event that its schemas accept, personal fields encrypted', () =>
    everyCell(
      publishedEvents,
      ({ storedType }) => storedType,
      ({ storedType: type, personal, internal }) => {
        const message = at('components', 'messages', type);
        const [example] = message['examples'] as readonly { headers: JsonMap; payload: JsonMap }[];
        expect(wrongIn(message['headers'] as JsonMap, example!.headers)).toEqual([]);
        expect(wrongIn(message['payload'] as JsonMap, example!.payload)).toEqual([]);
        expect(wrongIn(message['payload'] as JsonMap, null)).toEqual([]);
        expect(wrongIn(message['payload'] as JsonMap, 'text')).not.toEqual([]);
        for (const field of internal) expect(JSON.stringify(message['examples'])).not.toContain(`"${field}"`);
        for (const field of personal.filter((name) => name in example!.payload))
          expect(example!.payload[field]).toEqual({ encrypted: expect.any(String) as unknown });
      },
    ));

  it('has an example and a tombstone of each state', () =>
    everyCell(
      allStates,
      ({ type }) => type,
      ({ type }) => {
        for (const name of [type, `${type}.gone`]) {
          const message = at('components', 'messages', name);
          const [example] = message['examples'] as readonly { headers: JsonMap; payload: Json }[];
          expect(wrongIn(message['headers'] as JsonMap, example!.headers)).toEqual([]);
          expect(wrongIn(message['payload'] as JsonMap, example!.payload)).toEqual([]);
        }
      },
    ));

  it('has headers that refuse what is none', () => {
    const headers = at('components', 'schemas', 'Headers');
    const [{ headers: good }] = at('components', 'messages', publishedEvents[0]!.storedType)['examples'] as [
      { headers: JsonMap },
    ];
    expect(wrongIn(headers, good)).toEqual([]);
    expect(wrongIn(headers, { ...good, ce_sequence: '3' })).not.toEqual([]);
    expect(wrongIn(headers, { ...good, ce_specversion: '0.3' })).not.toEqual([]);
  });
});
