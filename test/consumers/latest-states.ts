import { Kafka, logLevel } from 'kafkajs';
import { fromBeginning } from './from-beginning.js';

export type Told = Readonly<Record<string, unknown>>;

/** What a topic of states tells of each id; of what is gone nothing. `broker`: host and port. */
export const latestStates = async (broker: string, topic: string): Promise<ReadonlyMap<string, Told>> => {
  const states = new Map<string, Told>();
  const kafka = new Kafka({ clientId: 'reader-of-states', brokers: [broker], logLevel: logLevel.NOTHING });
  await fromBeginning({
    kafka,
    topic,
    take: ({ key, value }) => {
      const id = String(key);
      if (value === null) states.delete(id);
      else states.set(id, JSON.parse(String(value)) as Told);
    },
  });
  return states;
};
