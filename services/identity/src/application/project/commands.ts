import { groupCommands, projectGroupEvents } from '@cairn/contracts';
import type { ServiceCommand } from '@cairn/kernel';
import { project } from '../../domain/project/state.js';
import { plainGroupCommands } from '../../groups/plain-commands.js';
import { createProject } from './create-project.js';
import { updateProject } from './update-project.js';

export const projectCommands: readonly ServiceCommand[] = [
  createProject,
  updateProject,
  ...plainGroupCommands(
    { kind: 'project', aggregate: project, events: projectGroupEvents, resource: 'projects' },
    {
      remove: groupCommands.deleteProject,
      restore: groupCommands.restoreProject,
      setLogo: groupCommands.setProjectLogo,
      removeLogo: groupCommands.removeProjectLogo,
    },
  ),
];
