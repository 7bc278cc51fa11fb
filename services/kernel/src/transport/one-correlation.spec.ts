import { randomUUID } from 'node:crypto';
import { command, query } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { derivedId } from '../clock/ids.js';
import type { TimerRules } from '../projection/timer-rules.js';
import { timerProjection } from '../reactions/timers.js';
import { readModelOf } from '../reactions/read-model.js';
import type { CallMessage } from '../messages/call-message.js';
import { causedBy } from '../context/cause.js';
import { defineService } from '../definition/define-service.js';
import { serviceCommand } from '../context/command.js';
import { serviceQuery } from '../context/query.js';
import {
  add,
  asked,
  Both,
  message,
  models as others,
  somebody,
  sumOf,
  topologies,
  touch,
} from '../testkit/asking-services.js';
import { CounterAdded, CounterMade, counter, counters } from '../testkit/counters.js';
import { openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';

const Of = Type.Object({ id: Type.String() });
const begin = command('datasets.begin', Of);
const end = command('models.end', Of);
const Sum = Type.Object({ sum: Type.Number() });
const sumElsewhere = query('datasets.sumElsewhere', Of, Sum);

const onBehalfOf = somebody;
const made = { decide: () => [CounterMade.of({ owner: 'o' })] };

/** A counter to which something was added owes a command at once. */
const timers: TimerRules = {
  version: 1,
  events: [CounterAdded],
  set: (_event, { id, at }) => [{ id, due: at, command: end.name, input: { id } }],
  stop: () => [],
};

/** What datasets begin, their policy asks of models; a timer of models goes on, and asks datasets again. */
const models = defineService({
  ...others,
  commands: [
    ...others.commands,
    serviceCommand(end, async ({ id }, { tools, id: derived, execute }) => {
      const input = { id: `${id}-last`, by: 1 };
      await tools.services.datasets.execute(touch, input, { onBehalfOf, id: derived('touch') });
      return execute(counter, `${id}-end`, made);
    }),
  ],
  timers,
});
const datasets = defineService({
  name: 'datasets',
  aggregates: [asked],
  needs: ['models'],
  projections: [],
  commands: [
    serviceCommand(begin, ({ id }, { execute }) => execute(asked, id, made)),
    serviceCommand(touch, ({ id }, { execute }) =>
      execute(asked, id, { decide: () => [CounterAdded.of({ by: 1 })] }),
    ),
  ],
  queries: [
    serviceQuery(sumElsewhere, ({ id }, { tools }) =>
      tools.services.models.query(sumOf, { id }, { onBehalfOf }),
    ),
  ],
  policies: (tools) => [
    {
      name: 'datasets.adding',
      categories: [asked.category],
      events: [CounterMade],
      react: async (seen) => {
        const call = { onBehalfOf, id: derivedId(seen.eventId, 'add'), ...causedBy(seen) };
        await tools.services.models.execute(add, { id: seen.id, by: 1 }, call);
      },
    },
  ],
});

describe.each(topologies)('what one request causes in two services %s', (_, start) => {
  let both: Both;
  beforeEach(async () => {
    const engines = openEmbedded();
    await engines.documents.prepare([readModelOf(counters), readModelOf(timerProjection('models', timers))]);
    both = new Both(engines);
    await start(both, { models, datasets });
  });
  afterEach(() => both.end());

  const told = async (stream: string) =>
    (await both.engines.log.read(stream)).map(({ id, metadata }) => ({ id, ...metadata }));
  const running = (name: string) => both.running.find((service) => service.name === name)!;

  it('has its correlation, and names what it follows from: a policy, a timer, and what it asks', async () => {
    const id = randomUUID();
    const sent = message(begin, { id, by: 0 });
    await running('datasets').execute(sent);
    await until(async () => (await told(`counter-${id}-end`)).length > 0);
    const [first] = await told(`asked-${id}`);
    const byPolicy = await told(`counter-${id}`);
    const [byTimer] = await told(`counter-${id}-end`);
    const [last] = await told(`asked-${id}-last`);
    const all = [first, ...byPolicy, byTimer, last];
    expect(all.map((event) => event?.correlation)).toEqual(Array(5).fill('the request'));
    expect(all.map((event) => event?.causation)).toEqual([
      undefined,
      first?.id,
      first?.id,
      byPolicy[1]?.id,
      byTimer?.command,
    ]);
  });

  it('has it through queries too', async () => {
    const seen: CallMessage[] = [];
    const answering = running('models');
    const call = answering.call.bind(answering);
    jest.spyOn(answering, 'call').mockImplementation((told) => {
      seen.push(told);
      return call(told);
    });
    const question: CallMessage = {
      kind: 'query',
      name: sumElsewhere.name,
      input: { id: randomUUID() },
      onBehalfOf,
      id: randomUUID(),
      correlation: 'the request',
      deadline: Date.now() + 60_000,
      through: ['gateway'],
    };
    expect(await running('datasets').call(question)).toMatchObject({ status: 'refused', code: 'not_found' });
    expect(seen).toMatchObject([
      {
        name: sumOf.name,
        correlation: 'the request',
        causation: question.id,
        deadline: question.deadline,
        through: ['gateway', 'datasets'],
      },
    ]);
  });
});
