import type { CreateAPIKeyResponse } from '@cairn/contracts';
import { freshId, type Principal, requesterOf, Streams } from '@cairn/kernel';
import { API_KEYS } from '../../read-models/api-keys/project.js';
import { requestersFrom } from '../../read-models/principals/requesters.js';
import { groupsIn } from '../../testing/groups.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { asPerson } from '../../testing/sign-up.js';

const NOT_VALID = 'A valid bearer is needed.';

describe('an API key of an organization (S19)', () => {
  let under: IdentityUnderTest;
  let groups: ReturnType<typeof groupsIn>;
  let admin: Principal;
  let member: Principal;
  let firm: string;
  beforeEach(async () => {
    under = await startIdentity();
    groups = groupsIn(under);
    await Promise.all(['ada', 'grace'].map(groups.somebody));
    [admin, member] = [await asPerson(under, 'ada'), await asPerson(under, 'grace')];
    firm = await groups.firm(admin);
    await groups.join(admin, firm, member, 'org_admin');
  });
  afterEach(() => under.remove());

  const input = (organization_id = firm) => ({ body: { name: 'robot', scopes: ['*:*'], organization_id } });
  const create = async (principal = member): Promise<CreateAPIKeyResponse> =>
    (await under.done('createAPIKey', input(), { principal })).result as CreateAPIKeyResponse;
  const bearer = (key: string) => under.authenticator.authenticate(key);
  const demoted = () =>
    under.done(
      'updateOrganizationMember',
      { id: firm, user_id: member.userId, body: { role_slug: 'org_member' } },
      { principal: admin },
    );

  it('is bound to it, and administers nothing of the installation', async () => {
    const { id, key } = await create();
    expect(await bearer(key)).toMatchObject({ organizationId: firm, administrator: false });
    expect(await under.documents.get(API_KEYS, id)).toMatchObject({ organization_id: firm });
  });

  it('is made by who manages its keys; of another one nobody is told', async () => {
    const stranger = await groups.somebody('stranger').then(() => asPerson(under, 'stranger'));
    expect(await under.refused('createAPIKey', input(), { principal: stranger })).toMatchObject({
      code: 'invalid_body',
    });
    expect(await under.refused('createAPIKey', input(freshId()), { principal: member })).toMatchObject({
      code: 'invalid_body',
    });
    await demoted();
    expect(await under.refused('createAPIKey', input(), { principal: member })).toMatchObject({
      code: 'forbidden',
    });
  });

  it('ends with the membership of who made it, for requests and for work, and is back with it (S18)', async () => {
    const { key } = await create();
    const requester = requesterOf(await bearer(key));
    const work = async () => {
      const { log, registers, logger } = under;
      const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
      return requestersFrom(streams, under.clock).principalOf(requester);
    };
    expect(await work()).toMatchObject({ organizationId: firm });
    const leave = { id: firm, user_id: member.userId };
    await under.done('removeOrganizationMember', leave, { principal: admin });
    await expect(bearer(key)).rejects.toThrow(NOT_VALID);
    expect(await work()).toBeUndefined();
    await groups.join(admin, firm, member);
    expect(await bearer(key)).toMatchObject({ organizationId: firm });
  });

  it('ends while its organization is deleted', async () => {
    const { key } = await create();
    await under.done('deleteOrganization', { id: firm }, { principal: admin });
    await expect(bearer(key)).rejects.toThrow(NOT_VALID);
  });

  it('has a successor that is bound like it, made by who may still make one', async () => {
    const { id } = await create();
    const rotate = { id, body: { grace_hours: 1 } };
    const next = (await under.done('rotateAPIKey', rotate, { principal: member }))
      .result as CreateAPIKeyResponse;
    expect(await bearer(next.key)).toMatchObject({ organizationId: firm });
    await demoted();
    const again = { id: next.id, body: { grace_hours: 1 } };
    expect(await under.refused('rotateAPIKey', again, { principal: member })).toMatchObject({
      code: 'forbidden',
    });
  });

  it('is disabled and deleted by administrators; who made it does not enable it again without them', async () => {
    const { id, key } = await create();
    const its = { organization_id: firm, id };
    await under.done('updateOrganizationAPIKey', { ...its, body: { disabled: true } }, { principal: admin });
    await expect(bearer(key)).rejects.toThrow(NOT_VALID);
    await demoted();
    const enable = { id, body: { disabled: false } };
    expect(await under.refused('updateAPIKey', enable, { principal: member })).toMatchObject({
      code: 'forbidden',
    });
    const refused = await under.refused('deleteOrganizationAPIKey', its, { principal: member });
    expect(refused).toMatchObject({ code: 'forbidden' });
    await under.done('deleteOrganizationAPIKey', its, { principal: admin });
    expect(await under.documents.get(API_KEYS, id)).toMatchObject({ deleted: true });
  });

  it('of another organization is not there (S2)', async () => {
    const { id } = await create();
    const other = await groups.firm(admin, 'other');
    const its = { organization_id: other, id };
    expect(await under.refused('deleteOrganizationAPIKey', its, { principal: admin })).toMatchObject({
      code: 'not_found',
    });
  });

  it('disables others and enables none', async () => {
    const [robot, { id }] = [await bearer((await create()).key), await create()];
    const set = (disabled: boolean) => ({ organization_id: firm, id, body: { disabled } });
    await under.done('updateOrganizationAPIKey', set(true), { principal: robot });
    const refused = await under.refused('updateOrganizationAPIKey', set(false), { principal: robot });
    expect(refused).toMatchObject({ code: 'key_cannot_make_keys' });
  });
});
