import { operations } from '@cairn/contracts';
import { labelsOfVersion } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listLabels = handler(operations.listLabels, async (call) =>
  listed(
    found(
      await labelsOfVersion(
        call.reading,
        call.params.dataset_id,
        call.params.version_id,
        call.page,
        call.filters,
      ),
    ),
  ),
);
