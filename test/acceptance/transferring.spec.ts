/** A dataset is given to a colleague, moved between projects, and taken home. */
import { randomUUID } from 'node:crypto';
import { foundFirm, joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('transferring a dataset on $name', (topology) => {
  let cairn: RunningCairn;
  /** Founds the firm; a member; somebody of another firm. */
  let ada: Person;
  let grace: Person;
  let eve: Person;
  let firm: string;
  let project: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace, eve] = [await somebody(cairn), await somebody(cairn, 'grace'), await somebody(cairn, 'eve')];
    firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, grace);
    await foundFirm(eve, 'Other');
    const body = { name: 'Mails', slug: 'mails', organization_id: firm };
    project = (await ada.client.call('createProject', { body })).body.id;
  });
  afterAll(() => cairn.remove());

  const make = async ({ client }: Person, body = {}): Promise<string> =>
    (await client.call('createDataset', { body: { name: 'mails', ...body } })).body.id;
  const status = async ({ client }: Person, id: string): Promise<number> =>
    (await client.try('getDataset', { params: { id } })).status;
  const refused = async ({ client }: Person, id: string, body: object) => {
    const told = await client.try('transferDataset', { params: { id }, body });
    return [told.status, (told.body as { code?: string }).code];
  };

  it('to a colleague: theirs from the answer on, and the former owner’s no more', async () => {
    const id = await make(ada, { organization_id: firm });
    const { body: share } = await ada.client.call('createDatasetShare', {
      params: { id },
      body: { user_id: grace.id, without_invite: true },
    });
    const key = { 'idempotency-key': randomUUID() };
    const request = { params: { id }, body: { user_id: grace.id }, headers: key };
    const { body, headers } = await ada.client.call('transferDataset', request);
    expect(body).toEqual({
      ...{ id, user_id: grace.id, organization_id: firm },
      ...{ visibility: 'private', public: false },
    });
    expect([await status(ada, id), await status(grace, id)]).toEqual([404, 200]);
    const again = await ada.client.call('transferDataset', request);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([body, 'true']);
    const { body: shares } = await grace.client.call('listDatasetShares', { params: { id } });
    expect(shares.map(({ is_owner, user_id }) => [is_owner, user_id])).toEqual([[true, grace.id]]);
    const gone = await grace.client.try('getDatasetShare', { params: { id, share_id: share.id } });
    expect(gone.status).toBe(404);

    const { body: history } = await grace.client.call('listDatasetHistory', { params: { id } });
    const moved = history.at(-1);
    expect(moved).toMatchObject({
      type: 'datasets.dataset.transferred.v1',
      actor: { kind: 'user', id: ada.id },
    });
    expect(String(moved?.revision)).toBe(headers.get('x-revision'));
    expect(moved?.changes).toContainEqual({ path: '/user_id', before: ada.id, after: grace.id });
    const revert = { params: { id }, body: { revision: moved!.revision } };
    const told = await grace.client.try('revertDataset', revert);
    expect([told.status, (told.body as { code?: string }).code]).toEqual([409, 'not_revertible']);
  });

  it('into a project, and home: a visibility that fits nowhere becomes private', async () => {
    const id = await make(grace, { organization_id: firm });
    await ada.client.call('addProjectMember', {
      params: { id: project },
      body: { user_id: grace.id, role_slug: 'project_editor' },
    });
    const into = { params: { id }, body: { project_id: project } };
    const { body: placed } = await grace.client.call('transferDataset', into);
    expect(placed).toMatchObject({ organization_id: firm, project_id: project, visibility: 'private' });
    await grace.client.call('updateDataset', { params: { id }, body: { visibility: 'project' } });
    expect(await status(ada, id)).toBe(200);
    const home = { params: { id }, body: { organization_id: null, project_id: null } };
    const { body } = await grace.client.call('transferDataset', home);
    expect(body).toEqual({ id, user_id: grace.id, visibility: 'private', public: false });
    expect(await status(ada, id)).toBe(404);
  });

  it('by an administrator, who takes it or gives it, and by nobody else', async () => {
    const id = await make(grace, { organization_id: firm, visibility: 'org' });
    expect(await refused(eve, id, { user_id: eve.id })).toEqual([404, 'not_found']);
    await ada.client.call('transferDataset', { params: { id }, body: { user_id: ada.id } });
    expect(await status(grace, id)).toBe(200);
    expect(await refused(grace, id, { user_id: grace.id })).toEqual([403, 'forbidden']);
  });

  it('to nobody outside, alike whether there is such an account, and into no group of others', async () => {
    const id = await make(ada, { organization_id: firm });
    const unavailable = [422, 'recipient_unavailable'];
    expect(await refused(ada, id, { user_id: eve.id })).toEqual(unavailable);
    expect(await refused(ada, id, { user_id: randomUUID() })).toEqual(unavailable);
    expect(await refused(ada, id, { user_id: eve.id, organization_id: null })).toEqual(unavailable);
    expect(await refused(ada, id, { organization_id: randomUUID() })).toEqual([422, 'group_unavailable']);
    expect(await refused(ada, id, { organization_id: null, project_id: project })).toEqual([
      422,
      'project_elsewhere',
    ]);
    const stale = { params: { id }, body: { user_id: grace.id }, headers: { 'if-match': '"7.x"' } };
    expect((await ada.client.try('transferDataset', stale)).status).toBe(412);
  });

  it('is not the way around a group that one may not use any more', async () => {
    const id = await make(grace, { organization_id: firm });
    const home = { params: { id }, body: { organization_id: null } };
    const moved = await grace.client.call('updateDataset', home);
    await grace.client.call('removeOrganizationMember', { params: { id: firm, user_id: grace.id } });
    const revision = Number(moved.headers.get('x-revision'));
    const told = await grace.client.try('revertDataset', { params: { id }, body: { revision } });
    expect([told.status, (told.body as { code?: string }).code]).toEqual([422, 'group_unavailable']);
  });
});
