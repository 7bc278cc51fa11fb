import type { CreateAPIKeyResponse } from '@cairn/contracts';
import { freshId, type Json, noGroups, type Principal, system } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { API_KEYS } from '../read-models/api-keys/project.js';
import { ownApiKeys } from '../read-models/api-keys/queries.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { ada, PASSWORD, principalOf, signIn, signUp } from '../testing/sign-up.js';

const MINUTE_MS = 60 * 1000;
const KEY = { body: { name: 'nightly import', scopes: ['*:*'] } };

describe('what a session may do long after its sign-in', () => {
  let under: IdentityUnderTest;
  let principal: Principal;
  let refreshToken: string;
  beforeEach(async () => {
    under = await startIdentity();
    await signUp(under);
    const session = await signIn(under);
    principal = principalOf(session);
    refreshToken = session.refresh_token;
  });
  afterEach(() => under.remove());

  const ask = (name: string, input: Json, more = {}) => under.send(name, input, { principal, ...more });
  const makeKey = async (input: Json = KEY): Promise<CreateAPIKeyResponse> =>
    (await under.done('createAPIKey', input, { principal })).result as CreateAPIKeyResponse;
  /** Everything that would make a theft permanent, or destroys. */
  const serious = (id: string): readonly (readonly [string, Readonly<Record<string, Json>>])[] => [
    ['updateMe', { body: { email: 'thief@example.org' } }],
    ['updateMe', { body: { username: 'thief' } }],
    ['updateMe', { body: { email: 'ADA@example.org' } }],
    ['createAPIKey', KEY],
    ['rotateAPIKey', { id, body: { grace_hours: 0 } }],
    ['updateAPIKey', { id, body: { disabled: false } }],
    ['updateAPIKey', { id, body: {} }],
    ['deleteMe', {}],
  ];
  const disabledKey = async (): Promise<string> => {
    const { id } = await makeKey();
    await under.done('updateAPIKey', { id, body: { disabled: true } }, { principal });
    return id;
  };

  it('S18 is nothing that makes a theft permanent, and leaves no event and no credential', async () => {
    const id = await disabledKey();
    under.ahead(5 * MINUTE_MS);
    const before = await under.log.head();
    const put = jest.spyOn(under.vault, 'putCredential');
    for (const [name, input] of serious(id))
      expect([name, await ask(name, input)]).toEqual([
        name,
        expect.objectContaining({ code: 'password_required' }),
      ]);
    expect(await under.log.head()).toBe(before);
    expect(put).not.toHaveBeenCalled();
  });

  it('is not more after a refresh, which a thief can do too', async () => {
    const id = await disabledKey();
    under.ahead(4 * MINUTE_MS);
    await under.done('refreshToken', { body: { refresh_token: refreshToken } });
    expect(await ask('updateMe', { body: { email: 'countess@example.org' } })).toMatchObject({
      status: 'done',
    });
    under.ahead(1 * MINUTE_MS);
    for (const [name, input] of serious(id))
      expect(await ask(name, input)).toMatchObject({ code: 'password_required' });
  });

  it('is all with the password', async () => {
    const id = await disabledKey();
    under.ahead(60 * MINUTE_MS);
    const password = PASSWORD;
    await under.done('updateAPIKey', { id, body: { disabled: false }, password }, { principal });
    await under.done('rotateAPIKey', { id, body: { grace_hours: 0 }, password }, { principal });
    await makeKey({ ...KEY, password });
    const body = { email: 'countess@example.org' };
    await under.done('updateMe', { body, password }, { principal });
    await under.done('deleteMe', { password }, { principal });
  });

  it('is all that anybody may know of, and all that takes something away', async () => {
    const id = await disabledKey();
    under.ahead(60 * MINUTE_MS);
    const body = { username: ada.username, email: ada.email, firstname: 'Augusta' };
    await under.done('updateMe', { body }, { principal });
    await under.done('updateAPIKey', { id, body: { disabled: true } }, { principal });
    await under.done('deleteAPIKey', { id }, { principal });
    await under.done('endAllSessions', {}, { principal });
  });

  it('S19 tells nothing of the keys of others', async () => {
    const { id } = await makeKey();
    await under.done('updateAPIKey', { id, body: { disabled: true } }, { principal });
    await signUp(under, { ...ada, username: 'eve', email: 'eve@example.org' });
    const eve = principalOf(await signIn(under, 'eve'));
    under.ahead(60 * MINUTE_MS);
    for (const other of [id, freshId()]) {
      const input = { id: other, body: { grace_hours: 0 } };
      expect(await ask('rotateAPIKey', input, { principal: eve })).toMatchObject({ code: 'not_found' });
      const enabling = await ask('updateAPIKey', { id: other, body: {} }, { principal: eve });
      expect(enabling).toMatchObject({ code: 'not_found' });
    }
  });

  it('is not decided by the session of somebody else', async () => {
    await signUp(under, { ...ada, username: 'eve', email: 'eve@example.org' });
    const { sessionId } = principalOf(await signIn(under, 'eve'));
    const mixed = { principal: { ...principal, sessionId: sessionId! } };
    expect(await ask('createAPIKey', KEY, mixed)).toMatchObject({ code: 'password_required' });
  });

  describe('a password that is sent', () => {
    const wrong = (name: string, input: Readonly<Record<string, Json>>) =>
      ask(name, { ...input, password: 'wrong horse battery', ip: '192.0.2.9' });

    it('S15 is compared also when none is needed, counted with those of a change of it, and locked out', async () => {
      const id = await disabledKey();
      const all = [...serious(id), ['updateMe', { body: { firstname: 'Augusta' } }] as const];
      for (const [name, input] of all)
        expect([name, await wrong(name, input)]).toEqual([
          name,
          expect.objectContaining({ code: 'password_incorrect' }),
        ]);
      const body = { password: 'x', new_password: 'battery staple', repeat_password: 'battery staple' };
      expect(await ask('changePassword', { body, ip: '192.0.2.9' })).toMatchObject({
        code: 'password_incorrect',
      });
      for (const [name, input] of all)
        expect(await wrong(name, input)).toMatchObject({ code: 'account_locked' });
      expect(await ask('createAPIKey', { ...KEY, password: PASSWORD, ip: '192.0.2.10' })).toMatchObject({
        status: 'done',
      });
    }, 30_000);
  });

  it.each([
    ['createAPIKey', KEY],
    ['updateMe', { body: { username: 'countess', email: 'countess@example.org' } }],
    ['deleteMe', {}],
  ])('law 3: a retry of %s that was done is answered as it was', async (name, input) => {
    const command = { id: freshId() };
    const first = await under.done(name, input, { principal, ...command });
    under.ahead(60 * MINUTE_MS);
    const again = await under.done(name, input, { principal, ...command });
    expect({ ...again, replayed: false }).toEqual(first);
    expect(again.replayed).toBe(true);
  });

  it('law 3: a retry of a rotation, or of a change with a password that is another by now, too', async () => {
    const { id } = await makeKey();
    const rotation = { id, body: { grace_hours: 1 }, password: PASSWORD };
    const move = { body: { email: 'countess@example.org' }, password: PASSWORD };
    const [rotate, change] = [
      { principal, id: freshId() },
      { principal, id: freshId() },
    ];
    const first = await under.done('rotateAPIKey', rotation, rotate);
    await under.done('updateMe', move, change);
    const next = 'battery staple horse';
    const body = { password: PASSWORD, new_password: next, repeat_password: next };
    await under.done('changePassword', { body }, { principal });
    expect((await under.done('rotateAPIKey', rotation, rotate)).result).toEqual(first.result);
    expect((await under.done('updateMe', move, change)).replayed).toBe(true);
  });

  describe('API keys that were revoked with the password', () => {
    const revoke = async (): Promise<void> => {
      const next = 'battery staple horse';
      const body = { password: PASSWORD, new_password: next, repeat_password: next, revoke_api_keys: true };
      await under.done('changePassword', { body }, { principal });
    };
    const reading = () => ({
      principal,
      rights: noGroups,
      documents: under.documents,
      today: under.documents,
      at: new Date(under.clock.now()).toISOString(),
    });
    const listed = async () =>
      (await ownApiKeys(reading(), under.registers, { limit: 9, sort: 'created_at' })).elements;

    it('S18 work no more at the very next request, never look as if they did, and are put away', async () => {
      const made = [await makeKey(), await makeKey()];
      await revoke();
      for (const { key } of made)
        await expect(under.authenticator.authenticate(key)).rejects.toThrow('A valid bearer is needed.');
      expect((await listed()).filter(({ disabled }) => !disabled)).toEqual([]);
      await until(async () => (await listed()).length === 0);
      for (const { id } of made)
        expect(await under.documents.get(API_KEYS, id)).toMatchObject({ deleted: true });
      await under.authenticator.authenticate(
        (await makeKey({ ...KEY, password: 'battery staple horse' })).key,
      );
    });

    it('law 5: are over also when they are made at that moment', async () => {
      const putCredential = under.vault.putCredential.bind(under.vault);
      jest.spyOn(under.vault, 'putCredential').mockImplementationOnce(async (...row) => {
        await revoke();
        await putCredential(...row);
      });
      const { id, key } = await makeKey();
      await expect(under.authenticator.authenticate(key)).rejects.toThrow('A valid bearer is needed.');
      expect(await ask('rotateAPIKey', { id, body: { grace_hours: 720 } })).toMatchObject({
        code: 'conflict',
      });
      await ask('updateAPIKey', { id, body: { disabled: true } });
      expect(await ask('updateAPIKey', { id, body: { disabled: false } })).toMatchObject({
        code: 'conflict',
      });
      await expect(under.authenticator.authenticate(key)).rejects.toThrow('A valid bearer is needed.');
      await under.done('deleteAPIKey', { id }, { principal: system });
    });
  });
});
