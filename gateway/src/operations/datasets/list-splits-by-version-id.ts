import { operations } from '@cairn/contracts';
import { splitsOfVersionAlone } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listSplitsByVersionId = handler(operations.listSplitsByVersionId, async (call) =>
  listed(found(await splitsOfVersionAlone(call.reading, call.params.id, call.page))),
);
