import type { TopicDefinition } from '@cairn/contracts';
import type { JsonMap } from '../json.js';
import { eventMessage, type NamedMessage, stateMessages } from './messages.js';

const PARTITIONS = 12;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const settings: Readonly<Record<TopicDefinition['kind'], JsonMap>> = {
  events: { 'cleanup.policy': ['delete'], 'retention.ms': -1, 'retention.bytes': -1 },
  state: { 'cleanup.policy': ['compact'], 'delete.retention.ms': WEEK_MS },
};

/** The messages that a topic carries. */
export const messagesOf = (topic: TopicDefinition): readonly NamedMessage[] =>
  topic.kind === 'events' ? topic.events.map(eventMessage) : stateMessages(topic.state);

/** `datasets.events.v1` as a name in the document: `datasetsEventsV1`. */
export const channelId = ({ name }: TopicDefinition): string =>
  name
    .split('.')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

const descriptionOf = (topic: TopicDefinition): string =>
  topic.kind === 'events'
    ? `Everything that happened in ${topic.service}, from the first event on, in order for each key.`
    : `${topic.state.description} The latest by id; a tombstone when there is none any more.`;

/** A topic as a channel. */
export const channelOf = (topic: TopicDefinition): JsonMap => ({
  address: `{prefix}.${topic.name}`,
  description: descriptionOf(topic),
  parameters: { prefix: { $ref: '#/components/parameters/prefix' } },
  messages: Object.fromEntries(
    messagesOf(topic).map(([name]) => [name, { $ref: `#/components/messages/${name}` }]),
  ),
  bindings: {
    kafka: { partitions: PARTITIONS, topicConfiguration: settings[topic.kind], bindingVersion: '0.5.0' },
  },
});

/** That Cairn publishes to a topic. */
export const operationOf = (topic: TopicDefinition): JsonMap => ({
  action: 'send',
  channel: { $ref: `#/channels/${channelId(topic)}` },
  summary: descriptionOf(topic),
  messages: messagesOf(topic).map(([name]) => ({
    $ref: `#/channels/${channelId(topic)}/messages/${name}`,
  })),
});
