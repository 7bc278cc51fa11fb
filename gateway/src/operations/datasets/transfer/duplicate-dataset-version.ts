import { datasetCommands, operations } from '@cairn/contracts';
import { datasetJobReads, versionById } from '@cairn/datasets';
import { created, handler } from '../../handler.js';
import { sentIn } from '../../resource.js';
import { versionAt } from '../locations.js';
import { finishedJob, LONGEST_WAIT_MS } from '../../jobs/finished-job.js';
import { jobAt, jobOnly, unlessUndone } from '../../jobs/job-answers.js';

/** 201 with the copy when it is complete in time, else 202 with the job. */
export const duplicateDatasetVersion = handler(operations.duplicateDatasetVersion, async (call) => {
  const { dataset_id } = call.params;
  const [id, copy] = [call.newId('job'), call.newId('version')];
  const addressed = versionAt(call.params, call.params.id);
  const target = { location: jobAt(id), id, addressed };
  await call.write(datasetCommands.duplicateDatasetVersion, sentIn(call), target);
  const job = await finishedJob(datasetJobReads, call.context, id, call.respondAsync ? 0 : LONGEST_WAIT_MS);
  if (job === undefined) return jobOnly(datasetJobReads, call.context, id);
  unlessUndone(job);
  const now = await call.readingAfterWork('datasets', `datasetJob-${id}`, target);
  const version = await versionById(now, { dataset_id, id: copy });
  return version === undefined
    ? jobOnly(datasetJobReads, now, id)
    : created(versionAt(call.params, copy), version);
});
