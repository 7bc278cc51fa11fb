/** Somebody is asked who has no account yet: registers, shows that the address is theirs, and has what waited for it. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { allMailsTo, arrivedMails, verificationLinkIn, verificationsTo } from '../support/mailbox.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('an address that is verified on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let firm: string;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    const slug = `firm-${randomUUID()}`;
    firm = (await ada.client.call('createOrganization', { body: { name: 'Firm', slug } })).body.id;
  });
  afterAll(() => cairn.remove());

  const named = (name: string) => {
    const username = `${name}-${randomUUID().slice(0, 8)}`;
    return { username, email: `${username}@example.org`, password: PASSWORD };
  };
  type Named = ReturnType<typeof named>;
  const signIn = async ({ username }: Named): Promise<Client> =>
    cairn.client(
      (await cairn.client().call('login', { body: { username, password: PASSWORD } })).body.apikey,
    );
  const register = async (who: Named): Promise<Client> => {
    await cairn.client().call('register', { body: who });
    return signIn(who);
  };
  const dataset = async (): Promise<string> =>
    (await ada.client.call('createDataset', { body: { name: 'mails' } })).body.id;
  const share = async (id: string, { email }: Named) =>
    (await ada.client.call('createDatasetShare', { params: { id }, body: { email } })).body;
  const statusOf = async (client: Client, id: string) =>
    (await client.try('getDataset', { params: { id } })).status;
  const link = async ({ email }: Named) =>
    verificationLinkIn((await arrivedMails(cairn, email, 1, verificationsTo))[0] ?? '');
  const verify = async (who: Named): Promise<void> => {
    await cairn.client().call('verifyEmail', { params: await link(who) });
  };
  const arrives = async (client: Client, id: string): Promise<void> => {
    while ((await statusOf(client, id)) !== 200);
  };
  const joins = async (client: Client): Promise<void> => {
    while ((await client.call('listOrganizations')).body.length === 0);
  };

  it('takes by itself what was shared with it and where it was invited; before that it takes nothing (S20)', async () => {
    const grace = named('grace');
    const id = await dataset();
    await share(id, grace);
    const body = { email: grace.email, role_slug: 'org_member' };
    await ada.client.call('createInvitation', { params: { id: firm }, body });
    const client = await register(grace);
    expect((await client.call('getMe')).body.email_verified).toBe(false);
    expect([await statusOf(client, id), (await client.call('listOrganizations')).body]).toEqual([404, []]);

    const params = await link(grace);
    expect((await cairn.client().call('getEmailVerification', { params })).body).toMatchObject({
      valid: true,
    });
    expect((await client.call('getMe')).body.email_verified).toBe(false);
    const { body: verified } = await cairn.client().call('verifyEmail', { params });
    expect(verified).toEqual({ user_id: expect.any(String), email_verified: true });
    expect((await client.call('getMe')).body.email_verified).toBe(true);
    const again = await cairn.client().try('verifyEmail', { params });
    expect([again.status, (again.body as { code?: string }).code]).toEqual([404, 'verify_token_invalid']);

    await Promise.all([arrives(client, id), joins(client)]);
    const { body: shares } = await ada.client.call('listDatasetShares', { params: { id } });
    expect(shares.map(({ email, is_pending }) => [email, is_pending])).toContainEqual([grace.email, false]);
  });

  it('has what was shared later at the next sign-in: till then it is shown as one without an account (S12)', async () => {
    const [mary, nobody] = [named('mary'), named('nobody')];
    const client = await register(mary);
    await verify(mary);
    const id = await dataset();
    const shown = await Promise.all([share(id, mary), share(id, nobody)]);
    expect(shown.map(({ user_id, accepted_at }) => [user_id, accepted_at])).toEqual([
      ['', undefined],
      ['', undefined],
    ]);
    await arrivedMails(cairn, mary.email);
    expect(await statusOf(client, id)).toBe(404);
    await arrives(await signIn(mary), id);
    expect(await statusOf(client, id)).toBe(200);
  });

  it('is another one after a change, and the link of before verifies nothing', async () => {
    const eve = named('eve');
    const client = await register(eve);
    const before = await link(eve);
    const next = { ...eve, email: named('other').email };
    await client.call('updateMe', { body: { email: next.email, password: PASSWORD } });
    expect((await cairn.client().try('verifyEmail', { params: before })).status).toBe(404);
    await verify(next);
    expect((await client.call('getMe')).body).toMatchObject({ email: next.email, email_verified: true });
  });

  it('is mailed another link when the person asks, and takes what waits with it when the account goes (S38)', async () => {
    const hal = named('hal');
    const client = await register(hal);
    await client.call('requestEmailVerification');
    const mails = await arrivedMails(cairn, hal.email, 2, verificationsTo);
    await cairn.client().call('verifyEmail', { params: verificationLinkIn(mails[1] ?? '') });
    const id = await dataset();
    await share(id, hal);
    await arrivedMails(cairn, hal.email);
    await client.call('deleteMe', { body: { password: PASSWORD } });
    const waits = async (): Promise<boolean> =>
      (await ada.client.call('listDatasetShares', { params: { id } })).body.some(
        ({ is_pending }) => is_pending,
      );
    while (await waits());
    while (cairn.inside.keepsMails && allMailsTo(cairn, hal.email).length > 0);
    expect((await ada.client.call('listDatasetHistory', { params: { id } })).body.at(-1)).toMatchObject({
      type: 'datasets.dataset.share_removed.v1',
    });
  });
});
