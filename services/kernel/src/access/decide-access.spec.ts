import { type AccessibleAsset, type AccessAction, accessPaths, decideAccess } from './decide-access.js';
import { anonymous, type Principal, system, userPrincipal } from './principal.js';
import { ALONE, type Grant, type Group, type Standing } from './rights.js';

const AT = '2026-02-01T00:00:00.000Z';
const LATER = '2026-03-01T00:00:00.000Z';
const asset = (visibility: string, more: Partial<AccessibleAsset> = {}): AccessibleAsset => ({
  userId: 'owner',
  organizationId: 'o',
  projectId: 'p',
  readers: [
    { token: 'user:owner' },
    { token: 'within:o' },
    ...(visibility === 'private' ? [] : [{ token: 'project:p' }]),
    ...(visibility === 'org' || visibility === 'public' ? [{ token: 'org:o' }] : []),
    ...(visibility === 'public' ? [{ token: 'public' }] : []),
  ],
  ...more,
});
const organization: Group = { kind: 'organization', id: 'o' };
const project: Group = { kind: 'project', id: 'p' };
const grant = (
  group: Group,
  slug: string,
  permissions: readonly string[],
  more: Partial<Grant> = {},
): Grant => ({
  group,
  through: group,
  role: { id: slug, slug },
  permissions,
  ...more,
});
const member = grant(organization, 'org_member', ['*:read', '*:execute', '*:create']);
const editor = grant(project, 'project_editor', ['*:read', '*:write']);
const admin = [
  grant(organization, 'org_admin', ['*:*']),
  grant(project, 'org_admin', ['*:*'], { through: organization }),
];
const actions: readonly AccessAction[] = ['read', 'execute', 'write', 'delete', 'share'];

/** What somebody may do: the first letters of the actions. */
const may = (
  userId: string,
  grants: readonly Grant[],
  its: AccessibleAsset,
  { ownerCounts = true, principal = {} }: { ownerCounts?: boolean; principal?: Partial<Principal> } = {},
): string => {
  const standing: Standing = { grants, ownerCounts };
  const caller = { ...userPrincipal({ id: userId, administrator: false }, 's'), ...principal };
  return actions
    .filter((action) => decideAccess({ principal: caller, standing }, its, `datasets:${action}`, AT).allowed)
    .map((action) => action[0])
    .join('');
};

describe('who may do what with an asset (SPEC-20, SPEC-21 and SPEC-23)', () => {
  it.each([
    ['private', '', '', '', ''],
    ['project', '', '', 'rw', 'rewds'],
    ['org', '', 're', 'rw', 'rewds'],
    ['public', 're', 're', 'rew', 'rewds'],
  ])(
    '%s: a stranger %j, a member %j, an editor of the project %j, an administrator %j',
    (visibility, ...expected) => {
      const its = asset(visibility);
      expect([[], [member], [editor], admin].map((grants) => may('x', grants, its))).toEqual(expected);
    },
  );

  it('an owner has every right, and none when it is no member any more; then administrators have, private or not', () => {
    expect(may('owner', [], asset('private'))).toBe('rewds');
    expect(may('owner', [], asset('private'), { ownerCounts: false })).toBe('');
    expect(may('x', admin, asset('private'), { ownerCounts: false })).toBe('rewds');
    expect(may('x', [member, editor], asset('private'), { ownerCounts: false })).toBe('');
  });

  it('grants of another organization or project, and those that are over, are nothing', () => {
    const elsewhere = [grant({ kind: 'organization', id: 'q' }, 'org_admin', ['*:*'])];
    expect(may('x', elsewhere, asset('org'), { ownerCounts: false })).toBe('');
    expect(may('x', [grant({ kind: 'project', id: 'q' }, 'project_admin', ['*:*'])], asset('org'))).toBe('');
    const stale = asset('private', { readers: [{ token: 'org:q' }, { token: 'project:q' }] });
    expect(may('x', [...elsewhere, grant({ kind: 'project', id: 'q' }, 'own', ['*:*'])], stale)).toBe('');
    expect(may('x', [{ ...editor, until: AT }], asset('org'))).toBe('');
    expect(may('x', [{ ...editor, until: LATER }], asset('org'))).toBe('rw');
  });

  it('a share permits what its role says until it is over', () => {
    const shared = (role: 'share_viewer' | 'share_editor', until: string) =>
      asset('private', { readers: [{ token: 'user:x', role, until }] });
    expect(may('x', [], shared('share_viewer', LATER))).toBe('re');
    expect(may('x', [], shared('share_editor', LATER))).toBe('rew');
    expect(may('x', [], shared('share_editor', AT))).toBe('');
  });

  it('what cannot be read is not there: a role without reading gives nothing', () => {
    expect(may('x', [grant(project, 'writer', ['datasets:write'])], asset('project'))).toBe('');
    expect(may('x', [grant(project, 'own', ['datasets:read', 'models:write'])], asset('project'))).toBe('r');
  });

  it('a key has its scopes of that, within its organization', () => {
    const key = { kind: 'key', scopes: ['datasets:read'] } as const;
    expect(may('x', admin, asset('org'), { principal: key })).toBe('r');
    const bound = { ...key, scopes: ['*:*'] };
    expect(may('x', admin, asset('org'), { principal: { ...bound, organizationId: 'o' } })).toBe('rewds');
    expect(may('x', admin, asset('public'), { principal: { ...bound, organizationId: 'q' } })).toBe('');
  });

  it('nobody is let in by an empty id', () => {
    expect(may('', [], asset('public', { userId: '' }))).toBe('');
  });

  it.each<[string, Partial<Principal>, AccessAction, object]>([
    ['Cairn itself', system, 'delete', { allowed: true, because: 'system' }],
    ['its owner', { userId: 'owner' }, 'delete', { allowed: true, because: 'owner' }],
    [
      'an owner’s key',
      { userId: 'owner', scopes: ['*:read'] },
      'write',
      { allowed: false, because: 'scope' },
    ],
    ['who may read', { userId: 'reader' }, 'read', { allowed: true, because: 'share' }],
    ['who may only read', { userId: 'reader' }, 'write', { allowed: false, because: 'forbidden' }],
    ['a stranger', { userId: 'x' }, 'read', { allowed: false, because: 'unknown' }],
    ['who has not signed in', anonymous, 'read', { allowed: false, because: 'unknown' }],
  ])('tells why %s may or may not', (_who, who, action, expected) => {
    const principal = { ...userPrincipal({ id: 'x', administrator: false }, 's'), ...who };
    const its = asset('private', { readers: [{ token: 'user:reader', role: 'share_viewer' }] });
    expect(decideAccess({ principal, standing: ALONE }, its, `datasets:${action}`, AT)).toEqual(expected);
  });

  it('tells every way, and until when', () => {
    const shared = (until?: string): AccessibleAsset =>
      asset('public', {
        readers: [
          ...asset('public').readers,
          { token: 'user:x', role: 'share_viewer', ...(until === undefined ? {} : { until }) },
        ],
      });
    const ways = (its: AccessibleAsset) => accessPaths('x', { ...ALONE, grants: [member, editor] }, its, AT);
    expect(ways(shared()).map(({ because }) => because)).toEqual(['role', 'role', 'share', 'visibility']);
    const share = { because: 'share', role: 'share_viewer', permissions: ['*:read', '*:execute'] };
    expect([ways(shared())[2], ways(shared(LATER))[2]]).toStrictEqual([share, { ...share, until: LATER }]);
  });
});
