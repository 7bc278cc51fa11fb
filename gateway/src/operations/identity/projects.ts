import { groupCommands, operations } from '@cairn/contracts';
import { projectById, projectsFor } from '@cairn/identity';
import { list } from '../resource.js';
import { renamed } from '../renamed.js';
import { pageWithCounts, withCounts } from './asset-counts.js';
import { group } from './group.js';
import { unrefused } from './unrefused.js';

const project = group({
  kind: 'project',
  path: operations.getProject.path,
  read: async (context, id, deleted, edge) =>
    withCounts(edge, context, unrefused(await projectById(context, id, deleted))),
  setLogo: groupCommands.setProjectLogo,
  removeLogo: groupCommands.removeProjectLogo,
});

export const listProjects = list(operations.listProjects, async ({ edge, context, page, filters }) =>
  pageWithCounts(edge, context, await projectsFor(context, page, filters)),
);
export const getProject = project.get(operations.getProject);
export const listProjectHistory = project.history(operations.listProjectHistory);
export const createProject = project.create(
  operations.createProject,
  renamed('project', groupCommands.createProject),
);
/** Who has disabled it is told so, although it gives nothing any more. */
export const updateProject = project.update(operations.updateProject, {
  ...renamed('project', groupCommands.updateProject),
  deletedToo: true,
});
export const deleteProject = project.removeWithAssets(
  operations.deleteProject,
  renamed('project', groupCommands.deleteProject),
);
export const restoreProject = project.restore(
  operations.restoreProject,
  renamed('project', groupCommands.restoreProject),
);
export const getProjectLogo = project.getLogo(operations.getProjectLogo);
export const uploadProjectLogo = project.uploadLogo(operations.uploadProjectLogo);
export const deleteProjectLogo = project.deleteLogo(operations.deleteProjectLogo);
