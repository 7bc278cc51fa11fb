import { unzip } from '../support/archives.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('what is stored about a person on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  }, 60_000);
  afterAll(() => cairn.leave());

  const archiveOf = async ({ client }: Person) => {
    const answer = await client.send({ method: 'GET', path: '/api/v1/me/export' });
    return unzip(Buffer.from(await answer.arrayBuffer()));
  };

  it('has deleted keys, which lists do not show', async () => {
    const person = await somebody(cairn);
    const make = async (name: string) =>
      (await person.client.call('createAPIKey', { body: { name, scopes: ['*:*'] } })).body.id;
    const [kept, gone] = [await make('kept'), await make('gone')];
    await person.client.call('deleteAPIKey', { params: { id: gone } });
    const { body: listed } = await person.client.call('listAPIKeys', {});
    expect(listed.map(({ id }) => id)).toEqual([kept]);
    const keys = JSON.parse(String((await archiveOf(person)).get('api_keys.json'))) as object[];
    expect(keys).toHaveLength(2);
    expect(keys[0]).not.toHaveProperty('deleted_at');
    expect(keys[1]).toMatchObject({ id: gone, name: 'gone', deleted_at: expect.any(String) });
  });
});
