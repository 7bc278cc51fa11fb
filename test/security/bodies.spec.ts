import { type Operation, operations } from '@cairn/contracts';
import { answerOf, codeIn, problemIn } from '../support/answers.js';
import { AT_ONCE, deal, everyCell } from '../support/cells.js';
import { NO_JSON, PROTOTYPES, TRICKS, withOneMore } from '../support/hostile.js';
import { CANARY, SERVER_OWNED, TRACES } from '../support/mass-assigned.js';
import {
  asDeepOn,
  every,
  everyOperation,
  isOfHistory,
  sentTo,
  takenWithin,
  takesJson,
} from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { askerOf, bodyIn, makeWorld, makeWorldFor, pathIn, requestIn, type World } from '../support/world.js';
import { wire } from '../support/wire.js';

const properties = (operation: Operation): readonly string[] =>
  Object.keys((operation.body?.['properties'] as object | undefined) ?? {});

describe.each(topologies)('bodies on $name', (topology) => {
  /** What is checked before an operation is known is sent whole to the first of each kind, and in turn to the others. */
  const jsonOperations = asDeepOn(topology, every(takesJson));
  let cairn: SharedCairn;
  let ada: Person;
  let world: World;

  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_JSON_BYTES: '65536' });
    ada = await somebody(cairn);
    world = await makeWorld(ada, 'private', await administrator(cairn));
  });
  afterAll(() => cairn.leave());

  const send = (
    operation: Operation,
    body: string | Uint8Array | AsyncGenerator<Buffer>,
    headers: Record<string, string> = {},
  ) =>
    wire(cairn, {
      method: operation.method,
      path: pathIn(world, operation),
      token: operation.access === 'anonymous' ? undefined : askerOf(world, operation).token,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const text = (operation: Operation): string => JSON.stringify(bodyIn(world, operation) ?? {});
  const withMember = (operation: Operation, member: string): string => withOneMore(text(operation), member);

  it(
    'S6 the server’s own fields are not assigned',
    () =>
      everyOperation(jsonOperations, async (operation) => {
        const taken = properties(operation);
        const more = Object.fromEntries(
          Object.entries(SERVER_OWNED).filter(([name]) => !taken.includes(name)),
        );
        const nested = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(nested);
          if (typeof value !== 'object' || value === null || !('name' in value)) return value;
          const { [takenWithin(operation)]: _, ...inside } = more;
          return { ...inside, ...value };
        };
        const fresh = await makeWorldFor(operation, world, () => somebody(cairn));
        const { person } = fresh;
        const valid = bodyIn(fresh, operation) as Readonly<Record<string, unknown>> | undefined;
        const body = {
          ...Object.fromEntries(Object.entries(valid ?? {}).map(([name, value]) => [name, nested(value)])),
          ...more,
        };
        const before = await cairn.inside.head();
        const answer = await answerOf(person.client, { ...requestIn(fresh, operation), body });
        expect(answer.status).toBeLessThan(500);
        const stored = (await cairn.inside.events(before)).map(
          ({ type, data, metadata }) => `${type} ${data} ${metadata}`,
        );
        for (const trace of TRACES) {
          expect(stored.filter((event) => event.includes(trace))).toEqual([]);
          expect(answer.text).not.toContain(trace);
        }
      }),
    300_000,
  );

  it('S6 a registration makes no administrator', async () => {
    const before = await cairn.inside.head();
    const body = {
      username: 'mallory',
      email: 'mallory@example.org',
      password: 'a long enough password',
      is_system_admin: true,
      disabled: true,
      hashed_password: CANARY,
    };
    expect((await answerOf(cairn.client(), { method: 'POST', path: '/api/v1/register', body })).status).toBe(
      201,
    );
    const registered = (await cairn.inside.events(before)).filter(({ type }) =>
      type.startsWith('identity.user.'),
    );
    expect(registered.length).toBeGreaterThan(0);
    for (const { data } of registered) {
      const { is_system_admin, disabled } = JSON.parse(data) as Record<string, unknown>;
      expect([is_system_admin ?? false, disabled ?? false]).toEqual([false, false]);
    }
    const { body: login } = await cairn
      .client()
      .call('login', { body: { username: 'mallory', password: body.password } });
    const { body: me } = await cairn.client(login.apikey).call('getMe');
    expect(me).toMatchObject({ is_system_admin: false, disabled: false, hashed_password: '' });
  });

  it('S6 the space of a version of a graph is the server’s, whatever a body says', async () => {
    const params = { id: world.graph, version_id: world.graphVersion };
    const body = { name: 'spaced', space_name: 'g_0badc0de0badc0de' };
    const before = await cairn.inside.head();
    const { createGraph, createGraphVersion, updateGraphVersion } = operations;
    for (const operation of [createGraph, createGraphVersion, updateGraphVersion]) {
      const answer = await answerOf(ada.client, {
        ...{ method: operation.method, path: operation.path },
        ...{ params, body },
      });
      expect([operation.id, answer.status < 300]).toEqual([operation.id, true]);
      expect(answer.headers.get('x-ignored-fields')).toBe('space_name');
    }
    const stored = (await cairn.inside.events(before)).filter(({ type }) =>
      type.startsWith('graphs.version.'),
    );
    expect(stored.map(({ data }) => JSON.parse(data) as object)).toMatchObject([
      ...[{}, {}].map(() => ({ space_name: expect.stringMatching(/^g_[0-9a-f]{16}$/) as string })),
      { changes: { name: 'spaced' } },
    ]);
    expect(stored.filter(({ data }) => data.includes(body.space_name))).toEqual([]);
  });

  it('S8 keys of prototypes are refused at parsing', () => {
    const membersFor = sentTo(jsonOperations, PROTOTYPES);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      for (const member of membersFor(operation, turn)) {
        const answer = await send(operation, withMember(operation, member));
        expect([member, answer.status]).toEqual([member, 400]);
        expect(problemIn(answer).code).toBe('malformed_json');
      }
    };
    return everyOperation(jsonOperations, check, { atOnce: AT_ONCE });
  });

  it('S9 nesting ends at depth 64', () => {
    const deep = sentTo<(operation: Operation) => string>(jsonOperations, [
      (operation) => withMember(operation, `"more":${'['.repeat(64)}${']'.repeat(64)}`),
      (operation) => withMember(operation, `"more":${'{"a":'.repeat(64)}1${'}'.repeat(64)}`),
      () => '['.repeat(10_240),
      () => `${'['.repeat(5_120)}${']'.repeat(5_120)}`,
    ]);
    return everyOperation(jsonOperations, async (operation, turn) => {
      const before = await cairn.inside.head();
      for (const make of deep(operation, turn)) {
        const answer = await send(operation, make(operation));
        expect(answer.status).toBe(422);
        if (operation.id !== 'register') expect(problemIn(answer).code).toBe('too_deep');
      }
      expect(await cairn.inside.head()).toBe(before);
    });
  });

  it('S9 nothing enters the log that cannot leave it: attributes of every depth that is taken are read again', async () => {
    const params = { dataset_id: world.dataset, version_id: world.version };
    let attributes: Record<string, unknown> = { leaf: 1 };
    for (let depth = 0; depth < 60; depth += 1) attributes = { inner: attributes };
    const { body } = await ada.client.call('createDatasetItem', { params, body: { attributes } });
    const read = await ada.client.call('getDatasetItem', { params: { ...params, id: body.id } });
    expect(read.body.attributes).toEqual(attributes);
  });

  it('S10 what is no JSON is refused', () => {
    const sent = sentTo(jsonOperations, Object.entries(NO_JSON));
    return everyOperation(jsonOperations, async (operation, turn) => {
      const before = await cairn.inside.head();
      for (const [what, make] of sent(operation, turn)) {
        const answer = await send(operation, make(text(operation)));
        expect([what, [400, 422].includes(answer.status)]).toEqual([what, true]);
        if (operation.id !== 'register')
          expect(['malformed_json', 'invalid_body']).toContain(problemIn(answer).code);
        expect([what, await cairn.inside.head()]).toEqual([what, before]);
      }
    });
  });

  it('S10 NUL in a text, and another charset, are refused', () =>
    everyOperation(jsonOperations, async (operation) => {
      const valid = (bodyIn(world, operation) ?? {}) as Record<string, unknown>;
      const before = await cairn.inside.head();
      for (const [name, value] of Object.entries(valid).filter(([, value]) => typeof value === 'string')) {
        const answer = await send(operation, JSON.stringify({ ...valid, [name]: `${String(value)}\0` }));
        expect([name, [400, 422].includes(answer.status)]).toEqual([name, true]);
        if (operation.id === 'register') continue;
        expect(problemIn(answer).errors).toMatchObject([{ pointer: `/${name}`, code: 'unkeepable' }]);
      }
      const charset = { 'content-type': 'application/json; charset=utf-16' };
      expect([400, 415, 422]).toContain((await send(operation, text(operation), charset)).status);
      expect(await cairn.inside.head()).toBe(before);
    }));

  it('S11 a body over the limit is 413, announced or not', () => {
    async function* unannounced(body: string): AsyncGenerator<Buffer> {
      yield Buffer.from(body);
    }
    const ways = sentTo<(body: string) => string | AsyncGenerator<Buffer>>(jsonOperations, [
      (body) => body,
      unannounced,
    ]);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      for (const way of ways(operation, turn)) {
        const answer = await send(operation, way(withMember(operation, `"more":"${'x'.repeat(70_000)}"`)));
        expect(answer.status).toBe(413);
        expect(problemIn(answer).code).toBe('payload_too_large');
      }
    };
    return everyOperation(jsonOperations, check, { atOnce: AT_ONCE });
  });

  it('S35 operators where texts stand are refused', () =>
    everyOperation(jsonOperations, async (operation) => {
      const valid = (bodyIn(world, operation) ?? {}) as Record<string, unknown>;
      const before = await cairn.inside.head();
      for (const name of Object.keys(valid).filter((one) => typeof valid[one] === 'string')) {
        const answer = await answerOf(
          operation.access === 'anonymous' ? cairn.client() : askerOf(world, operation).client,
          { ...requestIn(world, operation), body: { ...valid, [name]: { $gt: '' } } },
        );
        expect([name, answer.status]).toEqual([name, 422]);
      }
      expect(await cairn.inside.head()).toBe(before);
    }));

  it('S35 keys with `$` and `.` are kept as they are', async () => {
    const params = { dataset_id: world.dataset, version_id: world.version };
    const attributes = { $where: 'sleep(1)', 'a.b': { $ne: null }, '': 1, $: { '.': ['$'] } };
    const { body } = await ada.client.call('createDatasetItem', { params, body: { attributes } });
    expect(body.attributes).toEqual(attributes);
    const { body: read } = await ada.client.call('getDatasetItem', { params: { ...params, id: body.id } });
    expect(read.attributes).toEqual(attributes);
  });

  it('S35 they are so in the JSON of nodes and versions', async () => {
    const config = { $where: 'sleep(1)', 'a.b': { $ne: null }, '': 1, $: { '.': ['$'] } };
    const params = { workflow_id: world.workflow, version_id: world.workflowVersion };
    const { id } = (await ada.client.call('createWorkflowNode', { params, body: { config } })).body;
    const { body: read } = await ada.client.call('getWorkflowNode', { params: { ...params, id } });
    const ofGraph = { id: world.graph, version_id: world.graphVersion };
    await ada.client.call('updateGraphVersion', { params: ofGraph, body: { config } });
    const { body: version } = await ada.client.call('getGraphVersion', { params: ofGraph });
    expect([read, version].map((one) => JSON.parse(one.config ?? '') as unknown)).toEqual([config, config]);
  });

  const filters = every(({ list }) => list !== undefined).flatMap((operation) =>
    Object.keys(operation.list?.filters ?? {}).map((name) => ({ operation, name })),
  );
  type Filter = (typeof filters)[number];
  it('S35 S36 a filter is a text', () => {
    const someTricks = deal(TRICKS, filters.length, 3);
    const tricksFor = ({ operation, name }: Filter, turn: number): readonly string[] => {
      const all = operation === operations.listDatasets ? TRICKS : someTricks(turn);
      return name === 'q' ? all.filter((trick) => /[a-z0-9]/i.test(trick)) : all;
    };
    const check = async ({ operation, name }: Filter, turn: number): Promise<void> => {
      const { client } = askerOf(world, operation);
      const total = async (query: Record<string, string>) => {
        const answer = await answerOf(client, { ...requestIn(world, operation), query });
        expect([200, 400, 422]).toContain(answer.status);
        return answer.status === 200 ? Number(answer.headers.get('x-total-count')) : 0;
      };
      for (const trick of tricksFor({ operation, name }, turn))
        expect([trick, await total({ [name]: trick })]).toEqual([trick, 0]);
      const operator = { ...requestIn(world, operation), query: { [`${name}[$ne]`]: 'x' } };
      expect(codeIn(await answerOf(client, operator))).toBe('unknown_parameter');
    };
    const nameOf = ({ operation, name }: Filter): string => `${operation.id} ?${name}=`;
    return everyCell(filters, nameOf, check, { atOnce: AT_ONCE, oneByOne: isOfHistory });
  });

  it('S36 NUL and separators in paths, cursors and keys reach nothing', async () => {
    const status = async (path: string, headers = {}) =>
      (await wire(cairn, { method: 'GET', path, token: ada.token, headers })).status;
    const base = `/api/v1/datasets/${world.dataset}`;
    for (const path of [
      `${base}%00`,
      `${base}%2Fversions`,
      `${base}%1f`,
      '/api/v1/datasets/%24ne',
      `${base}'--`,
    ])
      expect([400, 404]).toContain(await status(path));
    for (const cursor of ['x', '%00', 'eyJ9', "' OR 1=1", 'AAAA'.repeat(200)])
      expect(await status(`/api/v1/datasets?cursor=${encodeURIComponent(cursor)}`)).toBe(400);
  });
});
