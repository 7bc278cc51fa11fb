import {
  changeProject,
  type Grant,
  inFirmAs,
  inProjectAs,
  inTeamAs,
  joinsFirm,
  joinsProject,
  joinsTeam,
  leavesFirm,
  leavesProject,
  leavesTeam,
  lessened,
  lost,
  narrow,
  ownRole,
  placed,
  type Scene,
  systemRole,
  type Take,
  untilThen,
  type Way,
} from './granting.js';
import { waysOfAssets } from './taking-assets.js';

const organizations = (id: string) => ({ path: '/api/v1/organizations', id }) as const;
const teams = (id: string) => ({ path: '/api/v1/teams', id }) as const;
const projects = (id: string) => ({ path: '/api/v1/projects', id }) as const;

/** What was given by a group, and how the group or the way into it goes. */
const inProject =
  (take: Take): Way =>
  async (scene) => {
    await joinsProject(scene);
    return { ...lost(await placed(scene, 'project'), () => take(scene)), group: projects(scene.project) };
  };
const editorInProject =
  (take: Take): Way =>
  async (scene) => {
    await joinsProject(scene);
    return lessened(await placed(scene, 'project'), () => take(scene));
  };
const throughTeam =
  (take: Take, group: (scene: Scene) => Grant['group'] = ({ project }) => projects(project)): Way =>
  async (scene) => {
    await joinsTeam(scene);
    const its = group(scene);
    return { ...lost(await placed(scene, 'team'), () => take(scene)), ...(its && { group: its }) };
  };
const inFirm =
  (take: Take): Way =>
  async (scene) => {
    await joinsFirm(scene, scene.taker);
    const given = await placed(scene, 'org');
    return { ...lost(given, () => take(scene), 'read'), group: organizations(scene.firm) };
  };
const ofMembers: Readonly<Record<string, Way>> = {
  'a member is removed from the project': inProject((scene) => leavesProject(scene, scene.giver)),
  'a member leaves the project': inProject((scene) => leavesProject(scene, scene.taker)),
  'a member is removed from the organization': inFirm((scene) => leavesFirm(scene, scene.taker, scene.giver)),
  'who leaves the organization leaves its project': inProject((scene) => leavesFirm(scene, scene.taker)),
  'who leaves the organization leaves its team': throughTeam(
    (scene) => leavesFirm(scene, scene.taker),
    ({ team }) => teams(team),
  ),
  'a member is removed from the team': throughTeam(leavesTeam),
  'a membership of the project ends by itself': inProject(untilThen(inProjectAs)),
  'a membership of the team ends by itself': throughTeam(untilThen(inTeamAs), ({ team }) => teams(team)),
  'a membership of the organization ends by itself, and with it that of the project': inProject(
    untilThen((scene, body) => inFirmAs(scene, scene.taker, body)),
  ),
  'an editor of the project becomes a viewer': editorInProject((scene) =>
    inProjectAs(scene, { role_slug: 'project_viewer' }),
  ),
  'an administrator of the team becomes a member, and may view its project': async (scene) => {
    const team_role_id = await systemRole(scene, 'project_viewer');
    await joinsTeam(scene, { team_role_id, role_slug: 'team_admin' });
    return lessened(await placed(scene, 'team'), () => inTeamAs(scene, { role_slug: 'team_member' }));
  },
  'an administrator of the organization becomes a member': async (scene) => {
    await joinsFirm(scene, scene.taker, { role_slug: 'org_admin' });
    return lost(await placed(scene, 'project'), () =>
      inFirmAs(scene, scene.taker, { role_slug: 'org_member' }),
    );
  },
};

const ofRoles: Readonly<Record<string, Way>> = {
  'an own role permits to write no more': async (scene) => {
    const role_id = await ownRole(scene, 'project', 'read', 'write');
    await joinsProject(scene, { role_id });
    return lessened(await placed(scene, 'project'), () => narrow(scene, role_id, 'read'));
  },
  'an own role permits nothing any more': async (scene) => {
    const role_id = await ownRole(scene, 'organization', 'read', 'write');
    await joinsFirm(scene, scene.taker, { role_id });
    return lost(await placed(scene, 'org'), () => narrow(scene, role_id));
  },
  'an own role of the team in the project permits to write no more': async (scene) => {
    const team_role_id = await ownRole(scene, 'project', 'read', 'write');
    await joinsTeam(scene, { team_role_id });
    return lessened(await placed(scene, 'team'), () => narrow(scene, team_role_id, 'read'));
  },
  'the team has another role in the project': async (scene) => {
    const team_role_id = await systemRole(scene, 'project_viewer');
    await joinsTeam(scene);
    return lessened(await placed(scene, 'team'), () => changeProject(scene, { team_role_id }));
  },
  'a role is taken from who holds it, and deleted': async (scene) => {
    const id = await ownRole(scene, 'project', 'read', 'write');
    await joinsProject(scene, { role_id: id });
    return lessened(await placed(scene, 'project'), async () => {
      await inProjectAs(scene, { role_slug: 'project_viewer' });
      await scene.giver.client.call('deleteRole', { params: { id } });
    });
  },
};

const ofGroups: Readonly<Record<string, Way>> = {
  'the team is deleted': throughTeam(({ giver, team }) =>
    giver.client.call('deleteTeam', { params: { id: team } }),
  ),
  'the project is taken from the team': throughTeam((scene) => changeProject(scene, { team_id: null })),
  'the project is given to another team': throughTeam(async (scene) => {
    const { giver, firm } = scene;
    const body = { name: 'Others', slug: 'others', organization_id: firm };
    const { body: other } = await giver.client.call('createTeam', { body });
    await changeProject(scene, { team_id: other.id });
  }),
  'the project is disabled': inProject((scene) => changeProject(scene, { disabled: true })),
  'the project is deleted': inProject(({ giver, project }) =>
    giver.client.call('deleteProject', { params: { id: project } }),
  ),
  'the organization is disabled': inFirm(({ administrator, firm }) =>
    administrator.client.call('updateOrganization', { params: { id: firm }, body: { disabled: true } }),
  ),
  'the organization is deleted': inFirm(({ giver, firm }) =>
    giver.client.call('deleteOrganization', { params: { id: firm } }),
  ),
  'the organization is deleted, and with it its project': inProject(({ giver, firm }) =>
    giver.client.call('deleteOrganization', { params: { id: firm } }),
  ),
};

/** Every way that there is today to take a right to an asset away while the session goes on (S18). */
export const waysToTakeGrants: Readonly<Record<string, Way>> = {
  ...ofMembers,
  ...ofRoles,
  ...ofGroups,
  ...waysOfAssets,
};
