import { datasetCommands, operations } from '@cairn/contracts';
import { datasetJobReads, versionById } from '@cairn/datasets';
import { created } from '../../../call/answer.js';
import { handler } from '../../../call/handler.js';
import { sentIn } from '../../resource.js';
import { versionAt } from '../locations.js';
import { finishedJob } from '../../jobs/finished-job.js';
import { jobAt, jobOnly, unlessUndone } from '../../jobs/job-answers.js';

/** 201 with the copy when it is complete in time, else 202 with the job. */
export const duplicateDatasetVersion = handler(operations.duplicateDatasetVersion, async (call) => {
  const { dataset_id } = call.params;
  const [id, copy] = [call.newId('job'), call.newId('version')];
  const addressed = versionAt(call.params, call.params.id);
  const target = { location: jobAt(id), id, addressed };
  await call.write(datasetCommands.duplicateDatasetVersion, sentIn(call), target);
  const finished = await finishedJob(call, datasetJobReads, id);
  if (finished === undefined) return jobOnly(datasetJobReads, call.context, id);
  unlessUndone(finished.job);
  const version = await versionById(finished.context, { dataset_id, id: copy });
  return version === undefined
    ? jobOnly(datasetJobReads, finished.context, id)
    : created(versionAt(call.params, copy), version);
});
