import { datasetJobCommands, type ImportOptions, operations } from '@cairn/contracts';
import { datasetJobReads, isWritable, versionById } from '@cairn/datasets';
import type { Json } from '@cairn/kernel';
import { type Answer, ok } from '../../../call/answer.js';
import type { Call } from '../../../call/call.js';
import { handler, type RefuseUnread } from '../../../call/handler.js';
import { Problem } from '../../../problems/problem.js';
import { fileRecord, onlyFile } from '../../uploaded-file.js';
import { uploadHandler } from '../upload-handler.js';
import { finishedJob } from '../../jobs/finished-job.js';
import { importColumns } from './import-columns.js';
import { jobAt, jobOnly, unlessUndone } from '../../jobs/job-answers.js';

type ImportCall = Call<typeof operations.importDataset> | Call<typeof operations.importDatasetFormat>;

const versionIn = ({ dataset_id, id }: { readonly dataset_id: string; readonly id: string }) => ({
  dataset_id,
  version_id: id,
});

/** Hours may go into a file that nobody can read as it was asked for. */
const refuseUnread: RefuseUnread = ({ format }, { columns }) => {
  if (format !== undefined && !isWritable(format))
    throw new Problem('format_unknown', undefined, {
      errors: [{ parameter: 'format', code: 'format_unknown', message: 'is none that is read here' }],
    });
  if (typeof columns === 'string') importColumns(columns);
};

export const importDataset = uploadHandler(
  handler(operations.importDataset, (call) => imported(call, undefined)),
  versionIn,
  refuseUnread,
);

export const importDatasetFormat = uploadHandler(
  handler(operations.importDatasetFormat, (call) => imported(call, call.params.format)),
  versionIn,
  refuseUnread,
);

const optionsOf = ({
  query: { on_error = 'fail', on_existing = 'keep', dry_run = false, guard, columns },
}: ImportCall): ImportOptions => ({
  on_error,
  on_existing,
  dry_run,
  ...(guard === undefined ? {} : { guard }),
  ...(columns === undefined ? {} : { columns: [...importColumns(columns)] }),
});

/** 200 with the version when it is done in time, else 202 with the job (SPEC-1). */
const imported = async (call: ImportCall, format: string | undefined): Promise<Answer> => {
  const { dataset_id, id: version_id } = call.params;
  const id = call.newId('job');
  const input = {
    dataset_id,
    version_id,
    file: fileRecord(onlyFile(call.upload)),
    options: optionsOf(call),
    ...(format === undefined ? {} : { format }),
  };
  const addressed = `/api/v1/datasets/${dataset_id}/versions/${version_id}`;
  const target = { location: jobAt(id), id, addressed };
  await call.write(datasetJobCommands.requestImport, input, target);
  const finished = await finishedJob(call, datasetJobReads, id);
  if (finished === undefined) return jobOnly(datasetJobReads, call.context, id);
  const { job, context } = finished;
  unlessUndone(job);
  const version = await versionById(context, { dataset_id, id: version_id });
  if (version === undefined) return jobOnly(datasetJobReads, context, id);
  return ok({ ...version, resource: { ...version.resource, import: job.result as Json } });
};
