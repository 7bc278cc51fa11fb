import { type Grant, type Group, noGroups, type Rights, refuse, userPrincipal } from '@cairn/kernel';
import { placeAfter } from './transfer.js';

/** Ada and Grace are in `o`, Ada in `x` too; Eve is in none that anybody else is in. */
const members: Readonly<Record<string, readonly string[]>> = { o: ['ada', 'grace'], x: ['ada'] };
const rights: Rights = {
  ...noGroups,
  inGroup: async (userId, group: Group): Promise<readonly Grant[]> =>
    members[group.id]?.includes(userId)
      ? [{ group, through: group, role: { id: 'r', slug: 'r' }, permissions: ['*:*'] }]
      : [],
};
/** What identity tells of somebody who is named. */
const sharee = async ({ user_id }: { readonly user_id?: string }) =>
  user_id === 'nobody'
    ? refuse('user_unknown', 'No.')
    : { user_id, immediate: Object.values(members).some((all) => all.includes(user_id ?? '')) };
const services = {
  identity: { query: ((_: unknown, wanted: object) => sharee(wanted)) as never },
};
const after = (
  by: string,
  owner: string,
  input: Parameters<typeof placeAfter>[3],
  to?: string,
  organization_id: string | null = 'o',
) =>
  placeAfter(
    {
      principal: userPrincipal({ id: by, administrator: false }, 's'),
      at: '2026-02-01T00:00:00.000Z',
      tools: { rights, services },
    },
    { resource: 'datasets', called: 'dataset' },
    { user_id: owner, organization_id, project_id: null },
    input,
    to,
  );
const inO = { organization_id: 'o', project_id: null };
const nowhere = { organization_id: null, project_id: null };
const REFUSED = { refused: 'recipient_unavailable' };

describe('to whom an asset may be given', () => {
  it('is a member of the organization that it is in', async () => {
    expect(await after('ada', 'ada', {}, 'grace')).toEqual(inO);
    expect(await after('ada', 'ada', {}, 'eve')).toMatchObject(REFUSED);
    expect(await after('ada', 'ada', {}, 'nobody')).toMatchObject(REFUSED);
  });
  it('is a member of the organization that it comes into', async () => {
    expect(await after('ada', 'ada', { organization_id: 'x' }, 'grace')).toMatchObject(REFUSED);
    expect(await after('ada', 'ada', { organization_id: 'x' })).toMatchObject({ organization_id: 'x' });
  });
  it('is somebody of a common organization when it is in none, told alike of who is unknown', async () => {
    expect(await after('ada', 'ada', {}, 'grace', null)).toEqual(nowhere);
    expect(await after('ada', 'ada', {}, 'eve', null)).toEqual(await after('ada', 'ada', {}, 'nobody', null));
  });
  it('is always who asks, for their own workspace', async () => {
    expect(await after('eve', 'eve', { organization_id: null })).toEqual(nowhere);
    expect(await after('ada', 'eve', { organization_id: null }, 'ada')).toEqual(nowhere);
  });
  it('is not the owner, where an administrator moves it to what the owner is not in', async () => {
    expect(await after('ada', 'grace', { organization_id: 'x' })).toMatchObject(REFUSED);
    expect(await after('ada', 'eve', {})).toEqual(inO);
  });
});
