// What reads of the past may cost, and that their pages are right all the same: S1, S5, S11, law 8.
import { assets, datasets, gateway, kernel } from './concurrency-limiter.mjs';

export const readsBugs = [
  {
    rule: 'S11',
    bug: 'a stream is read for its revision before it is known who may read it',
    file: gateway('pipeline/point-in-time.ts'),
    find: `if (stream === undefined || !(await mayKnowOf(dependencies, principal, stream))) return 'none';`,
    replace: `if (stream === undefined) return 'none';
  await mayKnowOf(dependencies, principal, stream);`,
    suite: gateway('revisions.spec.ts'),
  },
  {
    rule: 'S11',
    bug: 'a list as of a time reads for one page however much there is',
    file: kernel('queries/as-of.ts'),
    find: `=> past.budget.isSpent;`,
    replace: `=> past.budget.left < 0;`,
    suite: kernel('queries/past.spec.ts'),
  },
  {
    rule: 'contract',
    bug: 'a short page of the past goes on behind what was looked at, not behind what was shown',
    file: kernel('queries/paging.ts'),
    find: `keyOf(elements.at(-1)!, sort) : ended;`,
    replace: `keyOf(found.at(-1)!, sort) : ended;`,
    suite: kernel('queries/past.spec.ts'),
  },
  {
    rule: 'contract',
    bug: 'a list of the past that was counted in part says that it was counted wholly',
    file: kernel('queries/paging.ts'),
    find: `totalExact: isAll && counted <= COUNT_LIMIT,`,
    replace: `totalExact: counted <= COUNT_LIMIT,`,
    suite: kernel('queries/past.spec.ts'),
  },
  {
    rule: 'S5',
    bug: 'the place where a short page ends tells the id of what its reader may not know of',
    file: kernel('queries/as-of.ts'),
    find: `shown === undefined ? sealPlace(vault, keyOf(looked, sort))`,
    replace: `shown === undefined ? (await sealPlace(vault, keyOf(looked, sort)), keyOf(looked, sort))`,
    suite: kernel('queries/past.spec.ts'),
  },
  {
    rule: 'S11',
    bug: 'what is read beside the datasets of a page is not held against what may be read',
    file: assets('read-models/reads.ts'),
    find: `return (await pageOf(context.documents, collection, filter, page, {
      beside,
      ...(reach.toBeDecided ? { isSeen } : {}),
    })) as Page<Known>;`,
    replace: `const found = await pageOf(context.documents, collection, filter, page);
    await beside(found.elements);
    return found as Page<Known>;`,
    suite: datasets('lists-of-the-past.spec.ts'),
  },
  {
    rule: 'S11',
    bug: 'each page of a history folds the stream from its beginning',
    file: kernel('queries/kept-folds.ts'),
    find: `return fold && this.#cache.get(keyOf(name, fold));`,
    replace: `return fold && this.#cache.get(name);`,
    suite: kernel('queries/history.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'folds that tell of a person are kept, and outlive an erasure',
    file: kernel('queries/kept-folds.ts'),
    find: `% PORTION !== 0n || isPersonal(projection)) return;`,
    replace: `% PORTION !== 0n || isPersonal({ ...projection, events: [] })) return;`,
    suite: kernel('queries/history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'the total of a visible history tells how much was before',
    file: kernel('queries/history.ts'),
    find: `return entries.page({ total: last - first + 1, totalExact: true }, from > first);`,
    replace: `return entries.page({ total: last + 1, totalExact: true }, from > first);`,
    suite: kernel('queries/history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'a visible history leads on to what was before it',
    file: kernel('queries/history.ts'),
    find: `const from = Math.max(first, to - limit + 1);`,
    replace: `const from = Math.max(0, to - limit + 1);`,
    suite: kernel('queries/history.spec.ts'),
  },
  {
    rule: 'S11',
    bug: 'one caller has all places for reads of much of the past',
    file: gateway('pipeline/load.ts'),
    find: `heavyReads: count(heavyReads, heavyReads * HEAVY_SHARE),`,
    replace: `heavyReads: count(heavyReads, heavyReads),`,
    suite: gateway('heavy-reads.spec.ts'),
  },
  {
    rule: 'S11',
    bug: 'a read of one thing with a long past takes no place',
    file: gateway('pipeline/reads.ts'),
    find: `if (read > HEAVY_EVENTS) takePlace();`,
    replace: `if (read < 0) takePlace();`,
    suite: gateway('heavy-reads.spec.ts'),
  },
];
