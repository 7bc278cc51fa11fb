import { ApiKeyCreatedV1, type CreateAPIKeyResponse } from '@cairn/contracts';
import { freshId, NO_STREAM, type Principal } from '@cairn/kernel';
import { API_KEYS } from '../../read-models/api-keys/project.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { asPerson, grace, PASSWORD, signUp } from '../../testing/sign-up.js';

const HOUR_MS = 60 * 60 * 1000;
const NOT_VALID = 'A valid bearer is needed.';

describe('an API key', () => {
  let under: IdentityUnderTest;
  let principal: Principal;
  beforeEach(async () => {
    under = await startIdentity();
    await signUp(under);
    principal = await asPerson(under);
  });
  afterEach(() => under.remove());

  const create = async (body: object = {}, message = {}): Promise<CreateAPIKeyResponse> => {
    const input = { body: { name: 'nightly import', scopes: ['datasets:read'], ...body } };
    return (await under.done('createAPIKey', input, { principal, ...message }))
      .result as CreateAPIKeyResponse;
  };
  const bearerIsGood = (key: string) => under.authenticator.authenticate(key);

  it('is told once, found by nothing but itself, and holds its scopes alone', async () => {
    const made = await create();
    expect(made.key).toMatch(/^ck_[0-9A-Za-z]{54}$/);
    expect(made.key_prefix).toBe(made.key.slice(0, 8));
    expect(await bearerIsGood(made.key)).toMatchObject({
      kind: 'key',
      userId: principal.userId,
      apiKeyId: made.id,
      scopes: ['datasets:read'],
      administrator: false,
    });
    const stored = JSON.stringify(await under.documents.get(API_KEYS, made.id));
    const log = await under.log.read(`apiKey-${made.id}`);
    for (const text of [stored, JSON.stringify(log.map(({ data, metadata }) => [data, metadata]))])
      expect(text).not.toContain(made.key.slice(8));
  });

  it('law 8: has its name in plain text in no event', async () => {
    const { id } = await create();
    expect(JSON.stringify((await under.log.read(`apiKey-${id}`)).map(({ data }) => data))).not.toContain(
      'nightly',
    );
    expect(await under.documents.get(API_KEYS, id)).toMatchObject({ name: 'nightly import' });
  });

  it('that was made when its name was plain text is one as before, and its successor’s is not', async () => {
    const id = freshId();
    const data = { ...ApiKeyCreatedV1.example, id, user_id: principal.userId, expires_at: undefined };
    const [before] = await under.log.read(`user-${principal.userId}`);
    const events = [{ id: freshId(), type: ApiKeyCreatedV1.storedType, data, metadata: before!.metadata }];
    await under.log.append({ stream: `apiKey-${id}`, expected: NO_STREAM, events });
    const input = { id, body: { grace_hours: 1 } };
    const next = (await under.done('rotateAPIKey', input, { principal })).result as CreateAPIKeyResponse;
    expect(next.name).toBe('nightly import');
    expect(await under.documents.get(API_KEYS, id)).toMatchObject({ name: 'nightly import' });
    expect((await under.log.read(`apiKey-${next.id}`))[0]!.data).toMatchObject({
      name: { encrypted: expect.any(String) },
    });
  });

  it('is erased by nobody but Cairn itself', async () => {
    const { id } = await create();
    expect((await under.refused('eraseAPIKey', { api_key_id: id }, { principal })).code).toBe('forbidden');
  });

  it('is the same for a retry of the command', async () => {
    const id = freshId();
    expect(await create({}, { id })).toEqual(await create({}, { id }));
  });

  it.each([
    [{ scopes: ['models:*', 'nothing:read'] }, 'scope_unknown'],
    [{ scopes: ['datasets:own'] }, 'scope_unknown'],
    [{ organization_id: freshId() }, 'invalid_body'],
  ])('is refused with %j', async (body, code) => {
    const input = { body: { name: 'k', scopes: [], ...body } };
    expect((await under.refused('createAPIKey', input, { principal })).code).toBe(code);
  });

  it('cannot make, enable or rotate keys (S19)', async () => {
    const { id, key } = await create({ scopes: ['*:*'] });
    const asKey = { principal: await bearerIsGood(key) };
    const codes = [
      await under.refused('createAPIKey', { body: { name: 'wider', scopes: ['*:*'] } }, asKey),
      await under.refused('updateAPIKey', { id, body: { disabled: false } }, asKey),
      await under.refused('rotateAPIKey', { id, body: { grace_hours: 1 } }, asKey),
    ].map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['key_cannot_make_keys']));
  });

  it('is refused while it is disabled, and works when it is enabled again', async () => {
    const { id, key } = await create();
    await bearerIsGood(key);
    await under.done('updateAPIKey', { id, body: {} }, { principal });
    await expect(bearerIsGood(key)).rejects.toThrow(NOT_VALID);
    await under.done('updateAPIKey', { id, body: { disabled: true } }, { principal });
    await expect(bearerIsGood(key)).rejects.toThrow(NOT_VALID);
    await under.done('updateAPIKey', { id, body: {} }, { principal });
    await bearerIsGood(key);
  });

  it('is over at its end, and when it is deleted', async () => {
    const [ending, deleted] = [await create({ expires_in_days: 1 }), await create()];
    await bearerIsGood(ending.key);
    under.ahead(25 * HOUR_MS);
    await expect(bearerIsGood(ending.key)).rejects.toThrow(NOT_VALID);
    await under.done('deleteAPIKey', { id: deleted.id }, { principal });
    await expect(bearerIsGood(deleted.key)).rejects.toThrow(NOT_VALID);
    const again = await under.refused('deleteAPIKey', { id: deleted.id }, { principal });
    expect(again.code).toBe('not_found');
  });

  it('gives way to its successor after the grace, at once without one', async () => {
    const old = await create({ expires_in_days: 10 });
    const rotate = async (id: string, hours: number, message = {}): Promise<CreateAPIKeyResponse> => {
      const input = { id, body: { grace_hours: hours }, password: PASSWORD };
      return (await under.done('rotateAPIKey', input, { principal, ...message }))
        .result as CreateAPIKeyResponse;
    };
    const id = freshId();
    const next = await rotate(old.id, 2, { id });
    expect(await rotate(old.id, 2, { id })).toEqual(next);
    expect(next).toMatchObject({ name: old.name, scopes: old.scopes, expires_at: old.expires_at });
    expect(next.key).not.toBe(old.key);
    await Promise.all([bearerIsGood(old.key), bearerIsGood(next.key)]);
    under.ahead(2 * HOUR_MS + 1);
    await expect(bearerIsGood(old.key)).rejects.toThrow(NOT_VALID);
    const last = await rotate(next.id, 0);
    await expect(bearerIsGood(next.key)).rejects.toThrow(NOT_VALID);
    await bearerIsGood(last.key);
    const twice = await under.refused(
      'rotateAPIKey',
      { id: next.id, body: { grace_hours: 0 }, password: PASSWORD },
      { principal },
    );
    expect(twice.code).toBe('conflict');
  });

  it('is told again when it has replaced one that is deleted by then', async () => {
    const old = await create();
    const rotation = [
      { id: old.id, body: { grace_hours: 1 } },
      { principal, id: freshId() },
    ] as const;
    const { result } = await under.done('rotateAPIKey', ...rotation);
    await under.done('deleteAPIKey', { id: old.id }, { principal });
    expect(await under.done('rotateAPIKey', ...rotation)).toMatchObject({ result });
  });

  it('is nobody else’s', async () => {
    const { id } = await create();
    await signUp(under, grace);
    const other = await asPerson(under, 'grace');
    const codes = [
      await under.refused('updateAPIKey', { id, body: {} }, { principal: other }),
      await under.refused('rotateAPIKey', { id, body: { grace_hours: 0 } }, { principal: other }),
      await under.refused('deleteAPIKey', { id }, { principal: other }),
    ].map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['not_found']));
  });
});
