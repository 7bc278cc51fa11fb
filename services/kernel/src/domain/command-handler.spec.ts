import { randomUUID } from 'node:crypto';
import { NO_STREAM, type RecordedEvent } from '../eventlog/port.js';
import { counter, CounterAdded, CounterMade, CounterNamed } from '../testkit/counters.js';
import { type Embedded, faultyLog, type FaultyLog, openEmbedded } from '../testkit/index.js';
import { CommandHandler, type CommandFacts, type Executed } from './command-handler.js';
import type { Admission, Admitted } from './aggregate.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { Streams } from './streams.js';

const facts = (id: string = randomUUID(), more: Partial<CommandFacts> = {}): CommandFacts => ({
  id,
  name: 'kernel.add',
  request: 'digest',
  actor: { kind: 'user', id: 'someone' },
  correlation: 'correlation',
  deadline: Date.now() + 5000,
  ...more,
});

describe('the command handler', () => {
  let engines: Embedded;
  let faulty: FaultyLog;
  let streams: Streams;
  let handler: CommandHandler;
  let stream: string;

  const another = (admission: Admission = async () => undefined): CommandHandler => {
    const { registers, logger, clock, vault } = engines;
    streams = new Streams({ log: faulty.log, registers, logger, cachedBytes: 1_000_000 });
    return new CommandHandler({ log: faulty.log, streams, vault, clock, admission });
  };
  const make = (): Promise<Executed> =>
    handler.execute(counter, stream, facts(), { decide: () => [CounterMade.of({ owner: 'o' })] });
  const add = (command: CommandFacts, by = 1, by_ = handler): Promise<Executed> =>
    by_.execute(counter, stream, command, { decide: () => [CounterAdded.of({ by })] });
  const events = (): Promise<readonly RecordedEvent[]> => engines.log.read(`counter-${stream}`);

  beforeEach(() => {
    engines = openEmbedded();
    faulty = faultyLog(engines.log);
    handler = another();
    stream = randomUUID();
  });
  afterEach(() => engines.remove());

  it('appends what was decided and answers revision and position', async () => {
    const made = await make();
    expect(made).toEqual({
      status: 'done',
      stream: `counter-${stream}`,
      revision: 0n,
      position: (await events())[0]?.position,
      replayed: false,
      appended: 1,
    });
  });

  describe('with an admission', () => {
    let asked: Admitted[];
    let refused: Refusal | undefined;
    beforeEach(() => {
      [asked, refused] = [[], undefined];
      handler = another(async (decided) => {
        asked.push(decided);
        return refused;
      });
    });

    it('asks of what was decided, with the state before it, and appends nothing that is not admitted', async () => {
      await make();
      refused = refuse('quota_reached', 'full');
      expect(await add(facts(), 7)).toEqual(refused);
      expect(await events()).toHaveLength(1);
      expect(asked).toMatchObject([
        { category: 'counter', state: counter.initial, events: [{ type: 'CounterMade' }] },
        { category: 'counter', state: { made: true }, events: [{ type: 'CounterAdded', data: { by: 7 } }] },
      ]);
    });

    it('law 3: asks not again of a command that is here already, nor of a refusal, nor of nothing', async () => {
      await make();
      const command = facts();
      await add(command);
      refused = refuse('quota_reached', 'full');
      expect(await add(command)).toMatchObject({ status: 'done', replayed: true });
      await handler.execute(counter, stream, facts(), { decide: () => refuse('conflict', 'no') });
      await handler.execute(counter, stream, facts(), { decide: () => [] });
      expect(asked).toHaveLength(2);
    });
  });

  it('appends nothing for a refusal and for a decision without events', async () => {
    await expect(
      handler.execute(counter, stream, facts(), { decide: () => refuse('conflict', 'no') }),
    ).resolves.toEqual({ refused: 'conflict', detail: 'no' });
    await expect(handler.execute(counter, stream, facts(), { decide: () => [] })).resolves.toMatchObject({
      appended: 0,
      revision: undefined,
    });
    expect(await events()).toEqual([]);
  });

  it('law 3: answers a command that comes again as it did before, and appends nothing', async () => {
    const command = facts();
    await make();
    const first = await add(command);
    await add(facts());
    const again = await add(command);
    expect(again).toEqual({ ...first, replayed: true, appended: 0 });
    expect(await events()).toHaveLength(3);
  });

  it('law 3: recognises a command after the process was replaced', async () => {
    const command = facts();
    await make();
    await add(command);
    await expect(add(command, 1, another())).resolves.toMatchObject({ replayed: true, revision: 1n });
  });

  it('law 3: refuses another request under a command that was here, also in another process', async () => {
    await make();
    await add(facts('c'));
    await expect(add(facts('c', { request: 'other' }))).resolves.toMatchObject({
      refused: 'idempotency_mismatch',
    });
    await expect(add(facts('c', { request: 'other' }), 1, another())).resolves.toMatchObject({
      refused: 'idempotency_mismatch',
    });
  });

  it('law 3: recognises a creation however old it is, and other commands for 24 hours', async () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const { registers, logger, vault } = engines;
    const old = new CommandHandler({
      log: engines.log,
      streams: new Streams({ log: engines.log, registers, logger, cachedBytes: 1_000_000 }),
      vault,
      clock: { now: () => now },
    });
    const creation = facts('creation', { deadline: Infinity });
    const creating = { decide: () => [CounterMade.of({ owner: 'o' })] };
    await old.execute(counter, stream, creation, creating);
    await add(facts('early', { deadline: Infinity }), 1, old);
    now += 23 * 3600 * 1000;
    await expect(add(facts('early'), 1, old)).resolves.toMatchObject({ replayed: true });
    now += 2 * 3600 * 1000;
    await add(facts('late', { deadline: Infinity }), 1, old);
    await expect(old.execute(counter, stream, creation, creating)).resolves.toMatchObject({
      replayed: true,
      revision: 0n,
    });
    await expect(add(facts('early', { deadline: Infinity }), 1, old)).resolves.toMatchObject({
      replayed: false,
      revision: 3n,
    });
  });

  it('law 3: sends the identical append again when its answer was lost', async () => {
    await make();
    faulty.next('lose the answer');
    await expect(add(facts())).resolves.toMatchObject({ status: 'done', revision: 1n, replayed: false });
    expect(faulty.asked[2]).toEqual(faulty.asked[1]);
    expect(await events()).toHaveLength(2);
  });

  it('law 3: sends it again when the request was lost', async () => {
    await make();
    faulty.next('lose the request');
    await expect(add(facts())).resolves.toMatchObject({ status: 'done', revision: 1n });
    expect(await events()).toHaveLength(2);
  });

  it('law 3: finds its events when the answer was lost and another wrote in between', async () => {
    await make();
    const other = another();
    faulty.next('lose the answer', async () => void (await add(facts(), 10, other)));
    await expect(add(facts())).resolves.toMatchObject({ status: 'done', revision: 1n });
    expect((await events()).map((event) => event.data)).toEqual([{ owner: 'o' }, { by: 1 }, { by: 10 }]);
  });

  it('law 3: decides again when the request was lost and another wrote in between', async () => {
    await make();
    const other = another();
    faulty.next('lose the request', async () => void (await add(facts(), 10, other)));
    await expect(add(facts())).resolves.toMatchObject({ status: 'done', revision: 2n });
    expect((await events()).map((event) => event.data)).toEqual([{ owner: 'o' }, { by: 10 }, { by: 1 }]);
  });

  it('law 4: reads on from its cache before it decides, also when it refuses', async () => {
    await make();
    await add(facts(), 5);
    await add(facts(), 7, another());
    const seen: number[] = [];
    await handler.execute(counter, stream, facts(), {
      decide: (state) => (seen.push(state.sum), refuse('conflict', 'no')),
    });
    expect(seen).toEqual([12]);
  });

  it('law 4: keeps the state as it was when an append fails', async () => {
    await make();
    faulty.next('be unavailable');
    await expect(add(facts(), 5)).rejects.toThrow('the log cannot be reached');
    const seen: number[] = [];
    await handler.execute(counter, stream, facts(), {
      decide: (state) => (seen.push(state.sum), refuse('conflict', 'no')),
    });
    expect(seen).toEqual([0]);
    await expect(add(facts(), 7)).resolves.toMatchObject({ revision: 1n });
    expect((await streams.current(counter, stream)).state.sum).toBe(7);
  });

  it('law 4: queues commands on one stream and loses none of many at once in two replicas', async () => {
    await make();
    const other = another();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => add(facts(), 1, index % 2 === 0 ? handler : other)),
    );
    expect((await streams.current(counter, stream)).state.sum).toBe(40);
    expect((await events()).map((event) => event.revision)).toEqual(
      Array.from({ length: 41 }, (_, index) => BigInt(index)),
    );
  });

  it('law 5: asks for the context again when it decides again', async () => {
    await make();
    const other = another();
    let asked = 0;
    faulty.next('lose the request', async () => void (await add(facts(), 10, other)));
    await handler.execute(counter, stream, facts(), {
      given: async () => (asked += 1),
      decide: (_, by) => [CounterAdded.of({ by })],
    });
    expect(asked).toBe(2);
    expect((await events()).at(-1)?.data).toEqual({ by: 2 });
  });

  it('law 8: stores what tells of a person encrypted, and folds it so', async () => {
    const naming = { decide: () => [CounterNamed.of({ person: 'p', name: 'Ada Lovelace' })] };
    await make();
    await handler.execute(counter, stream, facts(), naming);
    expect(JSON.stringify((await events())[1]?.data)).not.toContain('Lovelace');
    expect((await events())[1]?.data).toEqual({ person: 'p', name: { encrypted: expect.any(String) } });
  });

  it('law 3: folds a long stream from a snapshot, with the commands it remembers', async () => {
    await make();
    for (let index = 0; index < 600; index += 1) await add(facts(`c${index.toString()}`));
    const reads: unknown[] = [];
    const log = {
      ...faulty.log,
      read: (name: string, options?: object) => (reads.push(options), faulty.log.read(name, options)),
    };
    const { registers, logger } = engines;
    const fresh = await new Streams({ log, registers, logger, cachedBytes: 1_000_000 }).current(
      counter,
      stream,
    );
    expect(fresh.state).toEqual({ made: true, sum: 600 });
    expect(reads).toMatchObject([{ limit: 32 }, { after: { revision: expect.any(BigInt) } }]);
    expect(fresh.commands.has('c3')).toBe(true);
  });

  it('looks for no snapshot of a short stream', async () => {
    await make();
    const get = jest.spyOn(engines.registers, 'get');
    await add(facts(), 1, another());
    expect(get).not.toHaveBeenCalled();
  });

  it('law 4: throws a snapshot away that does not fit the stream', async () => {
    await make();
    for (let index = 0; index < 600; index += 1) await add(facts());
    const key = `snapshot:counter-${stream}`;
    const register = await engines.registers.get(key);
    await engines.registers.put(key, { ...(register?.value as object), hash: 'f'.repeat(64) }, undefined);
    another();
    expect((await streams.current(counter, stream)).state.sum).toBe(600);
  });

  it('law 3: never lets time run backwards in a stream', async () => {
    await make();
    const { vault } = engines;
    const slow = new CommandHandler({ log: engines.log, streams, vault, clock: { now: () => 0 } });
    await add(facts(undefined, { deadline: 1 }), 1, slow);
    const [first, second] = await events();
    expect(second!.metadata.at >= first!.metadata.at).toBe(true);
  });

  it('expects no stream for the first event', async () => {
    await make();
    expect(faulty.asked[0]?.expected).toBe(NO_STREAM);
  });
});
