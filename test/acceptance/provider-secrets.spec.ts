/** Secrets for providers: written, named, sent to their hosts by whoever may, and told to nobody. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import { unzip } from '../support/archives.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const LOOK_EVERY_MS = 50;

/** A value that stands nowhere else. */
const value = (): string => `sk-${randomUUID()}`;
const hosts = ['api.speech.example', 'eu.speech.example:8443'];

describe.each(topologies)('secrets for providers on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let grace: Person;
  let firm: string;
  /** Everything that was answered. */
  const heard: string[] = [];

  const send = async (
    client: Client,
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers = {},
  ) => {
    const request = { method, path: `/api/v1${path}`, headers, ...(body === undefined ? {} : { body }) };
    const response = await client.send(request);
    const text = await response.text();
    heard.push(JSON.stringify([...response.headers]) + text);
    const json = /json/.test(response.headers.get('content-type') ?? '')
      ? (JSON.parse(text) as unknown)
      : text;
    return {
      status: response.status,
      headers: response.headers,
      body: json as Readonly<Record<string, unknown>>,
    };
  };
  const elsewhere = async (text: string): Promise<readonly string[]> =>
    (await cairn.inside.holding(text)).filter((name) => !name.startsWith('vault'));
  /** A value leaves the vault by a policy, once the event is there. */
  const isGone = async (text: string): Promise<void> => {
    while ((await cairn.inside.holding(text)).length > 0) await pause(LOOK_EVERY_MS);
  };

  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_LOG_LEVEL: 'trace' });
    [ada, grace] = [await somebody(cairn), await somebody(cairn, 'grace')];
    firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, grace);
  });
  afterAll(() => cairn.remove());

  const places = () => [`/me/secrets`, `/organizations/${firm}/secrets`];

  it('are made once, changed, listed and deleted; the value stays unless another is sent', async () => {
    for (const place of places()) {
      const path = `${place}/speech`;
      const made = await send(ada.client, 'PUT', path, { hosts, value: value() });
      expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${path}`]);
      expect(made.body).toMatchObject({ name: 'speech', description: '', hosts });
      const changed = await send(ada.client, 'PUT', path, { description: 'of the laboratory' });
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({
        ...made.body,
        description: 'of the laboratory',
        updated_at: changed.body['updated_at'],
      });
      expect((await send(ada.client, 'GET', path)).body).toEqual(changed.body);
      expect((await send(ada.client, 'GET', place)).body).toEqual([changed.body]);
      const prefer = { prefer: 'return=representation' };
      expect(await send(ada.client, 'DELETE', path, undefined, prefer)).toMatchObject({
        status: 200,
        body: changed.body,
      });
      for (const method of ['GET', 'DELETE'] as const)
        expect((await send(ada.client, method, path)).status).toBe(404);
      expect((await send(ada.client, 'PUT', path, { hosts, value: value() })).status).toBe(201);
    }
  });

  it('are made where there is none by If-None-Match, and changed under their tag', async () => {
    const path = '/me/secrets/tagged';
    const only = { 'if-none-match': '*' };
    const made = await send(ada.client, 'PUT', path, { hosts, value: value() }, only);
    expect(made.status).toBe(201);
    expect((await send(ada.client, 'PUT', path, { hosts, value: value() }, only)).status).toBe(412);
    const under = { 'if-match': made.headers.get('etag') ?? '' };
    expect((await send(ada.client, 'PUT', path, { hosts: hosts.slice(1) }, under)).status).toBe(200);
    expect((await send(ada.client, 'PUT', path, { description: 'late' }, under)).status).toBe(412);
    await send(ada.client, 'DELETE', path);
    expect((await send(ada.client, 'PUT', path, { hosts, value: value() }, only)).status).toBe(201);
  });

  it('need hosts and a value at first, and hosts that can be sent to; names are short', async () => {
    const pointersOf = async (body: object) => {
      const answer = await send(ada.client, 'PUT', '/me/secrets/wrong', body);
      const errors = (answer.body['errors'] ?? []) as readonly { readonly pointer: string }[];
      return [answer.status, errors.map(({ pointer }) => pointer)];
    };
    expect(await pointersOf({})).toEqual([422, ['/hosts', '/value']]);
    expect(
      await pointersOf({ value: value(), hosts: ['*.example', 'a.example', '127.0.0.1', 'A.example'] }),
    ).toEqual([422, ['/hosts/0', '/hosts/2', '/hosts/3']]);
    expect(await pointersOf({ value: value(), hosts: [] })).toEqual([422, ['/hosts']]);
    expect(await pointersOf({ value: 'x'.repeat(8193), hosts })).toEqual([422, ['/value']]);
    expect(await pointersOf({ value: '', hosts })).toEqual([422, ['/value']]);
    for (const name of ['Speech', '.speech', 'a'.repeat(65), 'a%20b', 'a%2Fb'])
      expect([
        name,
        (await send(ada.client, 'PUT', `/me/secrets/${name}`, { hosts, value: value() })).status,
      ]).toEqual([name, 404]);
  });

  it('of an organization are seen by its members and written by who may; others are told nothing', async () => {
    const path = `/organizations/${firm}/secrets/speech`;
    const eve = (await somebody(cairn, 'eve')).client;
    const statuses = async (client: Client, at = path) => [
      (await send(client, 'GET', at)).status,
      (await send(client, 'PUT', at, { hosts, value: value() })).status,
      (await send(client, 'DELETE', at)).status,
    ];
    expect(await statuses(grace.client)).toEqual([200, 403, 403]);
    expect(await statuses(eve)).toEqual([404, 404, 404]);
    expect(await statuses(eve, `/organizations/${randomUUID()}/secrets/speech`)).toEqual([404, 404, 404]);
    const keyWith = async (...scopes: string[]) =>
      cairn.client((await ada.client.call('createAPIKey', { body: { name: 'k', scopes } })).body.key);
    expect(await statuses(await keyWith('secrets:read'))).toEqual([200, 403, 403]);
    const writes = await keyWith('secrets:write');
    const written = await send(writes, 'PUT', path, { description: 'by a key that may not read' });
    expect([written.status, written.body]).toEqual([202, { id: expect.any(String) }]);
  });

  it('S7: a value is in the vault alone, whatever is answered, stored, printed, and kept under an idempotency key', async () => {
    const values: string[] = [];
    const wish = () => {
      const sent = { description: 'of the laboratory', hosts, value: value() };
      values.push(sent.value);
      return sent;
    };
    for (const place of places()) {
      const headers = { 'idempotency-key': `one-${place}` };
      const body = wish();
      const first = await send(ada.client, 'PUT', `${place}/kept`, body, headers);
      const again = await send(ada.client, 'PUT', `${place}/kept`, body, headers);
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const other = await send(ada.client, 'PUT', `${place}/kept`, wish(), headers);
      expect([other.status, other.body['code']]).toEqual([422, 'idempotency_mismatch']);
      await send(ada.client, 'PUT', `${place}/kept`, wish());
      await send(ada.client, 'PUT', `${place}/kept`, { ...wish(), hosts: ['*'] });
      await send(ada.client, 'PUT', `${place}/kept`, { ...wish(), description: [values.at(-1)] });
      await send(grace.client, 'PUT', `/organizations/${firm}/secrets/kept`, wish());
      for (const path of [place, `${place}/kept`, `/organizations/${firm}/audit`])
        await send(ada.client, 'GET', path);
    }
    const exported = await ada.client.send({ method: 'GET', path: '/api/v1/me/export' });
    const files = await unzip(Buffer.from(await exported.arrayBuffer()));
    const told = JSON.parse(String(files.get('secrets.json'))) as readonly { readonly name: string }[];
    expect(told.map(({ name }) => name)).toEqual(['speech', 'tagged', 'kept']);
    heard.push(...[...files.values()].map(String));
    for (const one of values) {
      expect(heard.filter((answer) => answer.includes(one))).toEqual([]);
      expect(cairn.printed()).not.toContain(one);
      expect(await elsewhere(one)).toEqual([]);
    }
    expect(await cairn.inside.holding(values[2]!)).not.toEqual([]);
  });

  it('S7: a value that was replaced or deleted, or whose person is erased, is in no file at all', async () => {
    const guest = await somebody(cairn, 'guest');
    const [first, second, third] = [value(), value(), value()];
    const put = (name: string, sent: string) =>
      send(guest.client, 'PUT', `/me/secrets/${name}`, { hosts, value: sent });
    await put('one', first);
    await put('one', second);
    await isGone(first);
    await send(guest.client, 'DELETE', '/me/secrets/one');
    await isGone(second);
    await put('two', third);
    await guest.client.call('deleteMe', { body: { password: PASSWORD } });
    await isGone(third);
  });
});
