import type { FileRecord } from '@cairn/contracts';
import { isRefusal, type QueryContext, type Refusal } from '@cairn/kernel';
import type { Answer } from '../call/answer.js';
import { found } from '../problems/problem.js';

/** The bytes of a stored file, whole or by `Range`, for as long as a reading tells of it. */
export const storedFile = async (
  context: QueryContext,
  fileOf: (context: QueryContext) => Promise<FileRecord | Refusal | undefined>,
): Promise<Answer> => {
  const file = found(await fileOf(context));
  return {
    kind: 'file',
    sha256: file.sha256,
    size: file.size,
    contentType: file.content_type,
    fileName: file.file_name,
    mayStill: async (now) => {
      const still = await fileOf(now);
      return still !== undefined && !isRefusal(still);
    },
  };
};
