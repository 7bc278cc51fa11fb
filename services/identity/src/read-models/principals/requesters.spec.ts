import { derivedId, freshId, LogUnavailable, type Principal, type Requesters, Streams } from '@cairn/kernel';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { principalOf, signIn, signUp } from '../../testing/sign-up.js';
import { requestersFrom } from './requesters.js';

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

describe('who asked for work, as it stands now (SPEC-24)', () => {
  let under: IdentityUnderTest;
  let requesters: Requesters;
  let principal: Principal;
  beforeEach(async () => {
    under = await startIdentity();
    requesters = requestersFrom(new Streams({ ...under, cachedBytes: 100_000 }), under.clock);
    await signUp(under);
    principal = principalOf(await signIn(under));
  });
  afterEach(() => under.remove());

  const key = async (): Promise<string> => {
    const id = freshId();
    const body = { name: 'key', scopes: ['datasets:write'], expires_in_days: 365 };
    const made = await under.done('createAPIKey', { body }, { principal, id });
    return (made.result as { readonly id?: string }).id ?? derivedId(id, 'key', 0);
  };
  const byPerson = (user_id = principal.userId) =>
    requesters.principalOf({ kind: 'user', user_id, session_id: 's' });
  const byKey = (api_key_id: string, user_id = principal.userId) =>
    requesters.principalOf({ kind: 'key', user_id, api_key_id });

  it('is the person, also when the session has ended', async () => {
    await under.done('endSession', { id: principal.sessionId ?? '' }, { principal });
    expect(await byPerson()).toMatchObject({ kind: 'user', userId: principal.userId, scopes: ['*:*'] });
  });

  it('is the key with its scopes and nothing more', async () => {
    expect(await byKey(await key())).toMatchObject({
      kind: 'key',
      userId: principal.userId,
      scopes: ['datasets:write'],
    });
  });

  it('is nobody when the key is disabled, and is again when it is enabled', async () => {
    const id = await key();
    await under.done('updateAPIKey', { id, body: { disabled: true } }, { principal });
    expect(await byKey(id)).toBeUndefined();
    await under.done('updateAPIKey', { id, body: { disabled: false } }, { principal });
    expect(await byKey(id)).toMatchObject({ kind: 'key' });
  });

  it('is nobody when the key is deleted, is over, is unknown, or is another’s', async () => {
    const [deleted, ended] = [await key(), await key()];
    expect(await byKey(ended, freshId())).toBeUndefined();
    await under.done('deleteAPIKey', { id: deleted }, { principal });
    under.ahead(YEAR_MS);
    for (const id of [deleted, ended, freshId()]) expect(await byKey(id)).toBeUndefined();
  });

  it('is nobody when the account is erased or unknown', async () => {
    const id = await key();
    await under.done('deleteMe', {}, { principal });
    for (const nobody of [byPerson(), byPerson(freshId()), byKey(id)]) expect(await nobody).toBeUndefined();
  });

  it.each(['user', 'apiKey'])(
    'is nobody’s guess while streams of the category %s cannot be read',
    async (cut) => {
      const id = await key();
      const streams = new Streams({ ...under, cachedBytes: 100_000 });
      const unsure = requestersFrom(
        {
          current: async (aggregate, stream) => {
            if (aggregate.category === cut) throw new LogUnavailable('the log cannot be reached');
            return streams.current(aggregate, stream);
          },
        },
        under.clock,
      );
      const asked = { kind: 'key', user_id: principal.userId, api_key_id: id } as const;
      expect(await byKey(id)).toBeDefined();
      await expect(unsure.principalOf(asked)).rejects.toThrow(LogUnavailable);
    },
  );
});
