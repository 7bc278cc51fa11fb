import { type AssetOf, mayReadStreams, toldBy } from '@cairn/assets';
import { datasetItem } from '../domain/item/state.js';
import { datasetJob } from '../domain/job/state.js';
import { labellingJob } from '../domain/labelling-job/state.js';
import { postProcessorJob } from '../domain/post-processor-job/state.js';
import { datasetVersion } from '../domain/version/state.js';
import { ITEMS } from './items/project.js';
import { datasetJobReads } from './jobs/queries.js';
import { labellingJobReads } from './labelling-jobs/queries.js';
import { datasetReads } from '../datasets.js';
import { POST_PROCESSOR_JOBS } from './post-processor-jobs/documents.js';
import { VERSIONS } from './versions/project.js';

const ofVersion = toldBy(VERSIONS, 'dataset_id');
const versionOf = toldBy(ITEMS, 'version_id');

const ofItem: AssetOf = async (context, id) => {
  const version = await versionOf(context, id);
  return version && ofVersion(context, version);
};

/** Whether the caller may read what happened to a stream of what is in datasets. */
export const mayReadStream = mayReadStreams(
  {
    [datasetVersion.category]: ofVersion,
    [datasetItem.category]: ofItem,
    [postProcessorJob.category]: toldBy(POST_PROCESSOR_JOBS, 'dataset_id'),
    [labellingJob.category]: async (context, id) =>
      (await labellingJobReads.document(context, id))?.dataset_id,
    [datasetJob.category]: async (context, id) => (await datasetJobReads.document(context, id))?.dataset_id,
  },
  datasetReads.readable,
);
