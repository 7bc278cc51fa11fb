import { operations } from '@cairn/contracts';
import { type Export, type Exported, exportOf, isWritable, mayExport } from '@cairn/datasets';
import type { Answer } from '../../../call/answer.js';
import type { Call } from '../../../call/call.js';
import { handler } from '../../../call/handler.js';
import { notHeldHeader } from '../../../http/not-held.js';
import { found, Problem } from '../../../problems/problem.js';

export const downloadDatasetVersion = handler(operations.downloadDatasetVersion, async (call) => {
  const { dataset_id, id } = call.params;
  return download(call, { dataset_id, version_id: id });
});

export const downloadDatasetSplit = handler(operations.downloadDatasetSplit, async (call) => {
  const { dataset_id, id, split_id } = call.params;
  return download(call, { dataset_id, version_id: id, split_id });
});

type DownloadCall =
  | Call<typeof operations.downloadDatasetVersion>
  | Call<typeof operations.downloadDatasetSplit>;

const exported = async (call: DownloadCall, what: Exported): Promise<Export> => {
  const { format = 'jsonl' } = call.query;
  if (!isWritable(format))
    throw new Problem('format_unknown', undefined, {
      errors: [{ parameter: 'format', code: 'format_unknown', message: 'is none that is written here' }],
    });
  return found(await exportOf(call.context, call.edge.blobs, what, format));
};

const download = async (call: DownloadCall, what: Exported): Promise<Answer> => {
  const { content, contentType, fileName, notHeld } = await exported(call, what);
  return {
    kind: 'stream',
    content,
    contentType,
    fileName,
    headers: notHeldHeader(notHeld),
    mayStill: (now) => mayExport(now, what),
  };
};
