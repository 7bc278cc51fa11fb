import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '../eventlog/port.js';
import { counter, CounterAdded, CounterMade, CounterNamed } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { CommandHandler, type CommandFacts, READ_ON } from './command-handler.js';
import { refuse } from '../base/refusal.js';
import { Streams } from './streams.js';

const facts = (more: Partial<CommandFacts> = {}): CommandFacts => ({
  id: randomUUID(),
  name: 'kernel.add',
  request: 'digest',
  actor: { kind: 'user', id: 'someone' },
  correlation: 'correlation',
  deadline: Date.now() + 5000,
  ...more,
});
const making = { decide: () => [CounterMade.of({ owner: 'o' })] };
const adding = { decide: () => [CounterAdded.of({ by: 1 })] };
const naming = { decide: () => [CounterNamed.of({ person: 'p', name: 'Ada' })] };

const microtasks = async (count: number): Promise<void> => {
  for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
};

/** A fold is shared in its process: what others ask of its stream reads it on while a command waits. */
describe('a command whose fold others read on', () => {
  let engines: Embedded;
  let stream: string;

  const replica = (
    cachedBytes = 1_000_000,
  ): { readonly streams: Streams; readonly handler: CommandHandler } => {
    const { log, registers, logger, clock, vault } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes });
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

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'law 4: is decided on the state that its context is of, though the fold is read on %i microtasks after the answer',
    async (count) => {
      const [here, there] = [replica(), replica()];
      await here.handler.execute(counter, stream, facts(), making);
      const folded = await here.streams.current(counter, stream);
      const readOn = async (): Promise<void> => {
        await microtasks(count);
        await here.streams.advance(counter, `counter-${stream}`, folded, later);
      };
      const decidedOn: unknown[][] = [];
      let later: readonly RecordedEvent[] = [];
      let moving: Promise<void> | undefined;
      await here.handler.execute(counter, stream, facts(), {
        given: async ({ sum }, tip) => {
          if (moving === undefined) {
            await there.handler.execute(counter, stream, facts(), adding);
            later = await engines.log.read(`counter-${stream}`);
            moving = readOn();
          }
          return { sum, tip: tip?.revision };
        },
        decide: ({ sum }, context, revision) => {
          decidedOn.push([context, { sum, tip: revision }]);
          return adding.decide();
        },
      });
      await moving;
      const own = { sum: 1, tip: 1n };
      expect(decidedOn.at(-1)).toEqual([own, own]);
      for (const [context, state] of decidedOn) expect(context).toEqual(state);
    },
  );

  it('law 4: asks for its context again after an event that leaves the state as it is', async () => {
    const [here, there] = [replica(), replica()];
    await here.handler.execute(counter, stream, facts(), making);
    const tips: (bigint | undefined)[] = [];
    await here.handler.execute(counter, stream, facts(), {
      given: async (_, tip) => {
        tips.push(tip?.revision);
        if (tips.length > 1) return;
        await there.handler.execute(counter, stream, facts(), naming);
        await here.streams.current(counter, stream);
      },
      ...adding,
    });
    expect(tips).toEqual([0n, 1n]);
  });

  it.each([
    ['that is kept', 1_000_000],
    ['that another one replaces', 1],
  ])('law 4: reads the stream on, by a fold %s, for a context of a later state', async (_, cachedBytes) => {
    const [here, there] = [replica(cachedBytes), replica()];
    await here.handler.execute(counter, stream, facts(), making);
    const tips: (bigint | undefined)[] = [];
    const sums: number[] = [];
    const done = await here.handler.execute<{ sum: number }, string>(counter, stream, facts(), {
      given: async (__, tip) => {
        tips.push(tip?.revision);
        if (tips.length > 1) return 'of the later state';
        await there.handler.execute(counter, stream, facts(), adding);
        return READ_ON;
      },
      decide: ({ sum }, context) => {
        sums.push(sum);
        return context === 'of the later state' ? adding.decide() : refuse('conflict', context);
      },
    });
    expect(done).toMatchObject({ status: 'done', revision: 2n });
    expect([tips, sums]).toEqual([[0n, 1n], [1]]);
  });

  it('is a conflict when its context is of a later state until the deadline', async () => {
    const { handler } = replica();
    await handler.execute(counter, stream, facts(), making);
    let asked = 0;
    const answer = await handler.execute(counter, stream, facts({ deadline: Date.now() + 100 }), {
      given: async () => {
        asked += 1;
        return READ_ON;
      },
      ...adding,
    });
    expect(answer).toMatchObject({ refused: 'conflict' });
    expect(asked).toBeGreaterThan(1);
    expect(await engines.log.read(`counter-${stream}`)).toHaveLength(1);
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
