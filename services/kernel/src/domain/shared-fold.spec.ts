import { randomUUID } from 'node:crypto';
import { counter, CounterAdded, CounterMade, CounterNamed } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { CommandHandler, type CommandFacts } from './command-handler.js';
import { refuse } from './refusal.js';
import { Streams } from './streams.js';

const facts = (): CommandFacts => ({
  id: randomUUID(),
  name: 'kernel.add',
  request: 'digest',
  actor: { kind: 'user', id: 'someone' },
  correlation: 'correlation',
  deadline: Date.now() + 5000,
});
const making = { decide: () => [CounterMade.of({ owner: 'o' })] };
const adding = { decide: () => [CounterAdded.of({ by: 1 })] };

/** A fold is shared in its process: what others ask of its stream reads it on while a command waits. */
describe('a command whose fold others read on', () => {
  let engines: Embedded;
  let stream: string;

  const replica = (): { readonly streams: Streams; readonly handler: CommandHandler } => {
    const { log, registers, logger, clock, vault } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
    return { streams, handler: new CommandHandler({ log, streams, vault, clock }) };
  };

  beforeEach(() => {
    engines = openEmbedded();
    stream = randomUUID();
  });
  afterEach(() => engines.remove());

  it('law 4: is decided again when another replica wrote between its decision and its append', async () => {
    const [here, there] = [replica(), replica()];
    await here.handler.execute(counter, stream, facts(), making);
    const { vault } = engines;
    const keyFor = vault.keyFor.bind(vault);
    jest.spyOn(vault, 'keyFor').mockImplementationOnce(async (subject) => {
      await there.handler.execute(counter, stream, facts(), adding);
      await here.streams.current(counter, stream);
      return keyFor(subject);
    });
    const revisions: (bigint | undefined)[] = [];
    const named = await here.handler.execute(counter, stream, facts(), {
      decide: ({ sum }, _, revision) => {
        revisions.push(revision);
        return sum > 0 ? refuse('conflict', 'too late') : [CounterNamed.of({ person: 'p', name: 'Ada' })];
      },
    });
    expect(named).toEqual({ refused: 'conflict', detail: 'too late' });
    expect(revisions).toEqual([0n, 1n]);
    expect(await engines.log.read(`counter-${stream}`)).toHaveLength(2);
  });

  it('law 3: is recognised when another replica carried it out while it waited for its context', async () => {
    const [here, there] = [replica(), replica()];
    const command = facts();
    await here.handler.execute(counter, stream, facts(), making);
    const added = await here.handler.execute(counter, stream, command, {
      given: async () => {
        await there.handler.execute(counter, stream, command, adding);
        await here.streams.current(counter, stream);
      },
      decide: ({ sum }) => (sum > 0 ? refuse('conflict', 'it was added') : adding.decide()),
    });
    expect(added).toMatchObject({ status: 'done', revision: 1n, replayed: true });
  });

  it('law 3: finds where its event is when the log does not tell', async () => {
    const { streams, handler } = replica();
    await handler.execute(counter, stream, facts(), making);
    const { log } = engines;
    const append = log.append.bind(log);
    jest.spyOn(log, 'append').mockImplementationOnce(async (wanted) => {
      const outcome = await append(wanted);
      await streams.current(counter, stream);
      return outcome.status === 'appended' ? { ...outcome, position: undefined } : outcome;
    });
    const added = await handler.execute(counter, stream, facts(), adding);
    const position = (await log.read(`counter-${stream}`))[1]?.position;
    expect(added).toMatchObject({ status: 'done', revision: 1n, position });
  });
});
