import { type Documents, pagesOf } from '@cairn/kernel';
import { EXECUTIONS, type ExecutionDocument } from './documents.js';

const AT_ONCE = 1_000;

/** Bytes that an account's executions have stored: inputs, files and outputs, until they are deleted. */
export const executionBytesOf = async (
  documents: Pick<Documents, 'findPage'>,
  user_id: string,
): Promise<number> => {
  let used = 0;
  const kept = { fields: { user_id, deleted: false, stored_bytes: { from: 1 } } };
  for await (const page of pagesOf(documents, EXECUTIONS, kept, AT_ONCE))
    for (const { stored_bytes } of page as readonly ExecutionDocument[]) used += stored_bytes;
  return used;
};
