import { Agent, request } from 'node:http';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { until } from './answers-of.js';

const IN_FLIGHT = 20;
/** Long enough that every request is under way when the signal comes. */
const HELD_BACK = { CAIRN_PROJECTION_DELAY_MS: '400' };
const LOST = ['ECONNREFUSED', 'ECONNRESET'];

/** POSTs a dataset over a connection of its own; `sent` settles when all bytes were handed over. */
const post = (cairn: RunningCairn, { token }: Person, name: string) => {
  const outgoing = request(`${cairn.baseUrl}/api/v1/datasets`, {
    method: 'POST',
    // The connection is kept afterwards, as those of most clients and proxies are.
    agent: new Agent({ keepAlive: true }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const sent = new Promise((resolve) => outgoing.once('finish', resolve));
  const answered = new Promise<number | string>((resolve) => {
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  outgoing.end(JSON.stringify({ name }));
  return { name, sent, answered };
};

jest.setTimeout(120_000);

describe.each(topologies)('R10: a graceful stop ($name)', (topology) => {
  let cairn: RunningCairn;
  let person: Person;
  beforeEach(async () => {
    cairn = await topology.start();
    person = await somebody(cairn);
  });
  afterEach(() => cairn.remove());

  const stopped = async (): Promise<{ readonly code: number | null; readonly seconds: number }> => {
    const began = performance.now();
    const code = await cairn.end('SIGTERM');
    return { code, seconds: (performance.now() - began) / 1000 };
  };
  const names = async (): Promise<readonly string[]> => {
    const { body } = await person.client.call('listDatasets');
    return body.map(({ name }) => name);
  };

  it('answers what is in flight, then ends with 0', async () => {
    await cairn.end('SIGTERM');
    await cairn.again(HELD_BACK);
    const requests = Array.from({ length: IN_FLIGHT }, (_, number) => post(cairn, person, `held ${number}`));
    await Promise.all(requests.map(({ sent }) => sent));
    // Its answer comes after the server has read what came before it.
    await person.client.call('listDatasets');
    const { code, seconds } = await stopped();
    const answers = await Promise.all(requests.map(({ answered }) => answered));
    expect({ code, answers }).toEqual({ code: 0, answers: requests.map(() => 201) });
    expect(seconds).toBeLessThan(10);
    await cairn.again();
    expect(await names()).toHaveLength(IN_FLIGHT);
  });

  it('ends a rebuild that somebody waits for, and makes it anew when it is asked for again', async () => {
    await cairn.end('SIGTERM');
    await cairn.again({ CAIRN_PROJECTION_DELAY_MS: '15000' });
    const admin = await administrator(cairn);
    const { body: projections } = await admin.client.call('listProjections');
    const { name } = projections.find((one) => one.name.startsWith('identity.users@'))!;
    const rebuilt = admin.client.call('rebuildProjection', { params: { name } });
    const outcome = rebuilt.then(({ status }) => status).catch(String);
    await until(
      () => admin.client.call('listProjections'),
      ({ body }) => body.some(({ state }) => state === 'rebuilding'),
    );
    const { code, seconds } = await stopped();
    expect({ code, inTime: seconds < 10 }).toEqual({ code: 0, inTime: true });
    await outcome;
    await cairn.again();
    const again = await administrator(cairn);
    await expect(again.client.call('rebuildProjection', { params: { name } })).resolves.toMatchObject({
      status: 200,
      body: { state: 'live' },
    });
  });

  it('under load, does what it answers for and nothing that it does not', async () => {
    const outcomes: { readonly name: string; readonly answer: number | string }[] = [];
    let refused = false;
    const connection = async (number: number): Promise<void> => {
      for (let count = 0; !refused; count += 1) {
        const { name, answered } = post(cairn, person, `load ${number} ${count}`);
        const answer = await answered;
        outcomes.push({ name, answer });
        refused ||= answer === 'ECONNREFUSED';
      }
    };
    const load = Array.from({ length: 8 }, (_, number) => connection(number));
    await until(
      () => person.client.call('listDatasets', { query: { limit: 1 } }),
      () => outcomes.length >= 50,
    );
    const { code } = await stopped();
    await Promise.all(load);
    expect(code).toBe(0);
    const done = outcomes.filter(({ answer }) => answer === 201).map(({ name }) => name);
    const others = outcomes.filter(({ answer }) => answer !== 201).map(({ answer }) => answer);
    expect(others.filter((answer) => !LOST.includes(String(answer)))).toEqual([]);
    await cairn.again();
    expect((await names()).toSorted()).toEqual(done.toSorted());
  });
});
