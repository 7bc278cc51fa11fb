import {
  type Aggregate,
  eventRegistry,
  foldInto,
  type Principal,
  streamOf,
  system,
  unfolded,
} from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { readVerificationLink } from '../credentials/mailed-token.js';
import { INVITATIONS } from '../read-models/invitations/project.js';
import { membership, membershipsOf } from '../domain/membership/state.js';
import { user, type UserState } from '../domain/user/state.js';
import { groupsIn } from '../testing/groups.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { asPerson, signIn, signUp } from '../testing/sign-up.js';

const hal = { username: 'hal', email: 'hal@example.org', password: 'correct horse battery' };

describe('an invitation that waits for an address (ADR-0034)', () => {
  let under: IdentityUnderTest;
  let groups: ReturnType<typeof groupsIn>;
  let admin: Principal;
  let firm: string;
  beforeEach(async () => {
    under = await startIdentity();
    groups = groupsIn(under);
    admin = await groups.somebody('admin');
    firm = await groups.firm(admin);
  });
  afterEach(() => under.remove());

  const invite = (role_slug = 'org_member', email = hal.email): Promise<string> =>
    groups.make(admin, 'createInvitation', { email, role_slug }, 'invitation', { id: firm });
  const statusOf = async (id: string) => (await under.documents.get(INVITATIONS, id))?.['status'];
  const stateOf = async <State>(aggregate: Aggregate<State>, id: string): Promise<State> => {
    const folded = unfolded(aggregate);
    foldInto(folded, aggregate, eventRegistry([aggregate]), await under.log.read(streamOf(aggregate, id)));
    return folded.state;
  };
  const isMember = async (userId: string): Promise<boolean> =>
    membershipsOf(await stateOf(membership, userId)).some(({ groupId }) => groupId === firm);
  const verify = async (userId: string): Promise<void> => {
    const tokens = () => under.verifications.map(({ text }) => /\/verification\/(\S+)/.exec(text)?.[1] ?? '');
    const token = () => tokens().find((each) => readVerificationLink(each)?.userId === userId);
    await until(async () => token() !== undefined);
    await under.done('verifyEmail', { token: token()! });
  };
  /** When the policy has seen all that concerns it. */
  const seen = async (policy = 'identity.awaited', categories = ['user', 'session']): Promise<void> => {
    const { events } = await under.log.readAll({ after: '', categories, limit: 1_000 });
    await until(async () => {
      const register = await under.registers.get(`policy:${policy}`);
      return typeof register?.value === 'string' && register.value >= events.at(-1)!.position;
    });
  };

  it('is accepted by itself once that is verified, and not before', async () => {
    const ids = [await invite(), await invite('org_member', 'other@example.org')];
    const id = await signUp(under, hal);
    await signIn(under, hal.username);
    await seen();
    expect([await statusOf(ids[0]!), await isMember(id)]).toEqual(['open', false]);
    await verify(id);
    await until(() => isMember(id));
    await until(async () => (await statusOf(ids[0]!)) === 'accepted');
    expect(await statusOf(ids[1]!)).toBe('open');
  });

  it('is accepted at the next sign-in when that was verified before: nothing tells of the account till then (S12)', async () => {
    const id = await signUp(under, hal);
    await verify(id);
    const invited = await invite();
    await under.withoutRegisters();
    await seen();
    expect([await statusOf(invited), await isMember(id)]).toEqual(['open', false]);
    const { refresh_token } = await signIn(under, hal.username);
    await until(() => isMember(id));
    const more = await invite('org_member', hal.email);
    await under.done('refreshToken', { body: { refresh_token } });
    await seen();
    expect(await statusOf(more)).toBe('open');
  });

  it('makes an administrator of who is invited as one, once, though all registers are lost', async () => {
    const invited = await invite('org_admin');
    const id = await signUp(under, hal);
    await verify(id);
    await until(() => isMember(id));
    expect(await statusOf(invited)).toBe('accepted');
    const events = (await under.log.read(streamOf(membership, id))).length;
    await under.withoutRegisters();
    await seen();
    expect((await under.log.read(streamOf(membership, id))).length).toBe(events);
  });

  it('is accepted for nobody else: only Cairn itself says whose it is (S20)', async () => {
    const invitation_id = await invite();
    const id = await signUp(under, hal);
    await verify(id);
    await until(() => isMember(id));
    const next = await invite('org_member', 'next@example.org');
    const input = (invitation: string, user_id: string) => ({ invitation_id: invitation, user_id });
    expect(await under.refused('acceptInvitationFor', input(next, id), { principal: admin })).toMatchObject({
      code: 'forbidden',
    });
    expect(await under.refused('acceptInvitationFor', input(next, id), { principal: system })).toMatchObject({
      code: 'invitation_invalid',
    });
    expect(await statusOf(invitation_id)).toBe('accepted');
  });

  it('shows that the address is the person’s own when it is accepted by the mailed token', async () => {
    const id = await signUp(under, hal);
    const token = await groups.mailed(firm, admin, { email: hal.email, role_slug: 'org_member' });
    const verified = async () => {
      const state: UserState = await stateOf(user, id);
      return state.kind === 'account' && state.emailVerified;
    };
    await under.done('acceptInvitation', { token }, { principal: await asPerson(under, hal.username) });
    await until(verified);
  });

  it('is nothing for who stole the token: it is for the account of the address (S20)', async () => {
    const id = await signUp(under, hal);
    const principal = await asPerson(under, hal.username);
    const token = await groups.mailed(firm, admin, { email: 'x@example.org', role_slug: 'org_member' });
    for (const command of ['acceptInvitation', 'declineInvitation'])
      expect(await under.refused(command, { token }, { principal })).toMatchObject({ code: 'other_address' });
    await seen('identity.invitations', ['invitation']);
    expect([await isMember(id), await stateOf(user, id)]).toMatchObject([false, { emailVerified: false }]);
  });

  it('lets nobody in once who invited has left, or may do less by now (S18)', async () => {
    const second = await groups.somebody('second');
    await groups.join(admin, firm, second, 'org_admin');
    const token = await groups.mailed(firm, second, { email: hal.email, role_slug: 'org_member' });
    const waiting = await groups.make(
      second,
      'createInvitation',
      { email: hal.email, role_slug: 'org_member' },
      'invitation',
      { id: firm },
    );
    await under.done(
      'updateOrganizationMember',
      { id: firm, user_id: second.userId, body: { role_slug: 'org_member' } },
      { principal: admin },
    );
    const id = await signUp(under, hal);
    const principal = await asPerson(under, hal.username);
    expect(await under.refused('acceptInvitation', { token }, { principal })).toMatchObject({
      code: 'invitation_invalid',
    });
    await verify(id);
    await seen();
    expect([await statusOf(waiting), await isMember(id)]).toEqual(['open', false]);
  });

  it('goes with the account that had verified its address, and its address with it (S38)', async () => {
    const id = await signUp(under, hal);
    await verify(id);
    const principal = await asPerson(under, hal.username);
    await seen();
    const waiting = await invite();
    await until(async () => under.mails.some(({ to }) => to === hal.email));
    await under.done('deleteMe', {}, { principal });
    await until(async () => (await under.vault.findKey(waiting)) === undefined);
    expect(await statusOf(waiting)).not.toBe('open');
  });

  it('stays when who never verified the address is erased: it may be of somebody else', async () => {
    await signUp(under, hal);
    const principal = await asPerson(under, hal.username);
    const waiting = await invite();
    await under.done('deleteMe', {}, { principal });
    await seen();
    expect(await statusOf(waiting)).toBe('open');
  });
});
