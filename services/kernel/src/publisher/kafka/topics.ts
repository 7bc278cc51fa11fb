import type { Admin, ITopicConfig } from 'kafkajs';
import { pause } from '../../clock/pause.js';
import { PublisherRefused, type Topic } from '../port.js';
import type { KafkaConnection } from './connection.js';

const WEEK_MS = String(7 * 24 * 60 * 60 * 1000);

interface TopicPlan {
  readonly name: string;
  readonly partitions: number;
  /** Compared with a topic that is there already: another value would lose messages. */
  readonly must: Readonly<Record<string, string>>;
  /** Set when the topic is made; an operator may change it. */
  readonly may: Readonly<Record<string, string>>;
}

/** Where a topic's publication writes, in the same transactions, how far it came. */
export const checkpointTopicOf = ({ name }: Topic): string => `${name}.checkpoint`;

const planOf = ({ name, partitions, keeps }: Topic): TopicPlan => {
  const may = { 'max.message.bytes': '1048588' };
  return keeps === 'everything'
    ? {
        name,
        partitions,
        must: { 'cleanup.policy': 'delete', 'retention.ms': '-1', 'retention.bytes': '-1' },
        may,
      }
    : {
        name,
        partitions,
        must: { 'cleanup.policy': 'compact' },
        may: { ...may, 'delete.retention.ms': WEEK_MS, 'max.compaction.lag.ms': WEEK_MS },
      };
};

const checkpointPlan = (topic: Topic): TopicPlan => ({
  name: checkpointTopicOf(topic),
  partitions: 1,
  must: { 'cleanup.policy': 'compact' },
  may: { 'segment.bytes': '1048576', 'min.cleanable.dirty.ratio': '0.1' },
});

/**
 * Makes a topic and the topic of its checkpoint, and compares what is there already with what must be. Throws
 * `PublisherRefused` when they differ.
 */
export const prepareTopics = async (connection: KafkaConnection, topic: Topic): Promise<void> => {
  const { kafka, address, timeoutMs } = connection;
  const admin = kafka.admin();
  await admin.connect();
  try {
    const plans = [planOf(topic), checkpointPlan(topic)];
    const existing = new Set(await admin.listTopics());
    const missing = plans.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) {
      await admin.createTopics({ topics: missing.map(made), waitForLeaders: false });
      await untilLed(
        admin,
        missing.map(({ name }) => name),
        timeoutMs,
      );
    }
    const differences = await differencesOf(
      admin,
      plans.filter(({ name }) => existing.has(name)),
    );
    if (differences.length > 0)
      throw new PublisherRefused(`Kafka at ${address} has other topics: ${differences.join('; ')}`);
  } finally {
    await admin.disconnect();
  }
};

const LED_AGAIN_MS = 20;

/**
 * For a moment brokers do not know the topic that they have made. The driver's own waiting takes that for a failure, and
 * so does what is sent to it then.
 */
const untilLed = async (admin: Admin, names: readonly string[], timeoutMs: number): Promise<void> => {
  const end = performance.now() + timeoutMs;
  while (!(await areLed(admin, names)) && performance.now() < end) await pause(LED_AGAIN_MS);
};

const areLed = async (admin: Admin, names: readonly string[]): Promise<boolean> => {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
    return topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
  } catch (error) {
    if (error instanceof Error && 'type' in error && NOT_LED.has(error.type)) return false;
    throw error;
  }
};

const NOT_LED: ReadonlySet<unknown> = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

const made = ({ name, partitions, must, may }: TopicPlan): ITopicConfig => ({
  topic: name,
  numPartitions: partitions,
  configEntries: Object.entries({ ...must, ...may }).map(([entry, value]) => ({ name: entry, value })),
});

const differencesOf = async (admin: Admin, plans: readonly TopicPlan[]): Promise<readonly string[]> => {
  const differences: string[] = [];
  for (const plan of plans)
    differences.push(...(await otherPartitions(admin, plan)), ...(await otherSettings(admin, plan)));
  return differences;
};

const otherPartitions = async (admin: Admin, { name, partitions }: TopicPlan): Promise<readonly string[]> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
  const found = topics[0]?.partitions.length ?? 0;
  return found === partitions
    ? []
    : [
        `${name} has ${found} partitions, configured are ${partitions}: the number is fixed for the life of a topic, ` +
          `configure ${found}`,
      ];
};

const otherSettings = async (admin: Admin, { name, must }: TopicPlan): Promise<readonly string[]> => {
  const { ConfigResourceTypes } = (await import('kafkajs')).default;
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name, configNames: Object.keys(must) }],
  });
  const entries = resources.flatMap(({ configEntries }) => configEntries);
  const found = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
  return Object.entries(must)
    .filter(([setting, value]) => found.get(setting) !== value)
    .map(
      ([setting, value]) =>
        `${name} has ${setting}=${found.get(setting) ?? 'nothing'}, set it to ${value} (kafka-configs --alter)`,
    );
};
