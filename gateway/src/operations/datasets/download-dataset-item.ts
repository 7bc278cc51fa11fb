import { operations } from '@cairn/contracts';
import { itemFile } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler } from '../handler.js';
import { storedFile } from './stored-file.js';

export const downloadDatasetItem = handler(operations.downloadDatasetItem, async (call) =>
  storedFile(found(await itemFile(call.reading, call.params, call.params.id))),
);
