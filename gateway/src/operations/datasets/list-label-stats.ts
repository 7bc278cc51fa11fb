import { operations } from '@cairn/contracts';
import { labelStats } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listLabelStats = handler(operations.listLabelStats, async (call) =>
  listed(
    found(
      await labelStats(
        call.reading,
        call.params.dataset_id,
        call.params.version_id,
        call.params.split_id,
        call.page,
      ),
    ),
  ),
);
