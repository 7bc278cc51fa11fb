import { checkedClient } from '../support/contract.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** Longer than a write waits to be readable, and shorter than a read waits twice. */
const DELAY_MS = 2_600;

describe.each(topologies)('read models that are too late on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    await cairn.end('SIGTERM');
    await cairn.again({ CAIRN_PROJECTION_DELAY_MS: String(DELAY_MS) });
  });
  afterAll(() => cairn.remove());

  it('law 2: a write answers 202 and where to look, and a read can wait for it', async () => {
    const client = checkedClient(cairn.baseUrl, ada.token);
    const made = await client.call('createDataset', { body: { name: 'late' } });
    expect(made.status).toBe(202);
    const position = made.headers.get('x-position') ?? '';
    const location = made.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/datasets/${made.body.id}`);
    const read = await client.send({
      method: 'GET',
      path: location,
      headers: { 'x-min-position': position },
    });
    expect([200, 503]).toContain(read.status);
    const late =
      read.status === 200
        ? read
        : await client.send({ method: 'GET', path: location, headers: { 'x-min-position': position } });
    expect(late.status).toBe(200);
    expect(await late.json()).toMatchObject({ id: made.body.id, name: 'late' });
  }, 30_000);
});
