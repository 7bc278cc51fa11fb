import { randomUUID } from 'node:crypto';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import { generationOf } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import type { CallMessage } from '../messages/call-message.js';
import { causedBy } from '../context/cause.js';
import type { FindService } from '../context/other-services.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { RunningService } from '../runtime/index.js';
import { counters } from '../testkit/counters.js';
import { openEmbedded } from '../testkit/index.js';
import { CALLS, CalledServiceUnavailable, COMMANDS, SIGNATURE_HEADER } from '../messages/protocol.js';
import { Signatures } from './index.js';
import {
  add,
  ask,
  Both,
  datasets,
  hold,
  message,
  models,
  round,
  rounds,
  slow,
  somebody,
  somebodyElse,
  sumOf,
  topologies,
  touch,
} from '../testkit/asking-services.js';

describe.each(topologies)('a service asks another one %s', (_, begin) => {
  let both: Both;
  let tools: ServiceTools;
  let asking: RunningService;
  beforeEach(async () => {
    const engines = openEmbedded();
    await engines.documents.prepare([readModelOf(counters)]);
    both = new Both(engines);
    await begin(both);
    tools = both.tools!;
    asking = both.running.find(({ name }) => name === 'datasets')!;
    rounds.count = 0;
  });
  afterEach(() => both.end());

  const events = async (stream: string) => both.engines.log.read(stream);
  const added = async (by: number, onBehalfOf = somebody) => {
    const id = randomUUID();
    const reply = await tools.services.models.execute(add, { id, by }, { onBehalfOf, id: randomUUID() });
    return { id, reply };
  };

  it('executes on behalf of somebody, once for an id', async () => {
    const call = { onBehalfOf: somebody, id: randomUUID() };
    const input = { id: randomUUID(), by: 7 };
    const reply = await tools.services.models.execute(add, input, call);
    expect(reply).toMatchObject({ status: 'done', stream: `counter-${input.id}`, replayed: false });
    expect(await tools.services.models.execute(add, input, call)).toMatchObject({ replayed: true });
    const actors = (await events(`counter-${input.id}`)).map(({ metadata }) => metadata.actor);
    expect(actors).toEqual([
      { kind: 'user', id: somebody.user_id },
      { kind: 'user', id: somebody.user_id },
    ]);
  });

  it('is answered with what that person may, at the position that it names', async () => {
    const { id, reply } = await added(7);
    const atLeast = reply.position!;
    const { models: other } = tools.services;
    expect(await other.query(sumOf, { id }, { onBehalfOf: somebody, atLeast })).toEqual({ sum: 7 });
    expect(await other.query(sumOf, { id }, { onBehalfOf: somebodyElse })).toMatchObject({
      refused: 'not_found',
    });
    const asked = both.running.find(({ name }) => name === 'models')!;
    const reached = asked.reached.bind(asked);
    jest.spyOn(asked, 'reached').mockImplementation((position, ms) => reached(position, ms / 100));
    expect(await other.query(sumOf, { id }, { onBehalfOf: somebody, atLeast: '9' })).toMatchObject({
      refused: 'projection_lag',
    });
  });

  it('gets refusals as they are, of what does not fit the contract too', async () => {
    expect((await added(13)).reply).toMatchObject({ code: 'conflict', detail: 'Thirteen is not counted.' });
    const wrong = { id: 7 } as unknown as { id: string };
    expect(await tools.services.models.query(sumOf, wrong, { onBehalfOf: somebody })).toMatchObject({
      refused: 'invalid_body',
      errors: [{ pointer: '/id' }],
    });
  });

  it('gets nothing for who is not in force any more, and nothing is done', async () => {
    both.gone.add(somebody.user_id);
    const { id, reply } = await added(7);
    expect(reply).toMatchObject({ status: 'refused', code: 'requester_unavailable' });
    expect(await events(`counter-${id}`)).toEqual([]);
    expect(await tools.services.models.query(sumOf, { id }, { onBehalfOf: somebody })).toMatchObject({
      refused: 'requester_unavailable',
    });
  });

  it('keeps one correlation through what one request causes', async () => {
    const id = randomUUID();
    const sent = message(ask, { id, by: 7 });
    expect(await asking.execute(sent)).toMatchObject({ status: 'done' });
    const all = [...(await events(`counter-${id}`)), ...(await events(`asked-${id}`))];
    expect(all.map(({ metadata }) => metadata.correlation)).toEqual(Array(4).fill('the request'));
    expect(all[0]!.metadata.causation).toBe(sent.id);
    const cause = causedBy({ eventId: all[3]!.id, correlation: all[3]!.metadata.correlation });
    const call = { onBehalfOf: somebody, id: randomUUID(), ...cause };
    await tools.services.models.execute(add, { id, by: 1 }, call);
    expect((await events(`counter-${id}`)).at(-1)!.metadata).toMatchObject({
      correlation: 'the request',
      causation: all[3]!.id,
    });
  });

  it('waits no longer than its deadline', async () => {
    const onBehalfOf = somebody;
    await expect(asking.execute(message(ask, { id: randomUUID(), by: 3000 }, 300))).rejects.toBeInstanceOf(
      OutcomeUnknown,
    );
    const call = { onBehalfOf, deadline: Date.now() + 300 };
    await expect(tools.services.models.query(slow, {}, call)).rejects.toBeInstanceOf(
      CalledServiceUnavailable,
    );
    const over = { onBehalfOf, id: randomUUID(), deadline: Date.now() - 1 };
    await expect(
      tools.services.models.execute(add, { id: randomUUID(), by: 1 }, over),
    ).rejects.toBeInstanceOf(CalledServiceUnavailable);
  });

  it('is told when services ask each other without end', async () => {
    await expect(asking.execute(message(round, { id: randomUUID(), by: 0 }))).rejects.toThrow();
    expect(rounds.count).toBe(3);
  });

  it('is let go at its deadline when two wait for each other', async () => {
    const id = randomUUID();
    await expect(asking.execute(message(hold, { id, by: 5 }, 300))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await asking.execute(message(touch, { id, by: 1 }))).toMatchObject({ status: 'done' });
  });

  it('reaches only what it declares to need', () => {
    expect(() => tools.services.identity).toThrow('datasets does not declare that it needs identity');
  });
});

