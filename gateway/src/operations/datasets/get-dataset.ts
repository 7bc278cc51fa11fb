import { operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getDataset = handler(operations.getDataset, async (call) =>
  ok(found(await datasetById(call.reading, call.params.id))),
);
