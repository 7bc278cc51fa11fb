import { type Json, type Principal, Streams, system } from '@cairn/kernel';
import { faultyLog, type FaultyLog } from '@cairn/kernel/testkit';
import { administeredUser, signInState } from '../../read-models/administered-users/queries.js';
import { usersFor } from '../../read-models/users/queries.js';
import { requestersFrom } from '../../read-models/principals/requesters.js';
import { asking } from '../../testing/asking.js';
import { groupsIn } from '../../testing/groups.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { asPerson, credentials, signIn, signUp } from '../../testing/sign-up.js';

describe('accounts in the hands of administrators', () => {
  let under: IdentityUnderTest;
  let faulty: FaultyLog;
  let its: ReturnType<typeof groupsIn>;
  beforeEach(async () => {
    under = await startIdentity((real) => (faulty = faultyLog(real)).log);
    its = groupsIn(under);
  });
  afterEach(() => under.remove());
  const { reading } = asking(() => under);

  const administrator = async (name: string): Promise<Principal> => {
    const body = { username: name, email: `${name}@example.org`, password: 'correct horse battery' };
    await under.done('registerFirstAdministrator', { body }, { principal: system });
    return { ...(await asPerson(under, name)), administrator: true };
  };
  const somebody = async (name: string): Promise<Principal> => {
    await signUp(under, { username: name, email: `${name}@example.org`, password: 'correct horse battery' });
    return asPerson(under, name);
  };
  const put = (principal: Principal, { userId }: Principal, body: Json, more = {}) =>
    under.send('updateUser', { user_id: userId, body }, { principal, ...more });
  const codeOf = async (...asked: Parameters<typeof put>): Promise<string> => {
    const reply = await put(...asked);
    return reply.status === 'refused' ? reply.code : 'done';
  };
  const isAdministrator = async ({ userId }: Principal): Promise<boolean | undefined> =>
    (await administeredUser(reading(root), under, userId))?.resource.is_system_admin;
  const typesIn = async (stream: string): Promise<readonly string[]> =>
    (await under.log.read(stream)).map(({ type }) => type);
  let root: Principal;
  let ada: Principal;
  beforeEach(async () => {
    root = await administrator('root');
    ada = await somebody('ada');
  });

  it('are changed by administrators alone', async () => {
    expect(await codeOf({ ...root, administrator: false }, ada, { disabled: true })).toBe(
      'administrator_required',
    );
    expect(await codeOf(root, { ...ada, userId: root.sessionId ?? '' }, { disabled: true })).toBe(
      'not_found',
    );
  });

  it('S6: take nothing but what an administrator sets', async () => {
    const body = { is_system_admin: true, credential_id: 'x', id: root.userId, epoch: 9, username: 'root' };
    await put(root, ada, body);
    const [event] = (await under.log.read(`user-${ada.userId}`)).slice(-1);
    expect(event).toMatchObject({
      type: 'identity.user.administration_granted.v1',
      data: { id: ada.userId },
    });
    expect(Object.keys(event?.data ?? {})).toEqual(['id']);
  });

  describe('that are disabled', () => {
    it('S18: have no session and no key, and no work goes on for them, from that moment', async () => {
      const signedIn = await signIn(under);
      const body = { name: 'key', scopes: ['datasets:read'] };
      const made = await under.done('createAPIKey', { body }, { principal: ada });
      const key = (made.result as { readonly key: string }).key;
      await put(root, ada, { disabled: true });
      for (const bearer of [signedIn.bearer, key])
        await expect(under.authenticator.authenticate(bearer)).rejects.toThrow();
      const requesters = requestersFrom(new Streams({ ...under, cachedBytes: 100_000 }), under.clock);
      const asked = { kind: 'user', user_id: ada.userId, session_id: 's' } as const;
      expect(await requesters.principalOf(asked)).toBeUndefined();
      await put(root, ada, { disabled: false });
      await expect(under.authenticator.authenticate(signedIn.bearer)).rejects.toThrow();
      expect(await under.authenticator.authenticate(key)).toMatchObject({ userId: ada.userId });
      expect(await requesters.principalOf(asked)).toMatchObject({ userId: ada.userId });
    });

    it('S15: are told so after the right password alone', async () => {
      await put(root, ada, { disabled: true });
      const code = async (password?: string) =>
        (await under.refused('login', credentials('ada', password))).code;
      expect([await code('wrong wrong wrong'), await code()]).toEqual([
        'invalid_credentials',
        'account_disabled',
      ]);
    });

    it('are not the own one', async () => {
      await administrator('other');
      expect(await codeOf(root, root, { disabled: true })).toBe('own_account');
    });

    it('are disabled once, under the revision that was read', async () => {
      expect(await codeOf(root, ada, { disabled: true }, { expectedRevisions: ['99'] })).toBe(
        'precondition_failed',
      );
      await put(root, ada, { disabled: true });
      await put(root, ada, { disabled: true });
      const types = await typesIn(`user-${ada.userId}`);
      expect(types.filter((type) => type === 'identity.user.disabled.v1')).toHaveLength(1);
    });
  });

  describe('of administrators', () => {
    it('one of two who demote each other at once stays', async () => {
      await put(root, ada, { is_system_admin: true });
      const grace = { ...ada, administrator: true };
      const codes = await Promise.all([
        codeOf(root, grace, { is_system_admin: false }),
        codeOf(grace, root, { is_system_admin: false }),
      ]);
      expect(codes.sort()).toEqual(['done', 'last_administrator']);
      expect([await isAdministrator(root), await isAdministrator(ada)].sort()).toEqual([false, true]);
    });

    it('the last is neither demoted nor disabled, also when another is disabled', async () => {
      expect(await codeOf(root, root, { is_system_admin: false })).toBe('last_administrator');
      const other = await administrator('other');
      await put(root, other, { disabled: true });
      expect(await codeOf(root, root, { is_system_admin: false })).toBe('last_administrator');
      await put(root, other, { disabled: false });
      expect(await codeOf(root, root, { is_system_admin: false })).toBe('done');
      expect(await codeOf({ ...other, administrator: true }, other, { is_system_admin: false })).toBe(
        'last_administrator',
      );
    });

    it('who was demoted and is one again stays for others', async () => {
      for (const is_system_admin of [true, false, true]) await put(root, ada, { is_system_admin });
      expect(await codeOf(root, root, { is_system_admin: false })).toBe('done');
      expect(await isAdministrator(ada)).toBe(true);
    });

    it('one who was let go and stayed does not count until it is granted again', async () => {
      await put(root, ada, { is_system_admin: true });
      faulty.next('go well');
      faulty.next('be unavailable');
      await expect(put(root, ada, { is_system_admin: false })).rejects.toThrow();
      expect(await codeOf(root, root, { is_system_admin: false })).toBe('last_administrator');
      await put(root, ada, { is_system_admin: true });
      expect(await codeOf(root, root, { is_system_admin: false })).toBe('done');
    });
  });

  describe('that administer organizations', () => {
    let firm: string;
    let grace: Principal;
    beforeEach(async () => {
      grace = await somebody('grace');
      firm = await its.firm(ada);
    });
    const adminsOf = async () => (await typesIn(`organization-${firm}`)).slice(1);

    it('are not disabled without a successor where nobody else administers, which is named', async () => {
      const reply = await under.refused(
        'updateUser',
        { user_id: ada.userId, body: { disabled: true } },
        { principal: root },
      );
      expect(reply).toMatchObject({
        code: 'last_administrator',
        errors: [{ pointer: '/successors', message: expect.stringContaining(firm) }],
      });
      expect(await adminsOf()).toEqual([]);
    });

    it('are followed by a successor, member or not, in the same deed', async () => {
      const successors = [{ organization_id: firm, user_id: grace.userId }];
      await put(root, ada, { disabled: true, successors });
      expect(await adminsOf()).toEqual([
        'identity.organization.administrator_added.v1',
        'identity.organization.administrator_removed.v1',
      ]);
      const body = { name: 'of grace' };
      await under.done('updateOrganization', { id: firm, body }, { principal: grace });
      expect(await codeOf(root, ada, { disabled: true, successors })).toBe('done');
    });

    it('are followed by somebody who can, where they are needed', async () => {
      const other = await its.firm(grace, 'other');
      await put(root, await somebody('joan'), { disabled: true });
      const named = (organization_id: string, user_id: string) => ({
        disabled: true,
        successors: [{ organization_id, user_id }],
      });
      expect(await codeOf(root, ada, named(firm, ada.userId))).toBe('invalid_body');
      expect(await codeOf(root, ada, named(other, root.userId))).toBe('invalid_body');
      expect(await codeOf(root, ada, { successors: named(firm, grace.userId).successors })).toBe(
        'invalid_body',
      );
      expect(await adminsOf()).toEqual([]);
    });

    it('are one of two when both are disabled at once', async () => {
      await its.join(ada, firm, grace, 'org_admin');
      const codes = await Promise.all([ada, grace].map((who) => codeOf(root, who, { disabled: true })));
      expect(codes.sort()).toEqual(['done', 'last_administrator']);
    });

    it('administer them again when they are enabled', async () => {
      await its.join(ada, firm, grace, 'org_admin');
      await put(root, ada, { disabled: true });
      expect(await codeOf(root, grace, { disabled: true })).toBe('last_administrator');
      await put(root, ada, { disabled: false });
      expect(await codeOf(root, grace, { disabled: true })).toBe('done');
    });
  });

  describe('are found', () => {
    const page = { limit: 10, sort: 'username' };
    const names = async (filters: Parameters<typeof usersFor>[3]) =>
      (await usersFor(reading(root), under.registers, page, filters)).elements.map(
        ({ username }) => username,
      );

    it('by the words of their names, also of those that were changed', async () => {
      expect(await names({ q: 'ada@example' })).toEqual(['ada']);
      await under.done('updateMe', { body: { firstname: 'Augusta' } }, { principal: ada });
      expect([await names({ q: 'augusta ada' }), await names({ q: 'joan' })]).toEqual([['ada'], []]);
    });

    it('by what they are, without those that were erased', async () => {
      await put(root, await somebody('grace'), { disabled: true });
      await under.done('deleteMe', {}, { principal: await somebody('joan') });
      expect(await names({})).toEqual(['ada', 'grace', 'root']);
      expect(await names({ disabled: true })).toEqual(['grace']);
      expect(await names({ is_system_admin: true, disabled: false })).toEqual(['root']);
    });

    it('and tell why somebody cannot sign in', async () => {
      const state = async () => {
        const user = await administeredUser(reading(root), under, ada.userId);
        return signInState(reading(root), under, user!.resource);
      };
      expect(await state()).toMatchObject({ failed_logins: 0, second_factor: false, sessions: 1 });
      for (let turn = 0; turn < 10; turn += 1)
        await under.refused('login', credentials('ada', 'wrong wrong wrong'));
      const { locked_until, failed_logins } = await state();
      expect(failed_logins).toBe(10);
      expect(Date.parse(locked_until ?? '')).toBeGreaterThan(under.clock.now());
    }, 30_000);
  });
});
