import { cancelRefusalOf } from '@cairn/assets';
import { jobServiceCommands, type ServiceCommand } from '@cairn/kernel';
import { datasetKind } from '../../domain/dataset/state.js';
import { labellingJobs } from '../../domain/labelling-job/state.js';
import { requestRun } from './request-run.js';

/** The commands on work that asks for jobs of post-processors. */
export const labellingJobServiceCommands: readonly ServiceCommand[] = [
  requestRun,
  ...jobServiceCommands(
    labellingJobs,
    cancelRefusalOf(datasetKind, ({ dataset_id }) => dataset_id),
  ),
];
