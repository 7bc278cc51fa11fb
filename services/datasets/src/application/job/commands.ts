import { cancelRefusalOf } from '@cairn/assets';
import { jobServiceCommands, type ServiceCommand } from '@cairn/kernel';
import { datasetKind } from '../../domain/dataset/state.js';
import { datasetJobs } from '../../domain/job/state.js';
import { completeVersion } from './complete-version.js';
import { discardVersion } from './discard-version.js';
import { prepareImport } from './prepare-import.js';
import { requestDuplicate } from './request-duplicate.js';
import { requestImport } from './request-import.js';

/** The commands on imports and duplicates; the last three are the worker's own. */
export const datasetJobServiceCommands: readonly ServiceCommand[] = [
  requestImport,
  requestDuplicate,
  ...jobServiceCommands(
    datasetJobs,
    cancelRefusalOf(datasetKind, ({ dataset_id }) => dataset_id),
  ),
  prepareImport,
  completeVersion,
  discardVersion,
];
