import { identityQueries } from '@cairn/contracts';
import { freshId, isRefusal, otherService, type Principal, requesterOf, system } from '@cairn/kernel';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { asPerson, PASSWORD, signUp } from '../testing/sign-up.js';

describe('people, as another service asks for them', () => {
  let under: IdentityUnderTest;
  let root: Principal;
  let ada: Principal;
  beforeEach(async () => {
    under = await startIdentity();
    const body = { username: 'root', email: 'root@example.org', password: PASSWORD };
    await under.done('registerFirstAdministrator', { body }, { principal: system });
    await signUp(under);
    [root, ada] = [await asPerson(under, 'root'), await asPerson(under, 'ada')];
  });
  afterEach(() => under.remove());

  const asked = (who: Principal, ids: readonly string[]) =>
    otherService('identity', {
      name: 'models',
      needs: ['identity'],
      find: () => under.identity,
      clock: under.clock,
    }).query(identityQueries.peopleById, { ids: [...ids] }, { onBehalfOf: requesterOf(who) });
  const refused = async (who: Principal): Promise<string> => {
    const answer = await asked(who, [ada.userId]);
    return isRefusal(answer) ? answer.refused : 'answered';
  };

  it('are told to an administrator, without what nobody is told', async () => {
    expect(await asked(root, [root.userId, freshId(), ada.userId])).toMatchObject([
      { id: root.userId, username: 'root', is_system_admin: true },
      { id: ada.userId, username: 'ada', is_system_admin: false, disabled: false, hashed_password: '' },
    ]);
  });

  it('S1: are told to nobody else, and to no key without the scope, whoever the caller says it is', async () => {
    expect(await refused(ada)).toBe('administrator_required');
    expect(await refused({ ...ada, administrator: true })).toBe('administrator_required');
    const keyWith = async (scope: string): Promise<Principal> => {
      const body = { name: scope, scopes: [scope] };
      const { result } = await under.done('createAPIKey', { body }, { principal: root });
      return under.authenticator.authenticate((result as { readonly key: string }).key);
    };
    expect(await refused(await keyWith('models:read'))).toBe('administrator_required');
    expect(await refused(await keyWith('admin:read'))).toBe('answered');
  });

  it('are left out when they are erased', async () => {
    await under.done('deleteMe', { body: { password: PASSWORD } }, { principal: ada });
    expect(await asked(root, [ada.userId])).toEqual([]);
  });

  it('are at most 100', async () => {
    const ids = Array.from({ length: 101 }, () => freshId());
    expect(await asked(root, ids)).toMatchObject({ refused: 'invalid_body' });
  });
});
