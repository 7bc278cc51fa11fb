import { operations } from '@cairn/contracts';
import { versionById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getDatasetVersion = handler(operations.getDatasetVersion, async (call) =>
  ok(found(await versionById(call.reading, call.params.dataset_id, call.params.id))),
);
