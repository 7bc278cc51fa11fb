import { cancelRefusalOf } from '@cairn/assets';
import { jobServiceCommands, type ServiceCommand } from '@cairn/kernel';
import { graphKind } from '../../domain/graph/state.js';
import { graphJobs } from '../../domain/job/state.js';
import { requestCommands } from './request.js';

/** The commands on imports, and on the undoing of imports. */
export const graphJobServiceCommands: readonly ServiceCommand[] = [
  ...requestCommands,
  ...jobServiceCommands(
    graphJobs,
    cancelRefusalOf(graphKind, ({ graph_id }) => graph_id),
  ),
];
