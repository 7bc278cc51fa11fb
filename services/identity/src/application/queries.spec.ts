import { identityQueries } from '@cairn/contracts';
import { freshId, isRefusal, otherService, type Principal, requesterOf, system } from '@cairn/kernel';
import { startWithPeople, type WithPeople } from '../testing/asking.js';
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

describe('secrets, as another service asks for them by name', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  const value = 'sk-a-value-that-is-told-to-nobody';
  const body = { hosts: ['api.example.org'], value };
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    firm = await its.firm(grace);
    await under.done('putSecret', { name: 'speech', body }, { principal: grace });
    await under.done('putOrganizationSecret', { id: firm, name: 'shared', body }, { principal: grace });
  });
  afterEach(() => under.remove());

  const named = async (who: Principal, key_ref: string, organization_id?: string) => {
    const asked = { key_ref, ...(organization_id === undefined ? {} : { organization_id }) };
    const answer = await otherService('identity', {
      name: 'models',
      needs: ['identity'],
      find: () => under.identity,
      clock: under.clock,
    }).query(identityQueries.secretNamed, asked, { onBehalfOf: requesterOf(who) });
    return isRefusal(answer) ? answer.refused : answer;
  };
  const keyOf = async (who: Principal, scopes: readonly string[], more = {}): Promise<Principal> => {
    const wish = { body: { name: 'k', scopes: [...scopes], ...more }, password: PASSWORD };
    const { result } = await under.done('createAPIKey', wish, { principal: who });
    return under.authenticator.authenticate((result as { readonly key: string }).key);
  };

  it('are told by id, name and hosts to the person, never by their value', async () => {
    const { hosts } = body;
    expect(await named(grace, 'me/speech')).toEqual({ id: expect.any(String), name: 'speech', hosts });
    expect(await named(grace, 'org/shared', firm)).toMatchObject({ name: 'shared', hosts });
    expect(
      JSON.stringify([await named(grace, 'me/speech'), await named(grace, 'org/shared', firm)]),
    ).not.toContain(value);
  });

  it('are told to members who may read them, and are there for nobody else', async () => {
    expect(await named(ada, 'org/shared', firm)).toBe('not_found');
    await its.join(grace, firm, ada);
    expect(await named(ada, 'org/shared', firm)).toMatchObject({ name: 'shared' });
    for (const [ref, id] of [['me/speech'], ['me/shared', firm], ['org/shared'], ['org/speech', firm]])
      expect([ref, await named(ada, ref!, id)]).toEqual([ref, 'not_found']);
    expect(await named(grace, 'org/shared', freshId())).toBe('not_found');
    expect(await named(grace, 'shared', firm)).toBe('invalid_body');
    await under.done('deleteSecret', { name: 'speech' }, { principal: grace });
    expect(await named(grace, 'me/speech')).toBe('not_found');
  });

  it('S19: are told to a key within its scopes and its organization', async () => {
    const reads = await keyOf(grace, ['secrets:read']);
    expect(await named(reads, 'me/speech')).toMatchObject({ name: 'speech' });
    const other = await keyOf(grace, ['datasets:*']);
    expect([await named(other, 'me/speech'), await named(other, 'org/shared', firm)]).toEqual([
      'not_found',
      'not_found',
    ]);
    const robot = await keyOf(grace, ['*:*'], { organization_id: firm });
    expect(await named(robot, 'me/speech')).toBe('not_found');
    expect(await named(robot, 'org/shared', firm)).toMatchObject({ name: 'shared' });
  });
});
