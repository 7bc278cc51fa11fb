import { projectGroupEvents } from '@cairn/contracts';
import type { ServiceCommand } from '@cairn/kernel';
import { project } from '../../domain/project/state.js';
import { plainGroupCommands } from '../../groups/plain-commands.js';
import { createProject } from './create-project.js';
import { updateProject } from './update-project.js';

export const projectCommands: readonly ServiceCommand[] = [
  createProject,
  updateProject,
  ...plainGroupCommands({ kind: 'project', noun: 'Project', aggregate: project, events: projectGroupEvents }),
];
