import { operations } from '@cairn/contracts';
import { graphStats } from '@cairn/graphs';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getGraphStats = handler(operations.getGraphStats, async ({ context, params }) =>
  ok(found(await graphStats.ofGraph(context, params))),
);
export const getGraphVersionStats = handler(operations.getGraphVersionStats, async ({ context, params }) =>
  ok(found(await graphStats.ofVersion(context, params))),
);
