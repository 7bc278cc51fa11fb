import { randomUUID } from 'node:crypto';
import { counter, CounterAdded } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type CommandFacts, CommandHandler } from './command-handler.js';
import { refuse } from '../base/refusal.js';
import { step } from './steps.js';
import { Streams } from './streams.js';

describe('a command over two streams', () => {
  let engines: Embedded;
  let handler: CommandHandler;
  const command: CommandFacts = {
    id: randomUUID(),
    name: 'kernel.add',
    request: 'digest',
    actor: { kind: 'user', id: 'someone' },
    correlation: 'correlation',
    deadline: Date.now() + 60_000,
  };
  const [first, last] = [randomUUID(), randomUUID()];
  const add = { decide: () => [CounterAdded.of({ by: 1 })] };
  const steps = () => [step(counter, first, add), step(counter, last, add)];
  const counts = async () =>
    Promise.all([first, last].map(async (id) => (await engines.log.read(`counter-${id}`)).length));

  beforeEach(() => {
    engines = openEmbedded();
    const { log, registers, logger, clock, vault } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
    handler = new CommandHandler({ log, streams, vault, clock });
  });
  afterEach(() => engines.remove());

  it('law 5: goes on where it was when it ended between the two appends', async () => {
    await handler.execute(counter, first, command, add);
    const done = await handler.executeInOrder(steps(), command);
    expect(done).toMatchObject({ status: 'done', stream: `counter-${last}`, replayed: false, appended: 1 });
    expect(await counts()).toEqual([1, 1]);
  });

  it('law 3: is known by the stream of its last append, and appends nothing again', async () => {
    await handler.executeInOrder(steps(), command);
    const again = await handler.executeInOrder(steps(), command);
    expect(again).toMatchObject({ status: 'done', stream: `counter-${last}`, replayed: true });
    expect(await counts()).toEqual([1, 1]);
  });

  it('law 3: what was done is answered as done, also when an earlier step would be refused by now', async () => {
    const done = await handler.executeInOrder(steps(), command);
    const refusing = { decide: () => refuse('conflict', 'It is not as it was.') };
    const changed = [step(counter, randomUUID(), refusing), step(counter, last, add)];
    const again = await handler.executeInOrder(changed, command);
    expect(again).toEqual({ ...done, replayed: true, appended: 0 });
    expect(await counts()).toEqual([1, 1]);
  });

  it('law 5: appends nothing at all when an earlier step is refused', async () => {
    const refusing = { decide: () => refuse('conflict', 'It is not so.') };
    const refused = await handler.executeInOrder(
      [step(counter, first, refusing), step(counter, last, add)],
      command,
    );
    expect(refused).toMatchObject({ refused: 'conflict' });
    expect(await counts()).toEqual([0, 0]);
  });

  it('law 5: what makes others visible is never told to be earlier than they are', async () => {
    const { log, registers, logger, vault } = engines;
    let now = Date.now();
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
    const backwards = new CommandHandler({ log, streams, vault, clock: { now: () => (now -= 1_000) } });
    await backwards.executeInOrder(steps(), command);
    const times = async (id: string) =>
      (await log.read(`counter-${id}`)).map(({ metadata }) => metadata.at).at(-1) ?? '';
    expect((await times(last)) >= (await times(first))).toBe(true);
  });
});
