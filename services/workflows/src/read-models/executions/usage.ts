import { accountBytes, chargedBytes, type Totalled } from '@cairn/assets';
import type { Documents } from '@cairn/kernel';
import { EXECUTIONS, type ExecutionDocument } from './documents.js';

/** What executions have stored, by who executed them. */
export const totalledExecutions: Totalled = {
  collection: EXECUTIONS,
  totals: 'workflow_execution_totals',
  atOnce: 100,
  chargedOf: (document) => {
    const { user_id, stored_bytes } = document as ExecutionDocument;
    return chargedBytes(user_id, stored_bytes);
  },
};

/** Bytes that an account's executions have stored: inputs, files and outputs, until they are deleted. */
export const executionBytesOf = (documents: Pick<Documents, 'findPage'>, user_id: string): Promise<number> =>
  accountBytes(totalledExecutions, documents, user_id, {
    fields: { user_id, deleted: false, stored_bytes: { from: 1 } },
  });
