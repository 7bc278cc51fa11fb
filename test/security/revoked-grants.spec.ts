/**
 * S18: a right to a dataset that was taken away, in every way that there is: nothing is granted after the answer, at any
 * gateway. Sessions, keys and accounts that end are in `revocation.spec.ts`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@cairn/client';
import { joinFirm } from '../support/firm.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type Scene, waysToTakeGrants } from '../support/taking-grants.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('S18 a right that was taken away, on $name', (topology) => {
  let cairn: SharedCairn;
  let people: Pick<Scene, 'giver' | 'taker' | 'administrator'>;
  beforeAll(async () => {
    cairn = await topology.shared();
    const [giver, taker] = [await somebody(cairn, 'ada'), await somebody(cairn, 'ben')];
    people = { giver, taker, administrator: await administrator(cairn) };
    const circle = await organization(giver);
    await joinFirm(cairn, circle, giver, taker);
  }, 60_000);
  afterAll(() => cairn.leave());

  const organization = async ({ client }: Person): Promise<string> =>
    (await client.call('createOrganization', { body: { name: 'Firm', slug: `f${randomUUID()}` } })).body.id;
  /** A firm of its own for each way. */
  const sceneOf = async (): Promise<Scene> => {
    const { giver } = people;
    const organization_id = await organization(giver);
    const body = { name: 'Group', slug: 'group', organization_id };
    const [team, project] = await Promise.all([
      giver.client.call('createTeam', { body }),
      giver.client.call('createProject', { body }),
    ]);
    return { ...people, firm: organization_id, team: team.body.id, project: project.body.id };
  };

  /** What the taker is told of a dataset at every gateway: the statuses of a read and a write, and whether it is listed. */
  const toldOf = (dataset: string): Promise<readonly string[]> =>
    Promise.all(
      cairn.gateways.map(async (baseUrl) => {
        const client = createClient({ baseUrl, token: people.taker.token });
        const params = { id: dataset };
        const read = await client.try('getDataset', { params });
        const write = await client.try('updateDataset', { params, body: { notes: 'theirs' } });
        return `${read.status} ${write.status} ${await listed(client, dataset)}`;
      }),
    );
  const listed = async (client: Client, dataset: string): Promise<string> => {
    const query = { limit: 100, sort: '-created_at' };
    const { body, headers } = await client.call('listDatasets', { query });
    const isCounted = Number(headers.get('x-total-count')) === body.length;
    return `${body.some(({ id }) => id === dataset) ? 'listed' : 'unlisted'}${isCounted ? '' : ' miscounted'}`;
  };
  const everywhere = (told: string) => cairn.gateways.map(() => told);

  it.each(Object.keys(waysToTakeGrants))('%s', async (way) => {
    const { dataset, was, take } = await waysToTakeGrants[way]!(await sceneOf());
    const before = await toldOf(dataset);
    expect(before.filter((told) => !told.startsWith('200') || !told.endsWith(' listed'))).toEqual([]);
    if (was === 'write') expect(before).toEqual(everywhere('200 200 listed'));
    await take();
    expect(await toldOf(dataset)).toEqual(
      everywhere(was === 'write' ? '200 403 listed' : '404 404 unlisted'),
    );
  });

  it('decision 24: an import by an editor who is removed meanwhile ends at its next step', async () => {
    const scene = await sceneOf();
    const { giver, taker, firm, project } = scene;
    const member = { user_id: taker.id, role_slug: 'project_editor' };
    await giver.client.call('addOrganizationMember', { params: { id: firm }, body: { user_id: taker.id } });
    await giver.client.call('addProjectMember', { params: { id: project }, body: member });
    const placed = {
      name: 'worked on',
      visibility: 'project' as const,
      organization_id: firm,
      project_id: project,
    };
    const { body: dataset } = await giver.client.call('createDataset', { body: placed });
    const version = dataset.active_version_id ?? '';
    const rows = 20_000;
    const { headers } = await taker.client.call('importDataset', {
      params: { dataset_id: dataset.id, id: version },
      file: {
        name: 'many.csv',
        contentType: 'text/csv',
        content: `text\n${Array.from({ length: rows }, (_, row) => `row ${row}`).join('\n')}\n`,
      },
      headers: { prefer: 'respond-async' },
    });
    const job = (headers.get('location') ?? '').split('/').at(-1) ?? '';
    const landed = async (): Promise<number> => {
      const params = { dataset_id: dataset.id, version_id: version };
      const answer = await giver.client.call('listDatasetItems', { params, query: { limit: 1 } });
      return Number(answer.headers.get('x-total-count'));
    };
    while ((await landed()) === 0) await pause(5);
    await giver.client.call('removeProjectMember', { params: { id: project, user_id: taker.id } });
    for (;;) {
      const { body } = await giver.client.call('getJob', { params: { id: job } });
      if (body.status === 'failed' || body.status === 'completed') {
        expect(body).toMatchObject({ status: 'failed', error_code: 'not_found' });
        break;
      }
      await pause(20);
    }
    expect(await landed()).toBeLessThan(rows);
    expect((await taker.client.try('getJob', { params: { id: job } })).status).toBe(404);
  }, 60_000);
});
