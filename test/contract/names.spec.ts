import { type Operation, operations } from '@cairn/contracts';
import type { Client, PlainRequest } from '@cairn/client';
import { answerOf, jsonIn, type ReadAnswer } from '../support/answers.js';
import { checkedClient } from '../support/contract.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** What shows nothing, and is a name of its own to a computer. */
const UNSEEN = [' ', '\u200b', ' \t\u3000', '\u2800\ufeff'];

/** Ways to write one name that a person does not tell apart. */
const SAME = ['boots', 'boots ', '\u200bboots', 'BOOTS', 'ｂｏｏｔｓ'];

const organization_id = '00000000-0000-4000-8000-000000000000';
const titled: readonly (readonly [string, Operation, object])[] = [
  ['a dataset', operations.createDataset, {}],
  ['a model', operations.createModel, {}],
  ['a workflow', operations.createWorkflow, {}],
  ['a graph', operations.createGraph, {}],
  ['an organization', operations.createOrganization, { slug: 'a-firm' }],
  ['a team', operations.createTeam, { organization_id, slug: 'a-team' }],
  ['a project', operations.createProject, { organization_id, slug: 'a-project' }],
  ['a role', operations.createRole, { organization_id, slug: 'a-role', scope: 'project', permissions: [] }],
  ['an API key', operations.createAPIKey, { scopes: [] }],
];

describe.each(topologies)('names on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let version: string;
  let plain: Client;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    plain = checkedClient(cairn.baseUrl, ada.token);
    const { body } = await ada.client.call('createDataset', { body: { name: 'shoes' } });
    version = `/api/v1/datasets/${body.id}/versions/${body.active_version_id}`;
  });
  afterAll(() => cairn.leave());

  const send = (method: 'POST' | 'PUT', path: string, body: object): Promise<ReadAnswer> =>
    answerOf(plain, { method, path, body } satisfies PlainRequest);
  const expectPlace = (answer: ReadAnswer, status: number, code: string, pointer: string): void => {
    expect(answer.status).toBe(status);
    expect(jsonIn(answer)).toMatchObject({
      code,
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
  };

  it.each(titled)('%s has one that can be seen', async (_, { path }, more) => {
    for (const name of UNSEEN)
      expectPlace(await send('POST', path, { name, ...more }), 422, 'invalid_body', '/name');
  });

  it.each([
    ['labels', 'label_name_taken'],
    ['splits', 'split_name_taken'],
  ])('%s have clean ones, and each its own', async (kind, code) => {
    const path = `${version}/${kind}`;
    const [first, other] = [
      jsonIn(await send('POST', path, { name: ' rubber \u3000 cafe\u0301\u200b' })),
      jsonIn(await send('POST', path, { name: 'boots' })),
    ];
    expect([first['name'], other['name']]).toEqual(['rubber caf\u00e9', 'boots']);
    for (const name of UNSEEN) {
      expectPlace(await send('POST', path, { name }), 422, 'invalid_body', '/name');
      expectPlace(
        await send('PUT', `${path}/${String(first['id'])}`, { name }),
        422,
        'invalid_body',
        '/name',
      );
      const body = { [kind]: [{ name: 'a' }, { name }] };
      expectPlace(
        await send('POST', version.replace(/\/[^/]+$/, ''), body),
        422,
        'invalid_body',
        `/${kind}/1/name`,
      );
    }
    for (const name of SAME) {
      expectPlace(await send('POST', path, { name }), 409, code, '/name');
      expectPlace(await send('PUT', `${path}/${String(first['id'])}`, { name }), 409, code, '/name');
      const body = { [kind]: [{ name: 'boots' }, { name }] };
      expectPlace(await send('POST', version.replace(/\/[^/]+$/, ''), body), 409, code, `/${kind}/1/name`);
    }
    const again = await send('PUT', `${path}/${String(other['id'])}`, {
      name: 'Boots ',
      description: 'to walk in',
    });
    expect(jsonIn(again)).toMatchObject({ name: 'Boots', description: 'to walk in' });
  });
});
