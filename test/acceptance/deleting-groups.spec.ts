/** A project is deleted with what is in it, by work that can be seen; each dataset can be restored. */
import { foundFirm, joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('deleting a group with its assets on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let grace: Person;
  let firm: string;
  let project: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace] = [await somebody(cairn), await somebody(cairn, 'grace')];
    firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, grace);
    const body = { name: 'Mails', slug: 'mails', organization_id: firm };
    project = (await ada.client.call('createProject', { body })).body.id;
    await ada.client.call('addProjectMember', {
      params: { id: project },
      body: { user_id: grace.id, role_slug: 'project_editor' },
    });
  });
  afterAll(() => cairn.remove());

  const make = async ({ client }: Person, body: object): Promise<string> =>
    (await client.call('createDataset', { body: { name: 'mails', ...body } })).body.id;
  const status = async ({ client }: Person, id: string): Promise<number> =>
    (await client.try('getDataset', { params: { id } })).status;
  const over = async ({ client }: Person, id: string) => {
    for (;;) {
      const { body } = await client.call('getJob', { params: { id } });
      if (body.status !== 'queued' && body.status !== 'running') return body;
    }
  };

  it('deletes what its requester may delete, then the group; private ones of others stay', async () => {
    const seen = await make(grace, { project_id: project, visibility: 'project' });
    const hidden = await make(grace, { project_id: project });
    const other = await make(ada, { organization_id: firm, visibility: 'org' });
    const request = { params: { id: project }, query: { assets: 'delete' as const } };
    expect((await grace.client.try('deleteProject', request)).status).toBe(403);
    const told = await ada.client.try('deleteProject', request);
    expect(told.status).toBe(202);
    const job = (told.headers.get('location') ?? '').split('/').at(-1) ?? '';
    expect(await over(ada, job)).toMatchObject({
      id: job,
      job_type: 'delete_group',
      status: 'completed',
      result: { deleted: 1, kept: 1 },
    });
    expect((await ada.client.call('listJobs')).body.map(({ id }) => id)).toContain(job);
    expect((await grace.client.try('getJob', { params: { id: job } })).status).toBe(404);
    expect([await status(ada, seen), await status(grace, hidden), await status(ada, other)]).toEqual([
      404, 200, 200,
    ]);
    expect((await ada.client.try('getProject', { params: { id: project } })).status).toBe(404);
    await ada.client.call('restoreProject', { params: { id: project } });
    expect((await ada.client.call('restoreDataset', { params: { id: seen } })).body.id).toBe(seen);
    expect(await status(grace, seen)).toBe(200);
  });

  it('of an organization takes all that its administrators manage, and a stale tag is refused', async () => {
    const stale = {
      params: { id: firm },
      query: { assets: 'delete' as const },
      headers: { 'if-match': '"99.x"' },
    };
    expect((await ada.client.try('deleteOrganization', stale)).status).toBe(412);
    const told = await ada.client.try('deleteOrganization', { ...stale, headers: {} });
    const job = (told.headers.get('location') ?? '').split('/').at(-1) ?? '';
    const { result } = await over(ada, job);
    expect(result).toEqual({ deleted: 2, kept: 1 });
    expect((await ada.client.try('getOrganization', { params: { id: firm } })).status).toBe(404);
  });

  it('without the parameter the assets stay their owners’ own', async () => {
    const other = await foundFirm(ada, 'Other');
    const id = await make(ada, { organization_id: other });
    expect((await ada.client.try('deleteOrganization', { params: { id: other } })).status).toBe(204);
    expect(await status(ada, id)).toBe(200);
  });
});
