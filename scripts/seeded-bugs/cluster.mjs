// What holds between processes and on the engines of a cluster: laws 1, 2 and 3, R4, R8 and S18.
import { identity, kernel } from './places.mjs';

const transport = kernel('transport/transport.spec.ts');
const progress = kernel('transport/service-progress.spec.ts');
const rights = identity('read-models/principals/rights-lease.spec.ts');
const mongo = kernel('documents/mongodb/mongo-documents.spec.ts');
const eventStore = kernel('eventlog/eventstoredb/eventstoredb-event-log.spec.ts');
const protocol = kernel('eventlog/eventstoredb/protocol-faults.spec.ts');
const relay = kernel('publisher/relay.spec.ts');
const publishing = kernel('publisher/kafka/kafka-publishing.spec.ts');

export const clusterBugs = [
  {
    rule: 'R10',
    bug: 'a service that is stopping is followed once more',
    file: kernel('transport/command-server.ts'),
    find: `if (stopping.aborted) throw`,
    replace: `if (stopping.aborted && _request.path === COMMANDS) throw`,
    suite: transport,
  },
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
    rule: 'law 4',
    bug: 'what is in flight at a replica that ends in an orderly way is asked of another',
    file: kernel('transport/replica.ts'),
    find: `      this.#isHeard = false;
      silent();`,
    replace: `      this.#isHeard = false;
      this.#askElsewhere();
      silent();`,
    suite: transport,
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
  {
    rule: 'law 2',
    bug: 'a gateway tells at once that a position is reached',
    file: kernel('transport/service-progress.ts'),
    find: `    return untilReached({ standing, waiters: this.#waiters, followed: this.options }, position, timeoutMs);`,
    replace: `    return Promise.resolve(standing() <= position || timeoutMs > 0);`,
    suite: progress,
  },
  {
    rule: 'law 2',
    bug: 'at a gateway a position counts as reached when one projection has reached it',
    file: kernel('transport/service-progress.ts'),
    find: `each.reduce((a, b) => (a < b ? a : b))`,
    replace: `each.reduce((a, b) => (a > b ? a : b))`,
    suite: progress,
  },
  {
    rule: 'law 2',
    bug: 'a gateway forgets a position that is reached while the log is asked',
    file: kernel('reactions/waiting.ts'),
    find: `  return Promise.race([
    coming,
    isNothing.then(`,
    replace: `  return (await isNothing) || moving.waiters.wait(position, timeoutMs);
  return Promise.race([
    coming,
    isNothing.then(`,
    suite: progress,
  },
  {
    rule: 'law 2',
    bug: 'a gateway takes a stream that one replica parked for up to date',
    file: kernel('transport/service-progress.ts'),
    find: `if (parked.length > 0 && streams.some((stream) => parked.includes(stream))) return true;`,
    replace: `if (parked.length > 0 && streams.length === 0) return true;`,
    suite: progress,
  },
  {
    rule: 'S40',
    bug: 'a command is sent again under the rights that were proved too long ago',
    file: 'gateway/src/pipeline/served-call.ts',
    find: `principal: await admitAgain(exchange, found.route, this.workings),`,
    replace: `principal: message.principal,`,
    suite: 'gateway/src/rights.spec.ts',
  },
  {
    rule: 'S18',
    bug: 'a read that waited shows what its caller may not see any more',
    file: 'gateway/src/pipeline/reads.ts',
    find: `ask(await admitAgain(exchange, found.route, workings))`,
    replace: `ask(principal)`,
    suite: 'gateway/src/freshness.spec.ts',
  },
  {
    rule: 'law 4',
    bug: 'If-None-Match: * is asked of the read models alone',
    file: 'gateway/src/pipeline/writes.ts',
    find: `return isForNothing ? [] : expected;`,
    replace: `return expected;`,
    suite: 'gateway/src/gateway.spec.ts',
  },
  {
    rule: 'S18',
    bug: 'a lease of rights that has run out still grants',
    file: identity('read-models/principals/rights-lease.ts'),
    find: `if (this.leftMs() > 0) return;`,
    replace: `if (this.leftMs() > Number.NEGATIVE_INFINITY) return;`,
    suite: rights,
  },
  {
    rule: 'S18',
    bug: 'who asks for a lease of rights waits for a store that does not answer',
    file: identity('read-models/principals/rights-lease.ts'),
    find: `const WAITS_MS = [400, 400];`,
    replace: `const WAITS_MS = [4_000, 400];`,
    suite: rights,
  },
  {
    rule: 'S18',
    bug: 'a lease of rights counts from the answer of the store',
    file: identity('read-models/principals/rights-lease.ts'),
    find: `this.#renewedAt = began;`,
    replace: `this.#renewedAt = this.options.monotonic();`,
    suite: rights,
  },
  {
    rule: 'law 2',
    bug: 'a right is gone when one gateway knows it',
    file: identity('read-models/principals/rights-lease.ts'),
    find: `if (leases.every(`,
    replace: `if (leases.some(`,
    suite: rights,
  },
  {
    rule: 'law 3',
    bug: 'a command that is sent to another replica is another command',
    file: kernel('transport/remote-service.ts'),
    find: `replica.ask({ method: 'POST', path: COMMANDS, body }, until, signal),`,
    replace: `replica.ask({ method: 'POST', path: COMMANDS, body: body.replace(message.id, crypto.randomUUID()) }, until, signal),`,
    suite: transport,
  },
  {
    rule: 'law 3',
    bug: 'what a service throws is asked of another replica, as if only the connection had failed',
    file: kernel('transport/remote-service.ts'),
    find: `if (!(error instanceof ReplicaFailed)) throw error;`,
    replace: '',
    suite: transport,
  },
  {
    rule: 'law 3',
    bug: 'a command that was not answered in time is taken for failed',
    file: kernel('transport/remote-service.ts'),
    find: `if (signal.aborted) throw new OutcomeUnknown(`,
    replace: `if (signal.aborted) throw new ServiceUnavailable(`,
    suite: transport,
  },
  {
    rule: 'S18',
    bug: 'a service does not look at the signature of a command',
    file: kernel('transport/signatures.ts'),
    find: `if (!isOurs) return 'its signature is wrong';`,
    replace: '',
    suite: transport,
  },
  {
    rule: 'S18',
    bug: 'a service takes a command of which the signature has run out',
    file: kernel('transport/signatures.ts'),
    find: `expires + SKEW_MS < this.options.clock.now()`,
    replace: `expires < 0`,
    suite: transport,
  },
  {
    rule: 'S18',
    bug: 'a command is good for longer than the rights of who sent it',
    file: kernel('transport/signatures.ts'),
    find: `Math.min(this.options.clock.now() + GOOD_FOR_MS, until)`,
    replace: `Math.max(this.options.clock.now() + GOOD_FOR_MS, until === Infinity ? 0 : until)`,
    suite: transport,
  },
  {
    rule: 'law 1',
    bug: 'a replica works without holding the lease',
    file: kernel('registers/lease.ts'),
    find: `if (typeof sureUntil === 'number' && (await new Tenure(lease, options).last(sureUntil)) === 'done')`,
    replace: `if ((await new Tenure(lease, options).last(Number(sureUntil) || Infinity)) === 'done')`,
    suite: kernel('registers/lease.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'a replica projects without being the one that leads',
    file: kernel('runtime/service-runner.ts'),
    find: 'leadership(lease, ending, (leading) => this.#lead(leading, leadership))',
    replace: 'this.#lead(ending, leadership)',
    suite: kernel('runtime/leading.spec.ts'),
  },
  {
    rule: 'law 2',
    bug: 'a position is told without the version of the read model that it is of',
    file: kernel('reactions/projection.ts'),
    find: '`${name}@${version}`',
    replace: '`${name}@${version < 0}`',
    suite: kernel('runtime/two-releases.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'each release of a service acts',
    file: kernel('runtime/service-runner.ts'),
    find: 'leadership(`service:${this.name}`, signal, (acting) => this.#act(acting))',
    replace: 'this.#act(signal)',
    suite: kernel('runtime/two-releases.spec.ts'),
  },
];
