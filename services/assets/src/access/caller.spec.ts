import { type Grant, type Group, noGroups, type Principal, type Rights, userPrincipal } from '@cairn/kernel';
import type { Groups } from '../domain/visibility.js';
import { groupsAfter } from './caller.js';

const person = userPrincipal({ id: 'ada', administrator: false }, 's');
/** Ada is a member of `o`, may create in its project `p`, only reads in its project `q`. */
const held: Readonly<Record<string, readonly string[]>> = { o: ['*:create'], p: ['*:create'], q: ['*:read'] };
const rights: Rights = {
  ...noGroups,
  inGroup: async (_, group: Group): Promise<readonly Grant[]> =>
    (held[group.id] === undefined ? [] : [held[group.id]!]).map((permissions) => ({
      group,
      through: group,
      role: { id: 'r', slug: 'r' },
      permissions,
    })),
  organizationOf: async (id) => ({ p: 'o', q: 'o', elsewhere: 'x' })[id],
};
const none: Groups = { organization_id: null, project_id: null };
const inProject = { organization_id: 'o', project_id: 'p' };
const after = (input: Parameters<typeof groupsAfter>[2], current?: Groups, principal: Principal = person) =>
  groupsAfter({ principal, at: '', tools: { rights } }, { resource: 'datasets' }, input, current);

describe('the groups that a body puts an asset into', () => {
  it('are those that it is in when it says nothing, without asking anybody', async () => {
    expect(await after({}, { organization_id: 'gone', project_id: null })).toEqual({
      organization_id: 'gone',
      project_id: null,
    });
    expect(await after({ organization_id: '' })).toEqual(none);
  });
  it('are a project with its organization, or an organization alone', async () => {
    expect(await after({ project_id: 'p' })).toEqual(inProject);
    expect(await after({ organization_id: '', project_id: 'p' })).toEqual(inProject);
    expect(await after({ organization_id: 'o' })).toEqual({ organization_id: 'o', project_id: null });
    expect(await after({ organization_id: null, project_id: null }, inProject)).toEqual(none);
    expect(await after({ project_id: null }, inProject)).toEqual({ organization_id: 'o', project_id: null });
  });
  it.each([
    ['an unknown organization', { organization_id: 'x' }, 'group_unavailable'],
    ['an unknown project', { project_id: 'x' }, 'group_unavailable'],
    ['a project of strangers', { project_id: 'elsewhere' }, 'group_unavailable'],
    ['a project of another organization', { organization_id: 'x', project_id: 'p' }, 'project_elsewhere'],
    ['a project in which one may only read', { project_id: 'q' }, 'forbidden'],
  ])('are refused: %s', async (_, input, refused) => {
    expect(await after(input)).toMatchObject({ refused });
  });
  it('are refused when the organization goes and the project stays', async () => {
    expect(await after({ organization_id: null }, inProject)).toMatchObject({ refused: 'project_elsewhere' });
  });
  it('are the organization of a key, and no other', async () => {
    const key: Principal = { ...person, kind: 'key', organizationId: 'o' };
    const its = { organization_id: 'o', project_id: null };
    for (const input of [{}, { organization_id: null }, { organization_id: '' }])
      expect(await after(input, undefined, key)).toEqual(its);
    expect(await after({ organization_id: 'x' }, undefined, key)).toMatchObject({
      refused: 'group_unavailable',
    });
    for (const current of [its, none])
      expect(await after({ organization_id: null }, current, key)).toMatchObject({
        refused: 'group_unavailable',
      });
  });
});
