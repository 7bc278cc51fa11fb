import { type Position, START } from '../base/position.js';
import {
  type Message,
  PublicationFenced,
  type Publisher,
  PublisherRefused,
  PublisherUnavailable,
  type Publishing,
  type Topic,
} from '../publisher/port.js';

interface Held {
  readonly topic: Topic;
  readonly messages: Message[];
  position: Position;
  holder: symbol;
}

/** Topics in memory, for specs. */
export interface MemoryPublisher extends Publisher {
  /** What a topic holds, in the order in which it was published. */
  messages(topic: string): readonly Message[];
  /** How far of the log a topic holds. */
  position(topic: string): Position;
  /** From now on nothing can be reached, or everything again. */
  reachable(is: boolean): void;
  /** The next batch is published, and who published it does not learn of it. */
  loseNextAnswer(): void;
}

export const memoryPublisher = (): MemoryPublisher => {
  const topics = new Map<string, Held>();
  let isReachable = true;
  let isAnswerLost = false;
  const reached = (): void => {
    if (!isReachable) throw new PublisherUnavailable('the topics in memory are out of reach');
  };
  const publishing = (held: Held, holder: symbol): Publishing => {
    let hasEnded = false;
    const publish = (messages: readonly Message[], through: Position): void => {
      if (hasEnded) throw new PublisherUnavailable('this publishing has ended');
      hasEnded = true;
      reached();
      if (held.holder !== holder) throw new PublicationFenced(`${held.topic.name} was taken over`);
      held.messages.push(...messages);
      held.position = through;
      if (isAnswerLost) {
        isAnswerLost = false;
        throw new PublisherUnavailable('no answer came');
      }
      hasEnded = false;
    };
    return {
      position: held.position,
      publish: async (messages, through) => publish(messages, through),
      close: async () => {
        hasEnded = true;
      },
    };
  };
  return {
    takeOver: async (topic) => {
      reached();
      const held = topics.get(topic.name) ?? { topic, messages: [], position: START, holder: Symbol() };
      topics.set(topic.name, held);
      if (held.topic.partitions !== topic.partitions || held.topic.keeps !== topic.keeps)
        throw new PublisherRefused(`${topic.name} has ${held.topic.partitions} partitions`);
      held.holder = Symbol();
      return publishing(held, held.holder);
    },
    close: async () => {
      isReachable = false;
      for (const held of topics.values()) held.holder = Symbol();
    },
    messages: (topic) => topics.get(topic)?.messages ?? [],
    position: (topic) => topics.get(topic)?.position ?? START,
    reachable: (is) => {
      isReachable = is;
    },
    loseNextAnswer: () => {
      isAnswerLost = true;
    },
  };
};
