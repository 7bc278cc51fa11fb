// What of the past others see, what of it is undone, what goes on in what is gone: S1, S5, S40, laws 6 and 7.
import { assets, datasets, kernel } from './concurrency-limiter.mjs';

export const pastBugs = [
  {
    rule: 'S1',
    bug: 'what was before the visible history can be read as of then',
    file: assets('read-models/readable.ts'),
    find: `return pointInTime === undefined || pointInTime.at >= ((await beginningFor(its, context, today)) ?? '');`,
    replace: `return pointInTime === undefined || today.id !== '';`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'a history begins before the visible one',
    file: kernel('queries/history.ts'),
    find: `if (this.#since === '') return 0;`,
    replace: `if (this.#since !== '0') return 0;`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'the first entry of a visible history tells what was before',
    file: kernel('queries/history.ts'),
    find: `if (metadata.at !== since) return changes;`,
    replace: `if (metadata.at >= since) return changes;`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'the history of what was deleted before the visible one is told',
    file: assets('read-models/document.ts'),
    find: `deleted && since !== undefined && deleted_at < since;`,
    replace: `deleted && since !== undefined && deleted_at === '';`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S5',
    bug: 'lists as of a time count what others may not see of then',
    file: kernel('queries/as-of.ts'),
    find: ` || !(await opennessOf(options, collection)(today))`,
    replace: ``,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'who may write says how much of the past others see',
    file: assets('domain/visibility.ts'),
    find: `  after.history_from !== before.history_from ||
`,
    replace: '',
    suite: datasets('domain/dataset/history-from.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'a history that begins now begins before the write that says so',
    file: assets('domain/history-from.ts'),
    find: `wanted === null || wanted === NOW) return wanted;`,
    replace: `wanted === null) return wanted;
  if (wanted === NOW) return at;`,
    suite: datasets('domain/dataset/history-from.spec.ts'),
  },
  {
    rule: 'law 7',
    bug: 'a move is undone although the item came back to that split since, which counts it twice',
    file: datasets('domain/item/undoing.ts'),
    find: `    ...removed.filter((id) => current.splits.includes(id)),
`,
    replace: '',
    suite: datasets('domain/item/undoing.spec.ts'),
  },
  {
    rule: 'decisions 7, 8',
    bug: 'attributes are undone as one field, and take with them what was changed since',
    file: kernel('domain/undone-fields.ts'),
    find: `    if (same(current[key], after[key])) fields[key]`,
    replace: `    if (key === BY_KEY || same(current[key], after[key])) fields[key]`,
    suite: datasets('domain/item/undoing.spec.ts'),
  },
  {
    rule: 'decisions 7, 8',
    bug: 'what cannot be undone names the first event that changed it again, not the last',
    file: kernel('undoing/undoing.ts'),
    find: `      if (!same(pointedTo(before, pointer), pointedTo(after, pointer)))
        last`,
    replace: `      if (!last.has(pointer) && !same(pointedTo(before, pointer), pointedTo(after, pointer)))
        last`,
    suite: datasets('reverting.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'a deleted split counts as one that an item is left in',
    file: datasets('application/item/remove-item-from-split.ts'),
    find: `return seen.length === 1`,
    replace: `return current.splits.length === 1`,
    suite: datasets('application/item/remove-item-from-split.spec.ts'),
  },
  {
    rule: 'contract',
    bug: 'a union of an event grows within its version',
    file: 'contracts/generate/src/events/compatibility.ts',
    find: ` || older.length !== newer.length)`,
    replace: `)`,
    suite: 'contracts/generate/src/compare.spec.ts',
  },
  {
    rule: 'S40',
    bug: 'an import asks once whether it may write',
    file: datasets('work/imports/run-import.ts'),
    find: `    const parents = unlessRefused(await parentsOf(tools, job));
    if (last`,
    replace: `    const parents = last?.parents ?? unlessRefused(await parentsOf(tools, job));
    if (last`,
    suite: datasets('work/deleted-meanwhile.spec.ts'),
  },
  {
    rule: 'S40',
    bug: 'a copy asks once whether it may write',
    file: datasets('work/duplicates/run-duplicate.ts'),
    find: `    unlessRefused(await parentsOf(tools, job));
    const items`,
    replace: `    if (copied === 0) unlessRefused(await parentsOf(tools, job));
    const items`,
    suite: datasets('work/deleted-meanwhile.spec.ts'),
  },
];
