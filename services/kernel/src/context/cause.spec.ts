import { command, type CommandDefinition } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { system } from '../access/principal.js';
import { derivedId } from '../clock/ids.js';
import type { TimerRules } from '../reactions/timers.js';
import { CounterAdded, CounterMade, counter } from '../testkit/counters.js';
import { ServiceUnderTest } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import { causedBy } from './cause.js';
import { defineService } from '../definition/define-service.js';
import { serviceCommand } from './command.js';

const makeCounter = command('kernel.makeCounter', Type.Object({}));
const addOne = command('kernel.addOne', Type.Object({ id: Type.String() }));

/** One request makes a counter; the command, a policy and a timer add to another each. */
const definition = defineService({
  name: 'kernel',
  aggregates: [counter],
  commands: [
    serviceCommand(makeCounter as CommandDefinition, async (_input, context) => {
      await context.tools.execute(addOne, { id: 'by-command' }, { id: context.id('add') });
      return context.execute(counter, 'made', { decide: () => [CounterMade.of({ owner: 'o' })] });
    }),
    serviceCommand(addOne, ({ id }, context) =>
      context.execute(counter, id, { decide: () => [CounterAdded.of({ by: 1 })] }),
    ),
  ],
  projections: [],
  policies: (tools) => [
    {
      name: 'kernel.adding',
      categories: [counter.category],
      events: [CounterMade],
      react: async (seen) => {
        const id = derivedId(seen.eventId, 'add');
        await tools.execute(addOne, { id: 'by-policy' }, { id, ...causedBy(seen) });
      },
    },
  ],
  timers: {
    version: 1,
    events: [CounterMade],
    set: (_event, { id, at }) => [{ id, due: at, command: addOne.name, input: { id: 'by-timer' } }],
    stop: () => [],
  } satisfies TimerRules,
});

describe('what one request causes', () => {
  it('has its correlation, and names what it follows from', async () => {
    const under = await ServiceUnderTest.of(definition);
    const read = async (id: string) => (await under.engines.log.read(`counter-${id}`))[0];
    try {
      await under.done(system, makeCounter, {}, 'the-request');
      await until(
        async () => (await read('by-timer')) !== undefined && (await read('by-policy')) !== undefined,
      );
      const made = await read('made');
      const told = await Promise.all(['by-command', 'by-policy', 'by-timer'].map(read));
      expect(told.map((event) => event?.metadata)).toEqual([
        expect.objectContaining({ correlation: 'the-request', causation: 'the-request' }),
        expect.objectContaining({ correlation: 'the-request', causation: made?.id }),
        expect.objectContaining({ correlation: 'the-request', causation: made?.id }),
      ]);
    } finally {
      await under.stop();
    }
  });
});
