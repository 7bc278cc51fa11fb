import { anonymous, scopesCover, system } from './principal.js';
import { ALONE, type Grant, noGroups, permit, systemRoleId } from './rights.js';

const grant = (...permissions: string[]): Grant => {
  const group = { kind: 'project', id: 'p' } as const;
  return { group, through: group, role: { id: 'r', slug: 'r' }, permissions };
};

describe('what is permitted', () => {
  it.each([
    ['datasets:read', true],
    ['datasets:*', true],
    ['*:read', true],
    ['*:*', true],
    ['datasets:write', false],
    ['models:read', false],
    ['Datasets:read', false],
    ['data:read', false],
    ['datasets', false],
    ['datasets:read:all', false],
    ['', false],
  ])('%j is enough to read datasets: %j', (scope, isEnough) => {
    expect(scopesCover([scope], 'datasets:read')).toBe(isEnough);
  });

  it('by any of the grants, and by none where there is none', () => {
    expect(permit([grant('models:read'), grant('datasets:read')], 'datasets:read')).toBe(true);
    expect(permit([grant('models:read')], 'datasets:read')).toBe(false);
    expect(permit([], 'datasets:read')).toBe(false);
  });
});

it('who has not signed in holds nothing; Cairn itself may everything and is no person', () => {
  expect(anonymous).toEqual({ kind: 'anonymous', userId: '', scopes: [], administrator: false });
  expect(system).toEqual({ kind: 'system', userId: '', scopes: ['*:*'], administrator: true });
});

describe('where nothing tells of groups', () => {
  it('an owner has what is in no organization, and nobody has anything by a group', async () => {
    expect(await noGroups.standing('x', { userId: 'x' })).toBe(ALONE);
    expect(await noGroups.standing('x', { userId: 'x', organizationId: 'o' })).toEqual({
      grants: [],
      ownerCounts: false,
    });
    expect(await noGroups.inGroup('x', { kind: 'project', id: 'p' })).toEqual([]);
    expect(await noGroups.reach('x')).toEqual({ tokens: ['public', 'user:x'], toBeDecided: false });
    expect(await noGroups.surroundings({ userId: 'x' })).toEqual({
      groups: [],
      administrators: [],
      closed: [],
    });
    expect(noGroups.asOf('2026-01-01T00:00:00.000Z')).toBe(noGroups);
  });
});

it('a role of the system has the id that events name it by, whatever the release', () => {
  expect(systemRoleId('org_admin')).toBe('3f201c1e-52ae-897f-9308-07f1a6377bfb');
});
