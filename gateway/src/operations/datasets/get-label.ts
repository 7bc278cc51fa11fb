import { operations } from '@cairn/contracts';
import { labelById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getLabel = handler(operations.getLabel, async (call) =>
  ok(found(await labelById(call.reading, call.params.dataset_id, call.params.version_id, call.params.id))),
);
