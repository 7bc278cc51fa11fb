import { operations } from '@cairn/contracts';
import { versionByIdAlone } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getDatasetVersionById = handler(operations.getDatasetVersionById, async (call) =>
  ok(found(await versionByIdAlone(call.reading, call.params.id))),
);
