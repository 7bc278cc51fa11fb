import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from './people.js';

/** Who is there: one who gives, who founded the firm and owns the dataset; one who was given something. */
export interface Scene {
  readonly giver: Person;
  readonly taker: Person;
  readonly administrator: Person;
  readonly firm: string;
  readonly team: string;
  readonly project: string;
}

/** What somebody may do to a dataset by one grant alone, and what takes that away; it ends when the write was answered. */
export interface Grant {
  readonly dataset: string;
  /** What is gone then; `write`: it is still seen. */
  readonly was: 'read' | 'write';
  readonly take: () => Promise<unknown>;
}
type Way = (scene: Scene) => Promise<Grant>;

const SOON_MS = 2_000;
const soon = (): string => new Date(Date.now() + SOON_MS).toISOString();
/** Until the moment has passed; nothing has to run then. */
const past = async (end: string): Promise<void> => {
  while (new Date().toISOString() <= end) await pause(20);
};

type Visibility = 'private' | 'project' | 'team' | 'org' | 'public';

const datasetIn = async ({ giver, firm, project }: Scene, visibility: Visibility): Promise<string> => {
  const body = { name: `given ${randomUUID()}`, visibility, organization_id: firm, project_id: project };
  return (await giver.client.call('createDataset', { body })).body.id;
};
const joinsFirm = ({ giver, taker, firm }: Scene, role: object = {}) =>
  giver.client.call('addOrganizationMember', { params: { id: firm }, body: { user_id: taker.id, ...role } });
const joinsProject = async (scene: Scene, role: object = {}): Promise<void> => {
  const { giver, taker, project } = scene;
  await joinsFirm(scene);
  await giver.client.call('addProjectMember', {
    params: { id: project },
    body: { user_id: taker.id, ...role },
  });
};
const joinsTeam = async (scene: Scene): Promise<void> => {
  const { giver, taker, team } = scene;
  await joinsFirm(scene);
  await giver.client.call('addTeamMember', { params: { id: team }, body: { user_id: taker.id } });
  await giver.client.call('updateProject', { params: { id: scene.project }, body: { team_id: team } });
};
const shared = async ({ giver, taker }: Scene, dataset: string, more: object = {}): Promise<string> => {
  const body = { user_id: taker.id, without_invite: true, ...more };
  return (await giver.client.call('createDatasetShare', { params: { id: dataset }, body })).body.id;
};
/** A dataset of the giver's own, shared. */
const sharedAlone = async (scene: Scene, more: object = {}) => {
  const { body } = await scene.giver.client.call('createDataset', {
    body: { name: `shared ${randomUUID()}` },
  });
  return { dataset: body.id, share: await shared(scene, body.id, more) };
};
const ownRole = async (
  { giver, firm }: Scene,
  scope: 'organization' | 'project',
  permissions: readonly string[],
): Promise<string> => {
  const slug = `r${randomUUID()}`.slice(0, 30);
  const body = { name: 'Own', slug, scope, organization_id: firm, permissions: [...permissions] };
  return (await giver.client.call('createRole', { body })).body.id;
};
const memberOf = (group: string, { taker }: Scene) => ({ id: group, user_id: taker.id });
const reading = (dataset: string, take: Grant['take']): Grant => ({ dataset, was: 'read', take });
const writing = (dataset: string, take: Grant['take']): Grant => ({ dataset, was: 'write', take });

/** What was shown by a group, and how the group or the way into it goes. */
const inProject =
  (take: (scene: Scene) => Promise<unknown>, role: object = {}): Way =>
  async (scene) => {
    await joinsProject(scene, role);
    return reading(await datasetIn(scene, 'project'), () => take(scene));
  };
const throughTeam =
  (take: (scene: Scene) => Promise<unknown>): Way =>
  async (scene) => {
    await joinsTeam(scene);
    return reading(await datasetIn(scene, 'team'), () => take(scene));
  };
const inFirm =
  (take: (scene: Scene) => Promise<unknown>): Way =>
  async (scene) => {
    await joinsFirm(scene);
    return reading(await datasetIn(scene, 'org'), () => take(scene));
  };
const shownAs =
  (from: Visibility, to: Visibility): Way =>
  async (scene) => {
    const { giver } = scene;
    const dataset = await datasetIn(scene, from);
    if (from !== 'public') await joinsProject(scene);
    const request = { params: { id: dataset }, body: { visibility: to } };
    return reading(dataset, () => giver.client.call('updateDataset', request));
  };

