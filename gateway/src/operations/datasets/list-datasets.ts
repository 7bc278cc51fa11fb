import { operations } from '@cairn/contracts';
import { datasetsFor } from '@cairn/datasets';
import { handler, listed } from '../handler.js';

export const listDatasets = handler(operations.listDatasets, async (call) =>
  listed(await datasetsFor(call.reading, call.page, call.filters)),
);
