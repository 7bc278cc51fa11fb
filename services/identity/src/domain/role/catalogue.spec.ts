import { allOperations, assetResources, isPermissionName } from '@cairn/contracts';
import { scopesCover } from '@cairn/kernel';
import { catalogue, isCatalogued, writtenOut } from './catalogue.js';
import { systemRole } from './system-roles.js';

const names = catalogue.map(({ name }) => name);
const isOfNoGroup = (name: string): boolean => /^(me|admin|events):/.test(name);

describe('the catalogue of permissions', () => {
  it('has what every operation asks for, but for what is of persons and of the installation', () => {
    const asked = allOperations.map(({ access }) => access).filter(isPermissionName);
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((name) => isCatalogued(name) === isOfNoGroup(name))).toEqual([]);
  });

  it('has nothing that no operation asks for, but for making assets in a group', () => {
    const asked: ReadonlySet<string> = new Set(allOperations.map(({ access }) => access));
    const made = assetResources.map((resource) => `${resource}:create`);
    expect(names.filter((name) => !asked.has(name) && !made.includes(name))).toEqual([]);
  });

  it('has each once, in order, with its two halves and a description', () => {
    expect(names).toEqual([...new Set(names)].sort());
    for (const { name, resource, action, description } of catalogue)
      expect([`${resource}:${action}`, description === '']).toEqual([name, false]);
  });
});

describe('a role of the system', () => {
  it('has what a later release brings, for it is patterns', () => {
    const covers = (slug: string, name: string): boolean => scopesCover(systemRole(slug).permissions, name);
    expect(covers('org_admin', 'novelties:own')).toBe(true);
    expect(covers('org_member', 'novelties:read')).toBe(true);
    expect(covers('project_viewer', 'novelties:read')).toBe(true);
    expect(covers('project_viewer', 'novelties:write')).toBe(false);
  });

  it('is written out as what is in the catalogue', () => {
    expect(writtenOut(systemRole('project_admin').permissions)).toEqual(names);
    expect(writtenOut(['*:read'])).toEqual(names.filter((name) => name.endsWith(':read')));
    expect(writtenOut(['datasets:*'])).toEqual(names.filter((name) => name.startsWith('datasets:')));
  });
});
