// The relay to Kafka, and what the engines of a cluster must hold: law 1 and law 3, R4 and R8.
import { kernel } from './paths.mjs';

const relay = kernel('relay.spec.ts');
const publishing = kernel('kafka-publishing.spec.ts');

export const enginesBugs = [
  {
    rule: 'R8',
    bug: 'the relay moves its checkpoint in a transaction of its own',
    file: kernel('kafka-publishing.ts'),
    find: `    await this.#send(transaction, last, through);
    await transaction.commit();`,
    replace: `    await this.#send(transaction, last);
    await transaction.commit();
    const another = await this.producer.transaction();
    await this.#send(another, [], through);
    await another.commit();`,
    suite: publishing,
  },
  {
    rule: 'R8',
    bug: 'the relay publishes what it gathered in another order',
    file: kernel('relay.ts'),
    find: `some.flatMap((one) => one.messages)`,
    replace: `some.toReversed().flatMap((one) => one.messages)`,
    suite: relay,
  },
  {
    rule: 'R8',
    bug: 'the relay says that it published what it only gathered',
    file: kernel('relay.ts'),
    find: `await publishing.publish(messages, through);`,
    replace: `await publishing.publish(messages.slice(0, 10), through);`,
    suite: relay,
  },
  {
    rule: 'R4',
    bug: 'EventStoreDB is not told which revision is expected',
    file: kernel('eventstoredb/requests.ts'),
    find: `else options.setStreamPosition(String(expected.revision));`,
    replace: `else options.setAny(new GoogleEmpty());`,
    suite: kernel('eventstoredb-event-log.spec.ts'),
  },
  {
    rule: 'law 3',
    bug: 'an append of which EventStoreDB lost the answer is not sent again',
    file: kernel('appender.ts'),
    find: `if (deadline.left <= RETRY_MS) throw this.#unknown(cause);`,
    replace: `throw this.#unknown(cause);`,
    suite: kernel('protocol-faults.fault.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'a subscription to EventStoreDB is believed to begin where it was asked to',
    file: kernel('eventstoredb/subscription.ts'),
    find: `if (isThere !== true || this.#isOver) return false;`,
    replace: `if (this.#isOver) return false;`,
    suite: kernel('scavenging.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'MongoDB does not compare the checkpoint with the one that the batch started from',
    file: kernel('applying.ts'),
    find: `number, position: from },`,
    replace: `number },`,
    suite: kernel('mongo-documents.engine.spec.ts'),
  },
];
