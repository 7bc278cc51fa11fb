import { ApiKeyCreatedV1, type CreateAPIKeyResponse } from '@cairn/contracts';
import { freshId, isRefusal, NO_STREAM, type Principal } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { API_KEYS } from '../../read-models/api-keys/project.js';
import { groupsIn } from '../../testing/groups.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { asPerson } from '../../testing/sign-up.js';

const HOUR_MS = 60 * 60 * 1000;

describe('how many API keys there may be (S11)', () => {
  let under: IdentityUnderTest;
  let ada: Principal;
  beforeEach(async () => {
    under = await startIdentity();
    await groupsIn(under).somebody('ada');
    ada = await asPerson(under, 'ada');
  });
  afterEach(() => under.remove());

  /** So many keys that were made before, as the log has them. */
  const made = async (count: number, of: { organization_id?: string } = {}): Promise<void> => {
    const [{ metadata }] = (await under.log.read(`user-${ada.userId}`)) as [never];
    const appends = Array.from({ length: count }, () => {
      const id = freshId();
      const data = { ...ApiKeyCreatedV1.example, id, user_id: ada.userId, expires_at: undefined, ...of };
      const events = [{ id: freshId(), type: ApiKeyCreatedV1.storedType, data, metadata }];
      return { stream: `apiKey-${id}`, expected: NO_STREAM, events } as const;
    });
    await under.log.appendMany(appends);
    const filter = { fields: { user_id: ada.userId, deleted: false } };
    await until(async () => (await under.documents.count(API_KEYS, filter, count)) === count);
  };
  const input = (more: object = {}) => ({ body: { name: 'k', scopes: ['datasets:read'], ...more } });
  const create = (more: object = {}) => under.send('createAPIKey', input(more), { principal: ada });
  const outcome = async (more: object = {}): Promise<string> => {
    const reply = await create(more);
    return reply.status === 'refused' ? reply.code : reply.status;
  };
  const idOf = (reply: Awaited<ReturnType<typeof create>>): string =>
    isRefusal(reply) || reply.status !== 'done' ? '' : (reply.result as CreateAPIKeyResponse).id;

  it('is bounded for a person however many are made at once, and a deleted one leaves room', async () => {
    await made(90);
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => create()));
    const done = outcomes.filter(({ status }) => status === 'done');
    expect(done).toHaveLength(10);
    expect(await outcome()).toBe('too_many_keys');
    await under.done('deleteAPIKey', { id: idOf(done[0]!) }, { principal: ada });
    expect([await outcome(), await outcome()]).toEqual(['done', 'too_many_keys']);
  });

  it('does not count keys that are over, but disabled ones', async () => {
    await made(98);
    await create({ expires_in_days: 1 });
    const last = idOf(await create());
    await under.done('updateAPIKey', { id: last, body: { disabled: true } }, { principal: ada });
    expect(await outcome()).toBe('too_many_keys');
    under.ahead(25 * HOUR_MS);
    ada = await asPerson(under, 'ada');
    expect([await outcome(), await outcome()]).toEqual(['done', 'too_many_keys']);
  });

  it('leaves a key its successor that takes its place at once, not one beside it', async () => {
    await made(99);
    const id = idOf(await create());
    const rotate = (of: string, hours: number) =>
      under.send('rotateAPIKey', { id: of, body: { grace_hours: hours } }, { principal: ada });
    expect(await rotate(id, 1)).toMatchObject({ code: 'too_many_keys' });
    const next = await rotate(id, 0);
    expect(next.status).toBe('done');
    await under.done('deleteAPIKey', { id: idOf(next) }, { principal: ada });
    const other = idOf(await create());
    await made(20);
    expect((await rotate(other, 0)).status).toBe('done');
  });

  it('is another number for an organization, whose keys do not count for who made them', async () => {
    const firm = await groupsIn(under).firm(ada);
    await made(999, { organization_id: firm });
    const ofFirm = { organization_id: firm };
    expect([await outcome(ofFirm), await outcome(ofFirm)]).toEqual(['done', 'too_many_keys']);
    expect(await outcome()).toBe('done');
  });
});
