import { operations } from '@cairn/contracts';
import { found } from '../../problems/problem.js';
import { type AnyHandler, answer, handler, listed } from '../handler.js';

/** Projections as an administrator sees them (R14). There are few: one page holds them all. */
export const projectionHandlers: readonly AnyHandler[] = [
  handler(operations.listProjections, async ({ edge, page }) => {
    const all = [...(await edge.admin.status())].sort((one, other) =>
      nameOf(one).localeCompare(nameOf(other), 'en'),
    );
    const elements = page.sort.startsWith('-') ? all.reverse() : all;
    return listed({ elements: elements.slice(0, page.limit), total: all.length, totalExact: true });
  }),
  handler(operations.replayProjection, async ({ edge, params }) =>
    answer(found(await edge.admin.replay(params.name))),
  ),
  handler(operations.rebuildProjection, async ({ edge, params }) =>
    answer(found(await edge.admin.rebuild(params.name))),
  ),
];

const nameOf = (status: unknown): string => String((status as { readonly name?: unknown }).name);
