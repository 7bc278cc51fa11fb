import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Operation } from '@cairn/contracts';
import { every, isProtected, takesJson } from '../support/operations.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { bodyIn, makeWorld, pathIn, type World } from '../support/world.js';

const writes = every((operation) => isProtected(operation) && takesJson(operation));
const NEXT = `${PASSWORD}, another`;

describe.each(topologies)('S18 S40 a right that goes while a body is on its way, on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  }, 60_000);
  afterAll(() => cairn.leave());

  /** A write of which all but the last byte has been sent. */
  const begun = async (world: World, operation: Operation, token: string): Promise<() => Promise<number>> => {
    const body = JSON.stringify(bodyIn(world, operation) ?? {});
    const { hostname, port } = new URL(cairn.baseUrl);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    };
    const path = pathIn(world, operation);
    const outgoing: ClientRequest = request({ hostname, port, path, method: operation.method, headers });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write(body.slice(0, -1));
    return async () => {
      outgoing.end(body.slice(-1));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode ?? 0;
    };
  };

  const session = async (person: Person): Promise<string> =>
    (await cairn.client().call('login', { body: { username: person.username, password: PASSWORD } })).body
      .apikey;
  const key = async ({ client }: Person) =>
    (await client.call('createAPIKey', { body: { name: 'a key', scopes: ['*:*'] } })).body;

  type Taking = (person: Person) => Promise<{ token: string; take: () => Promise<unknown> }>;
  const ways: Readonly<Record<string, Taking>> = {
    'the session ends': async (person) => {
      const token = await session(person);
      return { token, take: () => cairn.client(token).call('logout') };
    },
    'the password is changed': async (person) => {
      const body = { password: PASSWORD, new_password: NEXT, repeat_password: NEXT };
      return { token: await session(person), take: () => person.client.call('changePassword', { body }) };
    },
    'the key is disabled': async (person) => {
      const { id, key: token } = await key(person);
      const disabled = { params: { id }, body: { disabled: true } };
      return { token, take: () => person.client.call('updateAPIKey', disabled) };
    },
    'the key is deleted': async (person) => {
      const { id, key: token } = await key(person);
      return { token, take: () => person.client.call('deleteAPIKey', { params: { id } }) };
    },
    'the account is erased': async (person) => ({
      token: await session(person),
      take: () => person.client.call('deleteMe'),
    }),
  };

  it.each(Object.keys(ways))('%s: nothing is written', async (way) => {
    const person = await somebody(cairn);
    const world = await makeWorld(person);
    const { token, take } = await ways[way]!(person);
    const finish = await Promise.all(writes.map((operation) => begun(world, operation, token)));
    await take();
    const before = await cairn.inside.head();
    const statuses = await Promise.all(finish.map((end) => end()));
    expect(writes.map(({ id }, index) => [id, statuses[index]])).toEqual(writes.map(({ id }) => [id, 401]));
    const written = await cairn.inside.events(before);
    expect(
      written.filter(({ stream }) => stream.endsWith(person.id) || stream.endsWith(world.dataset)),
    ).toEqual([]);
  });
});
