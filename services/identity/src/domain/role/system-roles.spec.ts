import { assetResources } from '@cairn/contracts';
import { writtenOut } from './catalogue.js';
import { systemRoles } from './system-roles.js';

const ADMINISTRATE = ['system_admin', 'org_admin', 'team_admin', 'project_admin'];

describe('SPEC-20: a role of the system', () => {
  it.each(systemRoles.filter(({ slug }) => !ADMINISTRATE.includes(slug)))(
    '$slug manages no group, nobody in it and no roles',
    ({ permissions }) => {
      const ofAssets: readonly string[] = [...assetResources, 'inferences'];
      const managing = writtenOut(permissions)
        .filter((name) => !ofAssets.includes(name.split(':')[0] ?? ''))
        .filter((name) => !name.endsWith(':read'));
      expect(managing).toEqual([]);
    },
  );

  it.each(systemRoles.filter(({ slug }) => !ADMINISTRATE.includes(slug)))(
    '$slug neither deletes nor shares an asset',
    ({ permissions }) =>
      expect(writtenOut(permissions).filter((name) => /:(delete|share)$/.test(name))).toEqual([]),
  );
});
