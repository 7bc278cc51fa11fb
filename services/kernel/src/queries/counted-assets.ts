import type { QueryContext } from '../context/query-context.js';

/** The assets of one kind, counted for what they are in. */
export interface CountedAssets {
  /** As permissions name the kind: `datasets`. */
  readonly resource: string;
  /**
   * How many the caller sees now in each of some projects (S5), whatever moment is read; a project without any may be
   * absent. Exact up to `COUNT_LIMIT` in all: of more, each is counted up to its part of that.
   */
  inProjects(
    this: void,
    context: Pick<QueryContext, 'principal' | 'rights' | 'at' | 'today'>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
}
