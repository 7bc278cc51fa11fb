/** A firm with a project: who sees what, by which role, and from when on no more. */
import { randomUUID } from 'node:crypto';
import type { AccessExplanation } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('an organization with a project on $name', (topology) => {
  let cairn: RunningCairn;
  /** Founds the firm; a member with a project; a member without; nobody of it. */
  let ada: Person;
  let grace: Person;
  let mary: Person;
  let eve: Person;
  let firm: string;
  let project: string;
  let team: string;
  /** What Grace joined by. */
  let used = '';
  const datasets: Record<string, string> = {};

  const invited = (who: Person): Promise<string> => joinFirm(cairn, firm, ada, who);
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace, mary, eve] = (await Promise.all(
      ['ada', 'grace', 'mary', 'eve'].map((name) => somebody(cairn, name)),
    )) as [Person, Person, Person, Person];
    const slug = `firm-${randomUUID()}`;
    firm = (await ada.client.call('createOrganization', { body: { name: 'Firm', slug } })).body.id;
    used = await invited(grace);
    await invited(mary);
    const within = { organization_id: firm };
    project = (await ada.client.call('createProject', { body: { name: 'Mails', slug: 'mails', ...within } }))
      .body.id;
    team = (await ada.client.call('createTeam', { body: { name: 'Readers', slug: 'readers', ...within } }))
      .body.id;
    const member = { user_id: grace.id, role_slug: 'project_editor' };
    await ada.client.call('addProjectMember', { params: { id: project }, body: member });
    for (const visibility of ['private', 'project', 'org', 'public'] as const) {
      const body = { name: visibility, visibility, project_id: project };
      datasets[visibility] = (await grace.client.call('createDataset', { body })).body.id;
    }
  });
  afterAll(() => cairn.remove());

  const statusOf = async (client: Client, visibility: string): Promise<number> =>
    (await client.try('getDataset', { params: { id: datasets[visibility]! } })).status;
  const writing = async (client: Client, visibility: string): Promise<number> => {
    const request = { params: { id: datasets[visibility]! }, body: { notes: randomUUID() } };
    return (await client.try('updateDataset', request)).status;
  };
  const seen = async ({ client }: Person) => {
    const all = ['private', 'project', 'org', 'public'];
    const read = await Promise.all(all.map((one) => statusOf(client, one)));
    const written = await Promise.all(all.map((one) => writing(client, one)));
    const { body, headers } = await client.call('listDatasets', { query: { organization_id: firm } });
    expect(Number(headers.get('x-total-count'))).toBe(body.length);
    return [read, written, body.map(({ name }) => name).sort()];
  };
  const ALL = ['org', 'private', 'project', 'public'];

  it('shows each what their role and the visibility permit, in lists too', async () => {
    expect(await seen(grace)).toEqual([[200, 200, 200, 200], [200, 200, 200, 200], ALL]);
    expect(await seen(ada)).toEqual([
      [404, 200, 200, 200],
      [404, 200, 200, 200],
      ['org', 'project', 'public'],
    ]);
    expect(await seen(mary)).toEqual([
      [404, 404, 200, 200],
      [404, 404, 403, 403],
      ['org', 'public'],
    ]);
    expect(await seen(eve)).toEqual([[404, 404, 404, 200], [404, 404, 404, 403], ['public']]);
  });

  it('puts assets nowhere where their maker may not create', async () => {
    const making = async (who: Person, body: object) => {
      const told = await who.client.try('createDataset', { body: { name: 'x', ...body } });
      return [told.status, (told.body as { code?: string }).code];
    };
    expect(await making(eve, { organization_id: firm })).toEqual([422, 'group_unavailable']);
    expect(await making(eve, { organization_id: randomUUID() })).toEqual([422, 'group_unavailable']);
    expect(await making(mary, { project_id: project })).toEqual([422, 'group_unavailable']);
    expect(await making(mary, { organization_id: firm })).toEqual([201, undefined]);
  });

  it('gives a project to a team: its members hold a role there, until it is taken back', async () => {
    await ada.client.call('addTeamMember', { params: { id: team }, body: { user_id: mary.id } });
    expect(await statusOf(mary.client, 'project')).toBe(404);
    const role = (await ada.client.call('listRoles')).body.find(({ slug }) => slug === 'project_viewer');
    const given = { team_id: team, team_role_id: role!.id };
    await ada.client.call('updateProject', { params: { id: project }, body: given });
    expect([await statusOf(mary.client, 'project'), await writing(mary.client, 'project')]).toEqual([
      200, 403,
    ]);
    const asked = { params: { id: datasets['project']! }, query: { user_id: mary.id } };
    const { ways } = (await grace.client.call('explainDatasetAccess', asked)).body as AccessExplanation;
    expect(ways).toMatchObject([
      { because: 'role', role_slug: 'project_viewer', through: { kind: 'team', id: team } },
    ]);
    await ada.client.call('removeTeamMember', { params: { id: team, user_id: mary.id } });
    expect(await statusOf(mary.client, 'project')).toBe(404);
  });

  it('is over for who leaves: what is theirs there is managed by its administrators', async () => {
    await grace.client.call('removeOrganizationMember', { params: { id: firm, user_id: grace.id } });
    expect(await seen(grace)).toEqual([[404, 404, 404, 200], [404, 404, 404, 403], ['public']]);
    expect(await statusOf(ada.client, 'private')).toBe(200);
    const again = await grace.client.try('acceptInvitation', { params: { token: used } });
    expect((again.body as { code?: string }).code).toBe('invitation_invalid');
    expect(await statusOf(grace.client, 'private')).toBe(404);
    await invited(grace);
    expect(await statusOf(grace.client, 'private')).toBe(200);
    expect(await statusOf(ada.client, 'private')).toBe(404);
  });

  it('gives nothing while it is deleted: assets are their owners’ own, and what they were when it is back', async () => {
    await ada.client.call('deleteOrganization', { params: { id: firm } });
    expect(await statusOf(mary.client, 'org')).toBe(404);
    expect(await statusOf(ada.client, 'org')).toBe(404);
    expect(await statusOf(grace.client, 'org')).toBe(200);
    await ada.client.call('restoreOrganization', { params: { id: firm } });
    expect(await statusOf(mary.client, 'org')).toBe(200);
  });
});
