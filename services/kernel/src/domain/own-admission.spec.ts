import { randomUUID } from 'node:crypto';
import { counter, CounterAdded, CounterMade } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import type { Admitted } from './aggregate.js';
import { type CommandFacts, CommandHandler, type Executed } from './command-handler.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { Streams } from './streams.js';

const facts = (): CommandFacts => ({
  id: randomUUID(),
  name: 'kernel.add',
  request: 'digest',
  actor: { kind: 'user', id: 'someone' },
  correlation: 'correlation',
  deadline: Date.now() + 60_000,
});

describe('an admission of one command', () => {
  let engines: Embedded;
  let handler: CommandHandler;
  let id: string;
  let asked: Admitted[];
  let ofService: Refusal | undefined;
  beforeEach(async () => {
    engines = openEmbedded();
    [id, asked, ofService] = [randomUUID(), [], undefined];
    const { log, registers, logger, clock, vault } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
    handler = new CommandHandler({ log, streams, vault, clock, admission: async () => ofService });
    await handler.execute(counter, id, facts(), { decide: () => [CounterMade.of({ owner: 'o' })] });
  });
  afterEach(() => engines.remove());

  const add = (refused?: Refusal, command = facts(), by: readonly number[] = [7]): Promise<Executed> =>
    handler.execute(counter, id, command, {
      admission: async (decided) => {
        asked.push(decided);
        return refused;
      },
      decide: () => by.map((each) => CounterAdded.of({ by: each })),
    });
  const full = refuse('mail_limit', 'full');

  it('is asked of what was decided, with the state before it; what it refuses is not appended', async () => {
    expect(await add(full)).toEqual(full);
    expect(await engines.log.read(`counter-${id}`)).toHaveLength(1);
    expect(asked).toMatchObject([
      { category: 'counter', state: { made: true, sum: 0 }, events: [{ type: 'CounterAdded' }] },
    ]);
    expect(await add()).toMatchObject({ appended: 1 });
  });

  it('law 3: is not asked of a command that is here already, nor of nothing, nor where the service refuses', async () => {
    const command = facts();
    await add(undefined, command);
    expect(await add(full, command)).toMatchObject({ replayed: true });
    expect(await add(full, facts(), [])).toMatchObject({ appended: 0 });
    ofService = refuse('quota_reached', 'full');
    expect(await add(full)).toEqual(ofService);
    expect(asked).toHaveLength(1);
  });
});
