// What the engines of a cluster, and the relay to Kafka, must hold: laws 1, 3 and 4, R4 and R8.
import { kernel } from './concurrency-limiter.mjs';

const mongo = kernel('documents/mongodb/mongo-documents.engine.spec.ts');
const eventStore = kernel('eventlog/eventstoredb/eventstoredb-event-log.spec.ts');
const protocol = kernel('eventlog/eventstoredb/protocol-faults.fault.spec.ts');
const relay = kernel('publisher/relay.spec.ts');
const publishing = kernel('publisher/kafka/kafka-publishing.spec.ts');

export const enginesBugs = [
  {
    rule: 'R4',
    bug: 'EventStoreDB is not told which revision is expected',
    file: kernel('eventlog/eventstoredb/requests.ts'),
    find: `else options.setStreamPosition(String(expected.revision));`,
    replace: `else options.setAny(new GoogleEmpty());`,
    suite: eventStore,
  },
  {
    rule: 'law 3',
    bug: 'an append of which EventStoreDB lost the answer is not sent again',
    file: kernel('eventlog/eventstoredb/appender.ts'),
    find: `if (deadline.left <= RETRY_MS) throw this.#unknown(cause);`,
    replace: `throw this.#unknown(cause);`,
    suite: protocol,
  },
  {
    rule: 'law 3',
    bug: 'an append of unknown outcome in EventStoreDB is taken for failed',
    file: kernel('eventlog/eventstoredb/appender.ts'),
    find: `return new OutcomeUnknown(connection`,
    replace: `return new LogUnavailable(connection`,
    suite: protocol,
  },
  {
    rule: 'law 3',
    bug: 'EventStoreDB does not know an append again that comes a second time',
    file: kernel('eventlog/eventstoredb/records.ts'),
    find: "hash('sha256', `${event.id}",
    replace: "hash('sha256', `${Math.random()}",
    suite: protocol,
  },
  {
    rule: 'law 4',
    bug: 'what another replica wrote under the same ids is taken for the own append in EventStoreDB',
    file: kernel('eventlog/eventstoredb/records.ts'),
    find: '${event.type}\\0${link}`',
    replace: '${event.type}`',
    suite: protocol,
  },
  {
    rule: 'law 1',
    bug: 'MongoDB does not compare the checkpoint with the one that the batch started from',
    file: kernel('documents/mongodb/applying.ts'),
    find: `number, position: from },`,
    replace: `number },`,
    suite: mongo,
  },
  {
    rule: 'law 1',
    bug: 'MongoDB moves the checkpoint in no transaction',
    file: kernel('documents/mongodb/applying.ts'),
    find: `    { session },
  );
  return matchedCount`,
    replace: `  );
  return matchedCount`,
    suite: mongo,
  },
  {
    rule: 'law 1',
    bug: 'MongoDB applies the batches of several projections when the checkpoint of one is right',
    file: kernel('documents/mongodb/applying.ts'),
    find: `return matchedCount === targets.length;`,
    replace: `return matchedCount > 0;`,
    suite: mongo,
  },
  {
    rule: 'R8',
    bug: 'the relay moves its checkpoint in a transaction of its own',
    file: kernel('publisher/kafka/kafka-publishing.ts'),
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
    bug: 'the relay sends the parts of a batch in another order',
    file: kernel('publisher/kafka/kafka-publishing.ts'),
    find: `for (const records of requests) await`,
    replace: `for (const records of requests.reverse()) await`,
    suite: publishing,
  },
  {
    rule: 'R8',
    bug: 'the relay publishes what it gathered in another order',
    file: kernel('publisher/relay.ts'),
    find: `some.flatMap((one) => one.messages)`,
    replace: `some.toReversed().flatMap((one) => one.messages)`,
    suite: relay,
  },
  {
    rule: 'R8',
    bug: 'the relay says that it published what it only gathered',
    file: kernel('publisher/relay.ts'),
    find: `await publishing.publish(messages, through);`,
    replace: `await publishing.publish(messages.slice(0, 10), through);`,
    suite: relay,
  },
];
