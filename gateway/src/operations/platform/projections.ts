import { operations } from '@cairn/contracts';
import type { Json, Page, PageRequest } from '@cairn/kernel';
import { answer, listed } from '../../call/answer.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';

/** Projections as an administrator sees them (R14). */
export const projectionHandlers: readonly AnyHandler[] = [
  handler(operations.listProjections, async ({ edge, page }) => {
    const all = [...(await edge.admin.status())].sort((one, other) => compared(nameOf(one), nameOf(other)));
    const ordered = page.sort.startsWith('-') ? all.reverse() : all;
    return listed(pageOf(ordered, page));
  }),
  handler(operations.replayProjection, async ({ edge, params }) =>
    answer(found(await edge.admin.replay(params.name))),
  ),
  handler(operations.rebuildProjection, async ({ edge, params }) =>
    answer(found(await edge.admin.rebuild(params.name))),
  ),
];

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const pageOf = (all: readonly Json[], { limit, after }: PageRequest): Page<Json> => {
  const begin = after === undefined ? 0 : all.findIndex((status) => nameOf(status) === after.id) + 1;
  const elements = all.slice(begin, begin + limit);
  const last = elements.at(-1);
  const isMore = begin + elements.length < all.length && last !== undefined;
  return {
    elements,
    total: all.length,
    totalExact: true,
    ...(isMore ? { next: { value: nameOf(last), id: nameOf(last) } } : {}),
  };
};

const nameOf = (status: unknown): string => String((status as { readonly name?: unknown }).name);
