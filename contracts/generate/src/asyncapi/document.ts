import { allTopics, type TopicDefinition } from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';
import type { JsonMap } from '../json.js';
import { channelId, channelOf, messagesOf, operationOf } from './channels.js';
import { publicSchema } from '../events/schema.js';
import { toldOf } from '../schema.js';
import { headersSchema } from './headers.js';

const info: JsonMap = {
  title: 'Cairn: what other teams read from Kafka',
  version: '0.1.0',
  description:
    'The log of each service, as CloudEvents 1.0 in binary mode. Read committed; drop what has a `ce_sequence` that was ' +
    'seen for its key. Personal fields are `{"encrypted": …}`. docs/events.md tells how to build on it.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

const servers: JsonMap = {
  kafka: {
    host: '{brokers}',
    protocol: 'kafka',
    description: 'The Kafka cluster that the operator of Cairn has named.',
    variables: { brokers: { default: 'localhost:9092', description: 'The bootstrap brokers.' } },
  },
};

const prefix: JsonMap = {
  default: 'cairn',
  description: 'What the operator of Cairn lets the names of the topics begin with.',
};

/** The AsyncAPI 3.0 document of the topics. */
export const asyncApiDocument = (topics: readonly TopicDefinition[] = allTopics): JsonMap => ({
  asyncapi: '3.0.0',
  info,
  servers,
  defaultContentType: 'application/json',
  channels: Object.fromEntries(topics.map((topic) => [channelId(topic), channelOf(topic)])),
  operations: Object.fromEntries(
    topics.map((topic) => [`publish${capitalised(channelId(topic))}`, operationOf(topic)]),
  ),
  components: {
    schemas: { Headers: headersSchema, ...Object.fromEntries(topics.flatMap(schemasOf)) },
    messages: Object.fromEntries(topics.flatMap(messagesOf)),
    parameters: { prefix },
  },
});

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const schemasOf = (topic: TopicDefinition): readonly (readonly [string, JsonMap])[] =>
  topic.kind === 'events'
    ? topic.events.map((event) => [
        event.storedType,
        publicSchema(event, described(event.schema, event.description)),
      ])
    : [[topic.state.type, described(topic.state.schema, topic.state.description)]];

/** A schema of AsyncAPI is one of JSON Schema draft 7, which is what TypeBox writes. */
const described = (schema: TSchema, description: string): JsonMap => ({
  ...(toldOf(schema) as JsonMap),
  description,
});
