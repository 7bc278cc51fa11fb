import { randomUUID } from 'node:crypto';
import { allOperations, type Operation, operations } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { answerOf, codeIn, jsonIn, type ReadAnswer } from '../support/answers.js';
import { AT_ONCE, everyCell } from '../support/cells.js';
import {
  every,
  everyOperation,
  isOfHistory,
  isInAsset,
  isOfPerson,
  isProtected,
  isUnsafe,
} from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { preparedIn } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, parameterNames, paramsIn, partOf, requestIn, type World } from '../support/world.js';

/** Who asks, as somebody sees it who owns nothing else. */
type Caller = 'nobody' | 'a stranger' | 'a key without scopes';

const ofSomebody = every((operation) => isInAsset(operation) || isOfPerson(operation));

/** Who may what, operation by operation, is in `rights.spec.ts`. */
describe.each(topologies)('what is another’s on $name', (topology) => {
  let cairn: SharedCairn;
  let owner: Person;
  let clients: Readonly<Record<Caller, Client>>;
  let worlds: Readonly<Record<'private' | 'public', World>>;
  let other: World;

  beforeAll(async () => {
    cairn = await topology.shared();
    owner = await somebody(cairn);
    const stranger = await somebody(cairn, 'eve');
    worlds = { private: await makeWorld(owner), public: await makeWorld(owner, 'public') };
    other = await makeWorld(owner);
    const { body } = await owner.client.call('createAPIKey', {
      body: { name: 'can nothing', scopes: ['workflows:read'] },
    });
    clients = {
      nobody: cairn.client(),
      'a stranger': stranger.client,
      'a key without scopes': cairn.client(body.key),
    };
  });
  afterAll(() => cairn.leave());

  it('S1 what a stranger may not know of answers as what does not exist', async () => {
    const shown = ({ status, headers, text }: ReadAnswer) => ({
      status,
      headers: [...headers.keys()].sort(),
      body: { ...jsonIn({ text }), instance: '', request_id: '' },
    });
    const stranger = clients['a stranger'];
    const check = async (operation: Operation): Promise<void> => {
      const request = requestIn(worlds.private, operation);
      const nothing = Object.fromEntries(
        Object.entries(request.params ?? {}).map(([name, value]) => [
          name,
          partOf(operation, name) === undefined ? value : randomUUID(),
        ]),
      );
      const missing = await answerOf(stranger, { ...request, params: nothing });
      expect(shown(await answerOf(stranger, request))).toEqual(shown(missing));
    };
    const reads = ofSomebody.filter((one) => !isUnsafe(one));
    await everyOperation(reads, check, { atOnce: AT_ONCE });
  });

  it('S1 an ended session may nothing', async () => {
    const guest = await somebody(cairn);
    await guest.client.call('logout');
    const check = async (operation: Operation): Promise<void> =>
      expect(codeIn(await answerOf(guest.client, requestIn(worlds.public, operation)))).toBe(
        'unauthenticated',
      );
    await everyOperation(every(isProtected), check, { atOnce: AT_ONCE });
  });

  const nested = ofSomebody.flatMap((operation) => {
    const ids = parameterNames(operation).filter((name) => partOf(operation, name) !== undefined);
    return ids.length < 2 ? [] : ids.map((name) => ({ operation, name }));
  });
  type Nested = (typeof nested)[number];
  it('S2 a child under the wrong parent is not found', () => {
    const check = async ({ operation, name }: Nested): Promise<void> => {
      const wrong = paramsIn(other, operation)[name] ?? '';
      const params = { ...paramsIn(worlds.private, operation), [name]: wrong };
      const answer = await answerOf(owner.client, { ...requestIn(worlds.private, operation), params });
      expect(codeIn(answer)).toBe('not_found');
    };
    const nameOf = ({ operation, name }: Nested): string => `${operation.id} {${name}}`;
    return everyCell(nested, nameOf, check, { atOnce: AT_ONCE, oneByOne: isOfHistory });
  });

  it('S2 ids of another version are refused in bodies', async () => {
    const { dataset, version, split, item } = worlds.private;
    const params = { dataset_id: dataset, version_id: version };
    const refused = async (path: string, body: unknown) =>
      codeIn(await answerOf(owner.client, { method: 'POST', path, params, body }));
    const base = '/api/v1/datasets/{dataset_id}/versions/{version_id}';
    expect(await refused(`${base}/items`, { splits: [{ id: other.split }] })).toBe('foreign_split');
    const annotation = { type: 'classification', label_id: other.label };
    expect(await refused(`${base}/items`, { annotations: [annotation] })).toBe('foreign_label');
    expect(await refused(`${base}/items/${item}/annotations`, annotation)).toBe('foreign_label');
    expect(await refused(`${base}/labels`, { name: 'under', parent_id: other.label })).toBe('foreign_label');
    const { body } = await owner.client.call('addItemsToSplit', {
      params: { ...params, id: split },
      body: { item_ids: [other.item] },
    });
    expect(body).toMatchObject({ added: 0, errors: [{ index: 0, code: 'not_found' }] });
    const bulk = await owner.client.call('bulkDatasetItems', { params, body: { delete: [other.item] } });
    expect(bulk.body).toMatchObject({ deleted: 0, errors: [{ index: 0, code: 'not_found' }] });
    const activated = await owner.client.try('updateDataset', {
      params: { id: dataset },
      body: { active_version_id: other.version },
    });
    expect(activated).toMatchObject({ status: 422, body: { code: 'foreign_version' } });
  });

  it('S2 ids of another workflow and another graph are refused in bodies', async () => {
    const { workflow, workflowNode: node, workflowEndNode: end, graph } = worlds.private;
    const edge = { begin_node_id: node, end_node_id: end };
    const foreign = [{ begin_node_id: other.workflowNode }, { end_node_id: other.workflowNode }];
    const drawn = (ends: object) => ({ nodes: [{ id: node }, { id: end }], edges: [{ ...edge, ...ends }] });
    const refused = [
      ...foreign.flatMap((ends) => [
        [operations.createWorkflowEdge, { ...edge, ...ends }, 'foreign_node'] as const,
        [operations.updateWorkflowEdge, ends, 'foreign_node'] as const,
        [operations.setWorkflowGraph, drawn(ends), 'foreign_node'] as const,
        [operations.createWorkflowVersion, drawn(ends), 'foreign_node'] as const,
        [operations.createWorkflow, { name: 'drawn', ...drawn(ends) }, 'foreign_node'] as const,
      ]),
      [operations.updateWorkflow, { active_version_id: other.workflowVersion }, 'foreign_version'],
      [operations.updateWorkflow, { active_version_id: other.graphVersion }, 'foreign_version'],
      [operations.updateGraph, { active_version_id: other.graphVersion }, 'foreign_version'],
    ] as const;
    const nameOf = ([{ id }, body]: (typeof refused)[number]): string => `${id} ${JSON.stringify(body)}`;
    await everyCell(refused, nameOf, async ([operation, body, code]) => {
      const answer = await answerOf(owner.client, { ...requestIn(worlds.private, operation), body });
      expect([answer.status, codeIn(answer)]).toEqual([422, code]);
    });
    const params = { workflow_id: workflow, version_id: worlds.private.workflowVersion };
    const taken = { nodes: [{ id: other.workflowNode, name: 'of another' }], edges: [] };
    const { body: version } = await owner.client.call('createWorkflowVersion', {
      params,
      body: taken,
    });
    expect(version.node_ids).not.toContain(other.workflowNode);
    const { body: left } = await owner.client.call('listWorkflowNodes', { params });
    expect(left.map(({ id }) => id).sort()).toEqual([node, end].sort());
    expect((await owner.client.call('getGraph', { params: { id: graph } })).body.versions).toHaveLength(2);
  });

  it('S03 the routes by id alone decide as the full path does', async () => {
    for (const visibility of ['private', 'public'] as const)
      for (const client of [...Object.values(clients), owner.client]) {
        const { dataset, version } = worlds[visibility];
        const asked = async (path: string) => {
          const { status, text } = await answerOf(client, { method: 'GET', path });
          return {
            status,
            body: status === 200 ? jsonIn({ text }) : jsonIn({ text })['code'],
          };
        };
        const full = `/api/v1/datasets/${dataset}/versions/${version}`;
        expect(await asked(`/api/v1/datasetversions/${version}`)).toEqual(await asked(full));
        expect(await asked(`/api/v1/dataset-versions/${version}/splits`)).toEqual(
          await asked(`${full}/splits`),
        );
      }
  });

  it('S4 what is an administrator’s takes an administrator, and a key for that', async () => {
    const admin = await administrator(cairn);
    const keyOf = async ({ client }: Person, ...scopes: string[]): Promise<Client> => {
      const { body } = await client.call('createAPIKey', { body: { name: 'a key', scopes } });
      return cairn.client(body.key);
    };
    const everything = await keyOf(owner, '*:*');
    const forOthers = await keyOf(admin, 'datasets:*', 'me:*');
    const forThat = await keyOf(admin, 'admin:*');
    const check = async (operation: Operation): Promise<void> => {
      const request = await preparedIn(cairn, worlds.private, operation);
      const codeFor = async (client: Client): Promise<string> => codeIn(await answerOf(client, request));
      expect(await codeFor(cairn.client())).toBe('unauthenticated');
      expect(await codeFor(owner.client)).toBe('administrator_required');
      expect(await codeFor(everything)).toBe('administrator_required');
      expect(await codeFor(forOthers)).toBe('administrator_required');
      const successes = Object.keys(operation.replies).filter((status) => status < '300');
      expect(successes).toContain(await codeFor(forThat));
    };
    await everyOperation(
      every(({ access }) => access === 'administrator'),
      check,
    );
  });

  it('S4 every path of the administration is an administrator’s', () => {
    const administration = allOperations.filter(({ path }) => path.startsWith('/admin'));
    expect(administration.map(({ access }) => access)).toEqual(administration.map(() => 'administrator'));
  });

  it('S5 lists, counts and search leave out what is unreadable', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const hidden = await owner.client.call('createDataset', { body: { name: `${word} hidden` } });
    const shown = await owner.client.call('createDataset', { body: { name: `${word} shown`, public: true } });
    const listFor = async (client: Client, query: Record<string, string>) => {
      const { body, headers } = await client.call('listDatasets', { query });
      return { ids: body.map(({ id }) => id).sort(), total: Number(headers.get('x-total-count')) };
    };
    const stranger = clients['a stranger'];
    for (const query of [{ q: word }, { q: word, visibility: 'public' }, { user_id: owner.id, q: word }])
      expect(await listFor(stranger, query)).toEqual({ ids: [shown.body.id], total: 1 });
    for (const query of [{ q: 'hidden' }, { q: word, visibility: 'private' }, { name: `${word} hidden` }])
      expect(await listFor(stranger, query)).toEqual({ ids: [], total: 0 });
    const mine = [hidden.body.id, shown.body.id].sort();
    expect(await listFor(owner.client, { q: word })).toEqual({ ids: mine, total: 2 });
    const everybodys = await listFor(stranger, {});
    expect(everybodys.ids).not.toContain(hidden.body.id);
    expect(everybodys.total).toBe(everybodys.ids.length);
  });
});
