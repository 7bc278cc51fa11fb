import { freshId, type Principal } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { invitationById, ownInvitations } from '../read-models/groups/invitations.js';
import { organizationsFor } from '../read-models/groups/lists.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';

const page = { limit: 10, sort: 'created_at' };
const DAY_MS = 24 * 60 * 60 * 1000;
const email = 'ada@example.org';

describe('an invitation', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  let id: string;
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    firm = await its.firm(grace);
    id = await its.make(grace, 'createInvitation', { email }, 'invitation', { id: firm });
    await until(async () => mails().length === 1);
  });
  afterEach(() => under.remove());
  const { reading, refusal } = asking(() => under);

  const mails = () => under.mails.filter(({ messageId }) => messageId.startsWith('invitation-'));
  const tokenOf = (mail = mails()[0]): string =>
    /invitations\/([\w-]+)\/accept/.exec(mail?.text ?? '')?.[1] ?? '';
  const shown = (who = grace) => found(invitationById(reading(who), { id: firm, invitation_id: id }));
  const resend = (who = grace) =>
    under.done('resendInvitation', { id: firm, invitation_id: id }, { principal: who });
  const verify = async (who: Principal): Promise<void> => {
    const token = under.verifications
      .filter(({ to }) => to === email)
      .map(({ text }) => /\/verification\/(\S+)/.exec(text)?.[1]);
    await under.done('verifyEmail', { token: token[0]! });
    await until(
      async () => (await under.documents.get('identity_users', who.userId))?.['email_verified'] === true,
    );
  };
  const isMember = async (who: Principal): Promise<boolean> =>
    (await organizationsFor(reading(who), page)).elements.some((each) => each.id === firm);

  it('is mailed again with the same link, good for thirty days more', async () => {
    under.ahead(29 * DAY_MS);
    await resend();
    await until(async () => mails().length === 2);
    expect([tokenOf(mails()[1]), mails()[1]?.to]).toEqual([tokenOf(), email]);
    expect(new Set(mails().map(({ messageId }) => messageId)).size).toBe(2);
    under.ahead(2 * DAY_MS);
    expect(await shown()).toMatchObject({ status: 'pending' });
    await under.done('acceptInvitation', { token: tokenOf() }, { principal: ada });
    expect(await isMember(ada)).toBe(true);
    const forgotten = () => under.forgotten.map(({ messageId }) => messageId);
    await until(async () => mails().every(({ messageId }) => forgotten().includes(messageId)));
  });

  it('ends after that all the same', async () => {
    under.ahead(29 * DAY_MS);
    await resend();
    under.ahead(31 * DAY_MS);
    expect(await refusal(ada, 'acceptInvitation', { token: tokenOf() })).toBe('invitation_invalid');
    expect(await refusal(grace, 'resendInvitation', { id: firm, invitation_id: id })).toBe(
      'invitation_invalid',
    );
    await until(async () => (await under.vault.findKey(id)) === undefined);
  });

  it('is mailed five times at most (S47), by who may invite with that role, and not from another organization', async () => {
    const again = { id: firm, invitation_id: id };
    for (const [who, code] of [
      [ada, 'not_found'],
      [await its.somebody('joan'), 'not_found'],
    ] as const)
      expect(await refusal(who, 'resendInvitation', again)).toBe(code);
    const other = await its.firm(grace, 'other');
    expect(await refusal(grace, 'resendInvitation', { id: other, invitation_id: id })).toBe('not_found');
    expect(await refusal(grace, 'resendInvitation', { id: firm, invitation_id: freshId() })).toBe(
      'not_found',
    );
    for (let mail = 2; mail <= 5; mail += 1) await resend();
    expect(await refusal(grace, 'resendInvitation', again)).toBe('conflict');
    await until(async () => mails().length === 5);
  });

  it('is mailed so often to one address in a day (S47), whoever invites, and not invited for nothing', async () => {
    const noon = Math.floor(under.clock.now() / DAY_MS + 1) * DAY_MS + DAY_MS / 2;
    under.ahead(noon - under.clock.now());
    const boss = await its.somebody('boss');
    await its.join(grace, firm, boss, 'org_admin');
    const invite = (who: Principal, options: object = {}) =>
      under.send(
        'createInvitation',
        { id: firm, body: { email: 'Ada@Example.org' } },
        { principal: who, ...options },
      );
    const again = { id: freshId(), request: 'the same' };
    for (let turn = 0; turn < 3; turn += 1) expect((await invite(boss, again)).status).toBe('done');
    await resend();
    for (let mail = 3; mail <= 20; mail += 1) expect((await invite(grace)).status).toBe('done');
    const before = await under.log.head();
    const refused = { code: 'mail_limit', detail: expect.stringContaining('20 mails a day') };
    for (const who of [grace, boss]) expect(await invite(who)).toMatchObject(refused);
    expect(await refusal(grace, 'resendInvitation', { id: firm, invitation_id: id })).toBe('mail_limit');
    expect(await under.log.head()).toBe(before);
    under.ahead(DAY_MS);
    expect((await invite(grace)).status).toBe('done');
  });

  it('is one of who had it mailed last: it outlives who invited first', async () => {
    const boss = await its.somebody('boss');
    await its.join(grace, firm, boss, 'org_admin');
    await resend(boss);
    await under.done('removeOrganizationMember', { id: firm, user_id: grace.userId }, { principal: boss });
    expect(await shown(boss)).toMatchObject({ invited_by: boss.userId });
    await under.done('acceptInvitation', { token: tokenOf() }, { principal: ada });
    expect(await isMember(ada)).toBe(true);
  });

  it('is declined once, by who could accept it, and its address is forgotten', async () => {
    const token = tokenOf();
    const key: Principal = { ...ada, kind: 'key' };
    expect(await refusal(key, 'declineInvitation', { token })).toBe('session_required');
    expect(await refusal(grace, 'declineInvitation', { token })).toBe('other_address');
    await under.done('declineInvitation', { token }, { principal: ada });
    for (const command of ['declineInvitation', 'acceptInvitation'])
      expect(await refusal(ada, command, { token })).toBe('invitation_invalid');
    expect(await shown()).toMatchObject({ status: 'declined', email: '' });
    await until(async () => (await under.vault.findKey(id)) === undefined);
    expect(under.forgotten.map(({ to }) => to)).toContain(email);
    expect(await isMember(ada)).toBe(false);
  });

  it('is listed for whose verified address it is, and accepted by its id alone then', async () => {
    const own = async (who: Principal) => (await ownInvitations(reading(who), page)).elements;
    expect(await own(ada)).toEqual([]);
    expect(await refusal(ada, 'acceptInvitation', { token: id })).toBe('invitation_invalid');
    await verify(ada);
    await until(() => isMember(ada));
    await under.done('removeOrganizationMember', { id: firm, user_id: ada.userId }, { principal: grace });
    const next = await its.make(grace, 'createInvitation', { email }, 'invitation', { id: firm });
    expect(await own(ada)).toMatchObject([
      { id: next, email, organization_name: 'Firm', status: 'pending', role: { slug: 'org_member' } },
    ]);
    expect(await own(grace)).toEqual([]);
    expect(await refusal(grace, 'acceptInvitation', { token: next })).toBe('invitation_invalid');
    expect(await refusal(grace, 'declineInvitation', { token: next })).toBe('invitation_invalid');
    await under.done('acceptInvitation', { token: next }, { principal: ada });
    expect([await isMember(ada), await own(ada)]).toEqual([true, []]);
  });
});
