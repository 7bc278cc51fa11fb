import { generateKeyPairSync } from 'node:crypto';
import {
  isPermissionName,
  type Operation,
  operations,
  type PermissionName,
  permissionNames,
} from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { type JwtHeader, sign, type SignOptions } from 'jsonwebtoken';
import { answerOf, codeIn } from '../support/answers.js';
import { AT_ONCE, everyCell } from '../support/cells.js';
import { every, everyOperation, isProtected } from '../support/operations.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, requestIn, type World } from '../support/world.js';

describe.each(topologies)('bearers on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let world: World;

  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    world = await makeWorld(ada, 'public');
  });
  afterAll(() => cairn.leave());

  const codeFor = async (token: string | undefined): Promise<string> =>
    codeIn(await answerOf(cairn.client(token), operations.getMe));
  const partsOf = (token: string): { header: JwtHeader; claims: Record<string, unknown> } => {
    const [header = '', claims = ''] = token.split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    return { header: read(header) as JwtHeader, claims: read(claims) as Record<string, unknown> };
  };
  const unsigned = (header: object, claims: object, signature = ''): string =>
    [
      ...[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')),
      signature,
    ].join('.');

  it('S17 an unsigned token opens nothing', () => {
    const { header, claims } = partsOf(ada.token);
    const client = cairn.client(unsigned({ ...header, alg: 'none' }, claims));
    const check = async (operation: Operation): Promise<void> => {
      const answer = await answerOf(client, requestIn(world, operation));
      expect(codeIn(answer)).toBe('unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    };
    return everyOperation(every(isProtected), check, { atOnce: AT_ONCE });
  });

  it('S17 a token is signed by the server’s key, in the one algorithm, for this use, and not yet over', async () => {
    const { id, key } = await cairn.inside.sessionKey();
    const { header, claims } = partsOf(ada.token);
    const resigned = (change: object, options: SignOptions = {}, head: object = {}): string =>
      sign({ ...claims, ...change }, key, { ...options, header: { ...header, ...head } });
    expect(header).toMatchObject({ alg: 'HS256', kid: id });
    expect(await codeFor(resigned({}))).toBe('200');
    const soon = Math.floor(Date.now() / 1000) - 1;
    const endless = Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'exp'));
    const refused: Readonly<Record<string, string>> = {
      'another audience': resigned({ aud: 'another' }),
      'no audience': resigned({ aud: '' }),
      'another issuer': resigned({ iss: 'another' }),
      'another type': resigned({}, {}, { typ: 'JWT' }),
      'no type': resigned({}, {}, { typ: undefined }),
      expired: resigned({ iat: soon - 60, exp: soon }),
      'without an end': sign(endless, key, { header }),
      'another algorithm of the same key': resigned({}, { algorithm: 'HS512' }, { alg: 'HS512' }),
      'another session': resigned({ sid: '01955630-1a2b-7c3d-8e4f-5a6b7c8d9e0f' }),
    };
    for (const [what, token] of Object.entries(refused))
      expect([what, await codeFor(token)]).toEqual([what, 'unauthenticated']);
  });

  it('S17 keys come out of the server’s own ring alone', async () => {
    const { header, claims } = partsOf(ada.token);
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const own = Buffer.from('a key of the attacker, thirty-two');
    const jwk = { kty: 'oct', k: own.toString('base64url'), kid: 'mine', alg: 'HS256' };
    const [head = '', body = '', signature = ''] = ada.token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, admin: true })).toString('base64url');
    const signedAs = (head_: object): string => sign(claims, own, { header: { ...header, ...head_ } });
    const refused: Readonly<Record<string, string>> = {
      'a public key as a secret': sign(
        claims,
        Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })),
        {
          algorithm: 'HS256',
          header,
        },
      ),
      'RS256 instead of HS256': sign(claims, privateKey, {
        algorithm: 'RS256',
        header: { ...header, alg: 'RS256' },
      }),
      'its own key': signedAs({}),
      'its key in jwk': signedAs({ jwk, kid: 'mine' }),
      'a key elsewhere': signedAs({ jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/keys' }),
      'a kid that is a path': sign(claims, 'x', { header: { ...header, kid: '../../../../dev/null' } }),
      'a kid that is a query': signedAs({ kid: "' OR 1=1 --" }),
      'a kid of an object': signedAs({ kid: '__proto__' }),
      'no kid': signedAs({ kid: undefined }),
      'changed claims': [head, changed, signature].join('.'),
      'a changed signature': [head, body, `${signature.slice(0, -4)}AAAA`].join('.'),
      'no signature': [head, body, ''].join('.'),
      'two parts': [head, body].join('.'),
      'alg None': unsigned({ ...header, alg: 'None' }, claims, signature),
      'no token': 'Bearer',
      'a key that is none': 'ck_' + '0'.repeat(54),
    };
    for (const [what, token] of Object.entries(refused))
      expect([what, await codeFor(token)]).toEqual([what, 'unauthenticated']);
  });

  it('S17 a bearer comes in the Authorization header, as Bearer', async () => {
    const sent = async (headers: Record<string, string>, query = {}): Promise<number> =>
      (await answerOf(cairn.client(), { ...operations.getMe, headers, query })).status;
    expect(await sent({ authorization: `bearer ${ada.token}` })).toBe(200);
    for (const authorization of [
      ada.token,
      `Basic ${ada.token}`,
      `Bearer ${ada.token} ${ada.token}`,
      'Bearer ',
    ])
      expect(await sent({ authorization })).toBe(401);
    expect(await sent({ cookie: `token=${ada.token}` })).toBe(401);
    expect(await sent({}, { access_token: ada.token })).toBe(401);
    const refresh = await cairn
      .client()
      .call('login', { body: { username: ada.username, password: PASSWORD } });
    expect(await codeFor(refresh.body.refresh_token)).toBe('unauthenticated');
  });

  describe('S18 the next request is refused after', () => {
    const again = (person: Person) =>
      cairn.client().call('login', { body: { username: person.username, password: PASSWORD } });

    it('a logout, and only of that session', async () => {
      const person = await somebody(cairn);
      const { body } = await again(person);
      await person.client.call('logout');
      expect(await codeFor(person.token)).toBe('unauthenticated');
      expect(await codeFor(body.apikey)).toBe('200');
      await cairn.client(body.apikey).call('logout', { query: { all: true } });
      expect(await codeFor(body.apikey)).toBe('unauthenticated');
    });

    it('the end of a session by its id', async () => {
      const person = await somebody(cairn);
      const { body } = await again(person);
      const { body: sessions } = await person.client.call('listSessions');
      const other = sessions.find(({ current }) => !current)!;
      await person.client.call('endSession', { params: { id: other.id } });
      expect(await codeFor(body.apikey)).toBe('unauthenticated');
      expect(await codeFor(person.token)).toBe('200');
      const refreshed = await cairn
        .client()
        .try('refreshToken', { body: { refresh_token: body.refresh_token ?? '' } });
      expect(refreshed).toMatchObject({ status: 401, body: { code: 'refresh_token_invalid' } });
    });

    it('a change of the password, but for the session that changed it', async () => {
      const person = await somebody(cairn);
      const { body } = await again(person);
      const next = 'quite another password';
      await person.client.call('changePassword', {
        body: { password: PASSWORD, new_password: next, repeat_password: next },
      });
      expect(await codeFor(body.apikey)).toBe('unauthenticated');
      expect(await codeFor(person.token)).toBe('200');
    });

    it('a refresh with a token that was used before: the family ends', async () => {
      const person = await somebody(cairn);
      let { body } = await again(person);
      const first = body.refresh_token ?? '';
      for (let turn = 0; turn < 3; turn += 1)
        ({ body } = await cairn
          .client()
          .call('refreshToken', { body: { refresh_token: body.refresh_token ?? '' } }));
      expect(await codeFor(body.apikey)).toBe('200');
      const stolen = await cairn.client().try('refreshToken', { body: { refresh_token: first } });
      expect(stolen).toMatchObject({ status: 401, body: { code: 'refresh_token_invalid' } });
      expect(await codeFor(body.apikey)).toBe('unauthenticated');
    });

    it('an API key was disabled, rotated without grace, or deleted', async () => {
      const person = await somebody(cairn);
      const made = async () =>
        (await person.client.call('createAPIKey', { body: { name: 'key', scopes: ['*:*'] } })).body;
      const [disabled, rotated, deleted, kept] = [await made(), await made(), await made(), await made()];
      await person.client.call('updateAPIKey', { params: { id: disabled.id }, body: { disabled: true } });
      const next = await person.client.call('rotateAPIKey', { params: { id: rotated.id } });
      await person.client.call('deleteAPIKey', { params: { id: deleted.id } });
      for (const { key } of [disabled, rotated, deleted]) expect(await codeFor(key)).toBe('unauthenticated');
      for (const { key } of [next.body, kept]) expect(await codeFor(key)).toBe('200');
    });

    it('the account was deleted, for its sessions and its keys', async () => {
      const person = await somebody(cairn);
      const { body } = await person.client.call('createAPIKey', { body: { name: 'key', scopes: ['*:*'] } });
      await person.client.call('deleteMe');
      for (const token of [person.token, body.key]) expect(await codeFor(token)).toBe('unauthenticated');
    });
  });

  describe('S19 a key', () => {
    const scoped = every(({ access }) => isPermissionName(access));
    const used = [...new Set(scoped.map(({ access }) => access as PermissionName))];
    const clientWith = async (scopes: readonly PermissionName[]): Promise<Client> => {
      const { body } = await ada.client.call('createAPIKey', {
        body: { name: 'a key', scopes: [...scopes] },
      });
      return cairn.client(body.key);
    };
    const codeOf = async (client: Client, operation: Operation): Promise<string> =>
      codeIn(await answerOf(client, requestIn(world, operation)));

    it('with every scope but one lacks just that', async () => {
      const lacking = new Map<string, Client>();
      for (const permission of used)
        lacking.set(permission, await clientWith(permissionNames.filter((name) => name !== permission)));
      const check = async (operation: Operation): Promise<void> =>
        expect(await codeOf(lacking.get(operation.access)!, operation)).toBe('scope_missing');
      await everyOperation(scoped, check, { atOnce: AT_ONCE });
    });

    it('with one scope alone may do just that', async () => {
      const alone = new Map<string, Client>();
      for (const permission of used) alone.set(permission, await clientWith([permission]));
      const reads = scoped.filter(({ method }) => method === 'GET');
      const isKnown = async (operation: Operation): Promise<void> =>
        expect((await answerOf(alone.get(operation.access)!, requestIn(world, operation))).status).not.toBe(
          401,
        );
      await everyOperation(reads, isKnown, { atOnce: AT_ONCE });

      /** Each is refused for two other keys, in turn: each key meets some operations of all the others. */
      const refused = scoped.flatMap((operation, turn) => {
        const others = used.filter((permission) => permission !== operation.access);
        return [2 * turn, 2 * turn + 1].map((at) => ({ operation, key: others[at % others.length]! }));
      });
      expect(new Set(refused.map(({ key }) => key)).size).toBe(used.length);
      await everyCell(
        refused,
        ({ operation: { method, path }, key }) => `${method} ${path} with ${key}`,
        async ({ operation, key }) => expect(await codeOf(alone.get(key)!, operation)).toBe('scope_missing'),
        { atOnce: AT_ONCE },
      );
    });

    it('makes no key, and manages nothing of the account', async () => {
      const { body } = await ada.client.call('createAPIKey', { body: { name: 'all', scopes: ['*:*'] } });
      const client = cairn.client(body.key);
      const made = await client.try('createAPIKey', { body: { name: 'wider', scopes: ['*:*'] } });
      expect(made).toMatchObject({ status: 403, body: { code: 'key_cannot_make_keys' } });
      const rotated = await client.try('rotateAPIKey', { params: { id: body.id } });
      expect(rotated).toMatchObject({ status: 403, body: { code: 'key_cannot_make_keys' } });
      for (const refused of [
        await client.try('updateMe', { body: { name: 'Another' } }),
        await client.try('deleteMe'),
        await client.try('logout'),
        await client.try('changePassword', {
          body: { password: PASSWORD, new_password: PASSWORD, repeat_password: PASSWORD },
        }),
      ])
        expect(refused).toMatchObject({ status: 403, body: { code: 'session_required' } });
    });

    it.each([
      'Datasets:read',
      'datasets:READ',
      'dаtasets:read',
      'datasets：read',
      'datasets:read ',
      'no_such:read',
      'datasets:no_such',
      'datasets',
      '*',
      '',
      'datasets:*:*',
      'datasets:\u200bread',
    ])('has no scope %p', async (scope) => {
      const { status } = await ada.client.try('createAPIKey', { body: { name: 'odd', scopes: [scope] } });
      expect(status).toBe(422);
    });

    it('is refused once its time is set in the past, or beyond bounds', async () => {
      for (const days of [0, -1, 3651, 1.5]) {
        const body = { name: 'odd', scopes: ['datasets:read'], expires_in_days: days };
        expect((await ada.client.try('createAPIKey', { body })).status).toBe(422);
      }
    });
  });
});