/** Every way that there is today to take a right to a dataset away while the session goes on (S18). */
export const waysToTakeGrants: Readonly<Record<string, Way>> = {
  'a member is removed from the project': inProject((scene) =>
    scene.giver.client.call('removeProjectMember', { params: memberOf(scene.project, scene) }),
  ),
  'a member leaves the project': inProject((scene) =>
    scene.taker.client.call('removeProjectMember', { params: memberOf(scene.project, scene) }),
  ),
  'a member is removed from the organization': inFirm((scene) =>
    scene.giver.client.call('removeOrganizationMember', { params: memberOf(scene.firm, scene) }),
  ),
  'who leaves the organization leaves its project': inProject((scene) =>
    scene.taker.client.call('removeOrganizationMember', { params: memberOf(scene.firm, scene) }),
  ),
  'a member is removed from the team': throughTeam((scene) =>
    scene.giver.client.call('removeTeamMember', { params: memberOf(scene.team, scene) }),
  ),
  'a membership of the project ends by itself': async (scene) => {
    const end = soon();
    await joinsProject(scene, { expires_at: end });
    return reading(await datasetIn(scene, 'project'), () => past(end));
  },
  'a membership of the organization ends by itself, and with it that of the project': async (scene) => {
    const { giver, firm } = scene;
    await joinsProject(scene);
    const dataset = await datasetIn(scene, 'project');
    const end = soon();
    const request = { params: memberOf(firm, scene), body: { expires_at: end } };
    await giver.client.call('updateOrganizationMember', request);
    return reading(dataset, () => past(end));
  },
  'an editor of the project becomes a viewer': async (scene) => {
    const { giver, project } = scene;
    await joinsProject(scene, { role_slug: 'project_editor' });
    const request = { params: memberOf(project, scene), body: { role_slug: 'project_viewer' } };
    return writing(await datasetIn(scene, 'project'), () =>
      giver.client.call('updateProjectMember', request),
    );
  },
  'an administrator of the organization becomes a member': async (scene) => {
    const { giver, firm } = scene;
    await joinsFirm(scene, { role_slug: 'org_admin' });
    const request = { params: memberOf(firm, scene), body: { role_slug: 'org_member' } };
    return reading(await datasetIn(scene, 'project'), () =>
      giver.client.call('updateOrganizationMember', request),
    );
  },
  'an own role permits to write no more': async (scene) => {
    const role_id = await ownRole(scene, 'project', ['datasets:read', 'datasets:write']);
    await joinsProject(scene, { role_id });
    const request = { params: { id: role_id }, body: { permissions: ['datasets:read'] } };
    return writing(await datasetIn(scene, 'project'), () => scene.giver.client.call('updateRole', request));
  },
  'an own role permits nothing any more': async (scene) => {
    const role_id = await ownRole(scene, 'organization', ['datasets:read']);
    await joinsFirm(scene, { role_id });
    const request = { params: { id: role_id }, body: { permissions: [] } };
    return reading(await datasetIn(scene, 'org'), () => scene.giver.client.call('updateRole', request));
  },
  'the team is deleted': throughTeam(({ giver, team }) =>
    giver.client.call('deleteTeam', { params: { id: team } }),
  ),
  'the project is taken from the team': throughTeam(({ giver, project }) =>
    giver.client.call('updateProject', { params: { id: project }, body: { team_id: null } }),
  ),
  'the project is disabled': inProject(({ giver, project }) =>
    giver.client.call('updateProject', { params: { id: project }, body: { disabled: true } }),
  ),
  'the project is deleted': inProject(({ giver, project }) =>
    giver.client.call('deleteProject', { params: { id: project } }),
  ),
  'the organization is disabled': inFirm(({ administrator, firm }) =>
    administrator.client.call('updateOrganization', { params: { id: firm }, body: { disabled: true } }),
  ),
  'the organization is deleted': inFirm(({ giver, firm }) =>
    giver.client.call('deleteOrganization', { params: { id: firm } }),
  ),
  'a share is taken back': async (scene) => {
    const { dataset, share } = await sharedAlone(scene);
    const params = { id: dataset, share_id: share };
    return reading(dataset, () => scene.giver.client.call('deleteDatasetShare', { params }));
  },
  'a share is left': async (scene) => {
    const { dataset, share } = await sharedAlone(scene);
    const params = { id: dataset, share_id: share };
    return reading(dataset, () => scene.taker.client.call('deleteDatasetShare', { params }));
  },
  'a share is over': async (scene) => {
    const end = soon();
    const { dataset } = await sharedAlone(scene, { expires_at: end });
    return reading(dataset, () => past(end));
  },
  'a share is over that was given in another time zone': async (scene) => {
    const end = soon();
    const there = new Date(Date.parse(end) + 14 * 3_600_000).toISOString().replace('Z', '+14:00');
    const { dataset } = await sharedAlone(scene, { expires_at: there });
    return reading(dataset, () => past(end));
  },
  'who edited by a share becomes a viewer': async (scene) => {
    const { dataset, share } = await sharedAlone(scene, { role_slug: 'share_editor' });
    const request = {
      params: { id: dataset, share_id: share },
      body: { role_slug: 'share_viewer' as const },
    };
    return writing(dataset, () => scene.giver.client.call('updateDatasetShare', request));
  },
  'what was public is an organization’s': shownAs('public', 'org'),
  'what was an organization’s is private': shownAs('org', 'private'),
  'what was a project’s is private': shownAs('project', 'private'),
  'the dataset is moved out of the project': async (scene) => {
    const { giver } = scene;
    await joinsProject(scene);
    const dataset = await datasetIn(scene, 'project');
    const request = { params: { id: dataset }, body: { project_id: '', visibility: 'private' as const } };
    return reading(dataset, () => giver.client.call('updateDataset', request));
  },
  'the dataset is deleted': async (scene) => {
    const { dataset } = await sharedAlone(scene, { role_slug: 'share_editor' });
    return reading(dataset, () => scene.giver.client.call('deleteDataset', { params: { id: dataset } }));
  },
  'an owner leaves the organization': async (scene) => {
    const { taker, firm } = scene;
    await joinsFirm(scene);
    const { body } = await taker.client.call('createDataset', {
      body: { name: 'of the firm', organization_id: firm },
    });
    const params = memberOf(firm, scene);
    return reading(body.id, () => taker.client.call('removeOrganizationMember', { params }));
  },
};
