import { operations } from '@cairn/contracts';
import { datasetLogo } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler } from '../handler.js';
import { storedFile } from './stored-file.js';

export const getDatasetLogo = handler(operations.getDatasetLogo, async (call) =>
  storedFile(found(await datasetLogo(call.reading, call.params.id))),
);
