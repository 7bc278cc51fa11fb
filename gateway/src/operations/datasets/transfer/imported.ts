import { datasetJobCommands, type Operation } from '@cairn/contracts';
import { versionById } from '@cairn/datasets';
import { found } from '../../../problems/problem.js';
import { type Answer, type Call, ok } from '../../handler.js';
import { fileRecord, onlyFile } from '../uploaded-file.js';
import { finishedJob, goesOn, jobAt } from './finished-job.js';

interface ImportCall {
  readonly params: { readonly dataset_id: string; readonly id: string };
  readonly query: { readonly on_error?: 'fail' | 'skip'; readonly dry_run?: boolean };
}

/** Stores what was uploaded as a job and answers with the version when it is done within the time, else with the job. */
export const imported = async (
  call: Pick<Call<Operation>, 'upload' | 'write' | 'newId' | 'readingAfterWork'> & ImportCall,
  format: string | undefined,
): Promise<Answer> => {
  const { dataset_id, id: version_id } = call.params;
  const { on_error = 'fail', dry_run = false } = call.query;
  const id = call.newId('job');
  const input = {
    dataset_id,
    version_id,
    file: fileRecord(onlyFile(call.upload)),
    ...(format === undefined ? {} : { format }),
    options: { on_error, dry_run },
  };
  const target = { location: jobAt(id), id };
  const { reading } = await call.write(datasetJobCommands.requestImport, input, target);
  const job = await finishedJob(reading, id);
  if (job.status !== 'completed') return goesOn(job);
  const now = await call.readingAfterWork('datasets', `datasetJob-${id}`, target);
  const version = found(await versionById(now, dataset_id, version_id));
  return ok({ ...version, resource: { ...version.resource, import: { ...job.result, job_id: id } } });
};
