import { freshId, type Json, type Principal } from '@cairn/kernel';
import { MOST_ADMINISTRATORS } from '../domain/organization/state.js';
import { memberById } from '../read-models/groups/members.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';

describe('SPEC-22: an organization that has room for one more administrator', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let joan: Principal;
  let firm: string;
  /** Names people of whom no membership says so until one place is left. */
  const fill = async (): Promise<void> => {
    const stream = `organization-${firm}` as const;
    const last = (await under.log.read(stream)).at(-1)!;
    const type = 'identity.organization.administrator_added.v1';
    const events = Array.from({ length: MOST_ADMINISTRATORS - 2 }, () => ({
      id: freshId(),
      type,
      data: { user_id: freshId() },
      metadata: { ...last.metadata, command: freshId() },
    }));
    const { revision, hash } = last;
    await under.log.append({ stream, expected: { revision, hash }, events });
  };
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    joan = await its.somebody('joan');
    firm = await its.firm(grace);
  });
  afterEach(() => under.remove());
  const { reading } = asking(() => under);
  const roleOf = async ({ userId }: Principal): Promise<unknown> => {
    const member = await found(memberById(reading(grace), { kind: 'organization', id: firm }, userId));
    return (member as { role?: { slug: string } } | undefined)?.role?.slug;
  };
  /** Whether the organization's stream tells of a person. */
  const isNamed = async ({ userId }: Principal): Promise<boolean> =>
    (await under.log.read(`organization-${firm}`)).some(({ data }) => JSON.stringify(data).includes(userId));
  const send = (name: string, input: Readonly<Record<string, Json>>, principal: Principal) =>
    under.send(name, { id: firm, ...input }, { principal });
  /** What two get who ask at the same moment: which of them was refused, how. */
  const oneOf = async (one: Promise<{ status: string }>, other: Promise<{ status: string }>) => {
    const [first, second] = await Promise.all([one, other]);
    const isFirst = first.status === 'refused';
    const [refused, done] = isFirst ? [first, second] : [second, first];
    expect([refused, done]).toMatchObject([{ status: 'refused', code: 'conflict' }, { status: 'done' }]);
    return isFirst ? ada : joan;
  };

  it('takes one of two who are added at the same moment, and the other is no member', async () => {
    const common = await its.firm(grace, 'common');
    for (const who of [ada, joan]) await its.join(grace, common, who);
    await fill();
    const add = ({ userId }: Principal) =>
      send('addOrganizationMember', { body: { user_id: userId, role_slug: 'org_admin' } }, grace);
    const refused = await oneOf(add(ada), add(joan));
    expect(await roleOf(refused)).toBeUndefined();
    expect(await isNamed(refused)).toBe(false);
  });

  it('takes one of two who are promoted at the same moment, and the other stays what they were', async () => {
    for (const who of [ada, joan]) await its.join(grace, firm, who);
    await fill();
    const promote = ({ userId: user_id }: Principal) =>
      send('updateOrganizationMember', { user_id, body: { role_slug: 'org_admin' } }, grace);
    const refused = await oneOf(promote(ada), promote(joan));
    expect(await roleOf(refused)).toBe('org_member');
  });

  it('takes one of two who were invited, and the other link is good again when there is room', async () => {
    const [one, two] = [await invited('ada@example.org'), await invited('joan@example.org')];
    await fill();
    const accept = (token: string, principal: Principal) =>
      under.send('acceptInvitation', { token }, { principal });
    const refused = await oneOf(accept(one, ada), accept(two, joan));
    expect(await roleOf(refused)).toBeUndefined();
    const other = refused === ada ? joan : ada;
    await under.done('removeOrganizationMember', { id: firm, user_id: other.userId }, { principal: grace });
    await under.done('acceptInvitation', { token: refused === ada ? one : two }, { principal: refused });
    expect(await roleOf(refused)).toBe('org_admin');
  });
  const invited = (email: string): Promise<string> =>
    its.mailed(firm, grace, { email, role_slug: 'org_admin' });
});
