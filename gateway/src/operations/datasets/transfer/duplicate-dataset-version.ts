import { datasetJobCommands, type DatasetVersionCopyInput, operations } from '@cairn/contracts';
import { versionById } from '@cairn/datasets';
import { created, handler } from '../../handler.js';
import { versionAt } from '../locations.js';
import { finishedJob, LONGEST_WAIT_MS } from './finished-job.js';
import { failure, jobAt, jobOnly } from './job-answers.js';

/** 201 with the copy when it is complete in time, else 202 with the job. */
export const duplicateDatasetVersion = handler(operations.duplicateDatasetVersion, async (call) => {
  const { dataset_id, id: version_id } = call.params;
  const [id, copy] = [call.newId('job'), call.newId('version')];
  const input = { dataset_id, version_id, body: (call.body as DatasetVersionCopyInput | undefined) ?? {} };
  const addressed = `/api/v1/datasets/${dataset_id}/versions/${version_id}`;
  const target = { location: jobAt(id), id, addressed };
  await call.write(datasetJobCommands.requestDuplicate, input, target);
  const job = await finishedJob(call.reading, id, call.respondAsync ? 0 : LONGEST_WAIT_MS);
  if (job === undefined) return jobOnly(call.reading, id);
  if (job.status === 'failed') throw failure(job);
  const now = await call.readingAfterWork('datasets', `datasetJob-${id}`, target);
  const version = await versionById(now, dataset_id, copy);
  return version === undefined ? jobOnly(now, id) : created(versionAt(call.params, copy), version);
});
