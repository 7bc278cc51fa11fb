import { somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('what was answered before a kill on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start();
  });
  afterAll(() => cairn.remove());

  it('is answered again after the start, to who sends the same key', async () => {
    const person = await somebody(cairn);
    const call = { headers: { 'idempotency-key': 'through-a-kill' }, body: { name: 'once' } };
    const { body: first } = await person.client.call('createDataset', call);
    const aKey = {
      headers: { 'idempotency-key': 'a-key' },
      body: { name: 'k', scopes: ['datasets:read'] },
    };
    const { body: key } = await person.client.call('createAPIKey', aKey);
    await cairn.end('SIGKILL');
    await cairn.again();
    const client = cairn.client(person.token);
    const { body: again, headers } = await client.call('createDataset', call);
    expect(again.id).toBe(first.id);
    expect(headers.get('idempotency-replayed')).toBe('true');
    const other = await client.try('createDataset', { ...call, body: { name: 'another' } });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect((await client.call('createAPIKey', aKey)).body.key).toBe(key.key);
  }, 60_000);
});
