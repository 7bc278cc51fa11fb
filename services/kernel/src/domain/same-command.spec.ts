import { randomUUID } from 'node:crypto';
import { counter, CounterAdded, CounterMade } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type CommandFacts, CommandHandler, type Executed } from './command-handler.js';
import { Streams } from './streams.js';

interface Replica {
  readonly handler: CommandHandler;
  readonly streams: Streams;
}

describe('a command that two replicas carry out at the same time', () => {
  let engines: Embedded;
  let one: Replica;
  let other: Replica;
  let id: string;
  const command: CommandFacts = {
    id: randomUUID(),
    name: 'kernel.add',
    request: 'digest',
    actor: { kind: 'user', id: 'someone' },
    correlation: 'correlation',
    deadline: Date.now() + 60_000,
  };

  const replica = (): Replica => {
    const { log, registers, logger, clock, vault } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
    return { streams, handler: new CommandHandler({ log, streams, vault, clock }) };
  };
  const add = (by: number, facts: CommandFacts, { handler }: Replica, first = async () => {}) =>
    handler.execute(counter, id, facts, {
      given: () => first().then(() => undefined),
      decide: () => [CounterAdded.of({ by })],
    });
  /** One has folded the stream and decides 1; the other decides 10 and its append comes first. */
  const overtaken = (facts = command, meanwhile = (): void => undefined): Promise<Executed> =>
    add(1, facts, one, async () => {
      await add(10, command, other);
      meanwhile();
    });
  const data = async () => (await engines.log.read(`counter-${id}`)).map((event) => event.data);

  beforeEach(async () => {
    engines = openEmbedded();
    [one, other] = [replica(), replica()];
    id = randomUUID();
    const making = { ...command, id: randomUUID() };
    await one.handler.execute(counter, id, making, { decide: () => [CounterMade.of({ owner: 'o' })] });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await engines.remove();
  });

  it('law 4: is in the stream once, and the slower one goes on from what is there', async () => {
    const done = { status: 'done', revision: 1n, replayed: true, appended: 0 };
    await expect(overtaken()).resolves.toMatchObject(done);
    expect(await data()).toEqual([{ owner: 'o' }, { by: 10 }]);
    expect((await one.streams.current(counter, id)).state.sum).toBe(10);
  });

  it('law 3: is refused at the slower one when it came with another request', async () => {
    const refused = { refused: 'idempotency_mismatch' };
    await expect(overtaken({ ...command, request: 'other' })).resolves.toMatchObject(refused);
    expect(await data()).toEqual([{ owner: 'o' }, { by: 10 }]);
  });

  it('law 3: is answered as done also when its time is over by then', async () => {
    const pass = () => void jest.spyOn(Date, 'now').mockReturnValue(command.deadline + 1);
    await expect(overtaken(command, pass)).resolves.toMatchObject({ status: 'done', replayed: true });
  });
});
