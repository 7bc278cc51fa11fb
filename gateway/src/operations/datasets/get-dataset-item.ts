import { operations } from '@cairn/contracts';
import { itemById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getDatasetItem = handler(operations.getDatasetItem, async (call) =>
  ok(found(await itemById(call.reading, call.params, call.params.id))),
);