describe('a service that others ask in its own process', () => {
  let both: Both;
  let url: URL;
  beforeEach(async () => {
    const engines = openEmbedded();
    await engines.documents.prepare([readModelOf(counters)]);
    both = new Both(engines);
    const find: FindService = (name) => both.remotes.find((service) => service.name === name);
    url = await both.serve(both.run(models, find));
    await both.reach('models', url);
  });
  afterEach(() => both.end());

  it('believes only what this installation signed', async () => {
    const id = randomUUID();
    const call: CallMessage = {
      kind: 'command',
      name: add.name,
      input: { id, by: 1 },
      onBehalfOf: somebody,
      id: randomUUID(),
      correlation: 'c',
      deadline: Date.now() + 60_000,
      through: ['datasets'],
    };
    const body = JSON.stringify(call);
    const signed = (text: string, path = CALLS, ends?: number) =>
      new Signatures(both.engines).sign({ method: 'POST', path, body: text }, ends);
    const post = async (signature?: string) => {
      const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
      return (await fetch(new URL(CALLS, url), { method: 'POST', body, headers })).status;
    };
    expect(await post()).toBe(401);
    expect(await post(`t=${Date.now() + 1000},k=x,s=${'A'.repeat(43)}`)).toBe(401);
    expect(await post(await signed(JSON.stringify({ ...call, onBehalfOf: somebodyElse })))).toBe(401);
    expect(await post(await signed(body, COMMANDS))).toBe(401);
    expect(await post(await signed(body, CALLS, Date.now() - 600))).toBe(401);
    expect(await both.engines.log.read(`counter-${id}`)).toEqual([]);
    expect(await post(await signed(body))).toBe(200);
  });

  it('is away: who asked says so long before its deadline, and is not taken for the one that is away', async () => {
    const find: FindService = (name) => both.remotes.find((service) => service.name === name);
    const atDatasets = await both.serve(both.run(datasets, find));
    const gateway = await both.reach('datasets', atDatasets, [generationOf(counters)]);
    expect(await gateway.execute(message(ask, { id: randomUUID(), by: 1 }))).toMatchObject({
      status: 'done',
    });
    const [server] = both.servers;
    server!.close();
    server!.closeAllConnections();
    const monotonic = performance.now.bind(performance);
    const hurried = jest.spyOn(performance, 'now').mockImplementation(() => 100 * monotonic());
    for (let count = 0; count < 6; count += 1)
      await expect(gateway.execute(message(ask, { id: randomUUID(), by: 1 }))).rejects.toBeInstanceOf(
        CalledServiceUnavailable,
      );
    hurried.mockRestore();
    expect(gateway.replicas.map(({ breaker }) => breaker)).toEqual(['closed']);
    expect(await gateway.execute(message(touch, { id: randomUUID(), by: 1 }))).toMatchObject({
      status: 'done',
    });
  });
});
