/** A dataset is shared with somebody who has to accept it, and taken back. */
import type { AccessExplanation } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { until } from '../faults/answers-of.js';
import { arrivedMails, mailsTo, shareTokenIn } from '../support/mailbox.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('sharing a dataset on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let grace: Person;
  let eve: Person;
  let id: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace, eve] = [await somebody(cairn), await somebody(cairn, 'grace'), await somebody(cairn, 'eve')];
    id = (await ada.client.call('createDataset', { body: { name: 'mails' } })).body.id;
  });
  afterAll(() => cairn.remove());

  const params = () => ({ id });
  const statusOf = async (client: Client): Promise<number> =>
    (await client.try('getDataset', { params: params() })).status;
  const actionsOf = async (client: Client, user_id: string) =>
    (await client.call('explainDatasetAccess', { params: params(), query: { user_id } }))
      .body as AccessExplanation;
  let share: string;

  it('by an address: nothing is given, and nothing is told of the account, until it is accepted', async () => {
    const body = { email: grace.email, role_slug: 'share_editor' as const };
    const made = await ada.client.call('createDatasetShare', { params: params(), body });
    share = made.body.id;
    expect(made.body).toMatchObject({ email: grace.email, user_id: '', token: '', entity_id: id });
    expect(made.headers.get('location')).toBe(`/api/v1/datasets/${id}/share/${share}`);
    expect(await statusOf(grace.client)).toBe(404);
    const again = await ada.client.try('createDatasetShare', { params: params(), body });
    expect([again.status, (again.body as { code?: string }).code]).toEqual([409, 'share_exists']);
    const { body: shares } = await ada.client.call('listDatasetShares', { params: params() });
    expect(shares.map(({ email, is_owner, is_pending }) => [email, is_owner, is_pending])).toEqual([
      [ada.email, true, false],
      [grace.email, false, true],
    ]);
  });

  it('is accepted once by the token of the mail', async () => {
    const [mail = ''] = await arrivedMails(cairn, grace.email);
    const token = shareTokenIn(mail);
    const forged = `${token.slice(0, -3)}AAA`;
    expect((await eve.client.try('acceptShare', { params: { token: forged } })).status).toBe(404);
    const { body } = await grace.client.call('acceptShare', { params: { token } });
    expect(body).toMatchObject({ id: share, user_id: grace.id, email: '' });
    expect((await eve.client.try('acceptShare', { params: { token } })).status).toBe(404);
    expect(await statusOf(grace.client)).toBe(200);
    const { body: dataset } = await grace.client.call('getDataset', { params: params() });
    expect(dataset).toMatchObject({ shared_with_me: true, share_role: 'share_editor' });
    const { body: listed } = await grace.client.call('listDatasets', { query: { shared_with_me: true } });
    expect(listed.map((one) => one.id)).toEqual([id]);
  });

  it('an editor writes, and neither deletes nor shares', async () => {
    await grace.client.call('updateDataset', { params: params(), body: { notes: 'hers' } });
    expect((await grace.client.try('deleteDataset', { params: params() })).status).toBe(403);
    const body = { email: eve.email };
    expect((await grace.client.try('createDatasetShare', { params: params(), body })).status).toBe(403);
    expect((await grace.client.try('listDatasetShares', { params: params() })).status).toBe(403);
    expect((await eve.client.try('listDatasetShares', { params: params() })).status).toBe(404);
  });

  it('why somebody may see it is told to who may share it, and to themselves', async () => {
    expect(await actionsOf(ada.client, grace.id)).toMatchObject({
      actions: ['read', 'execute', 'write'],
      ways: [{ because: 'share', role_slug: 'share_editor' }],
    });
    expect((await actionsOf(grace.client, grace.id)).actions).toEqual(['read', 'execute', 'write']);
    expect(await actionsOf(ada.client, eve.id)).toMatchObject({ actions: [], ways: [] });
    expect((await actionsOf(ada.client, ada.id)).ways).toMatchObject([{ because: 'owner' }]);
    const asked = { params: params(), query: { user_id: ada.id } };
    expect((await grace.client.try('explainDatasetAccess', asked)).status).toBe(403);
  });

  it('another role holds from the answer on, and what is taken back is gone with it', async () => {
    const own = { id, share_id: share };
    await ada.client.call('updateDatasetShare', { params: own, body: { role_slug: 'share_viewer' } });
    const write = { params: params(), body: { notes: 'again' } };
    expect((await grace.client.try('updateDataset', write)).status).toBe(403);
    await ada.client.call('deleteDatasetShare', { params: own });
    expect(await statusOf(grace.client)).toBe(404);
    expect((await ada.client.try('deleteDatasetShare', { params: own })).status).toBe(404);
    const { body: shares } = await ada.client.call('listDatasetShares', { params: params() });
    expect(shares).toHaveLength(1);
  });

  it('refuses the owner, an unknown account, both or no name, an end in the past', async () => {
    const refused = async (body: object) => {
      const told = await ada.client.try('createDatasetShare', { params: params(), body });
      return [told.status, (told.body as { code?: string }).code];
    };
    expect(await refused({ user_id: ada.id })).toEqual([422, 'share_with_owner']);
    expect(await refused({ user_id: id })).toEqual([422, 'user_unknown']);
    expect(await refused({})).toEqual([422, 'invalid_body']);
    expect(await refused({ user_id: eve.id, email: eve.email })).toEqual([422, 'invalid_body']);
    const over = '2020-01-01T00:00:00.000Z';
    expect(await refused({ email: eve.email, expires_at: over })).toEqual([422, 'in_past']);
    expect(await refused({ email: eve.email, entity_version_id: id })).toEqual([422, 'foreign_version']);
  });

  it('no mail is sent where none is wanted, and who has a share may leave it', async () => {
    const body = { user_id: eve.id, without_invite: true };
    const made = await ada.client.call('createDatasetShare', { params: params(), body });
    expect(made.body).toMatchObject({ user_id: eve.id, email: '' });
    expect(await statusOf(eve.client)).toBe(404);
    await ada.client.call('deleteDatasetShare', { params: { id, share_id: made.body.id } });
    expect(mailsTo(cairn, eve.email)).toEqual([]);
  });

  it('SPEC-23: what was mailed about a share goes when it is accepted, and with the account', async () => {
    const hal = await somebody(cairn, 'hal');
    const shared = async (to: { readonly email: string } | { readonly user_id: string }): Promise<string> => {
      const { body: dataset } = await ada.client.call('createDataset', { body: { name: 'for hal' } });
      const before = mailsTo(cairn, hal.email);
      await ada.client.call('createDatasetShare', { params: { id: dataset.id }, body: to });
      const mails = await arrivedMails(cairn, hal.email, before.length + 1);
      return shareTokenIn(mails.find((mail) => !before.includes(mail)) ?? '');
    };
    /** A mail server keeps what it was given. */
    const areForgotten = async (): Promise<unknown> =>
      cairn.inside.keepsMails &&
      until(
        async () => mailsTo(cairn, hal.email).length,
        (left) => left === 0,
      );
    for (const to of [{ email: hal.email }, { user_id: hal.id }]) {
      await hal.client.call('acceptShare', { params: { token: await shared(to) } });
      await areForgotten();
    }
    await shared({ user_id: hal.id });
    await hal.client.call('deleteMe');
    await areForgotten();
  });
});
