// What of the past others see, what of it is undone, what goes on in what is gone: S1, S5, S40, laws 6 and 7.
import { datasets, kernel } from './places.mjs';

export const pastBugs = [
  {
    rule: 'S1',
    bug: 'what was before the visible history can be read as of then',
    file: datasets('read-models/parents.ts'),
    find: `return moment === undefined || moment.at >= (beginningFor(reading, today) ?? '');`,
    replace: `return moment === undefined || today.id !== '';`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'a history begins before the visible one',
    file: kernel('reading/history.ts'),
    find: `if (event.metadata.at >= since) entries.take`,
    replace: `entries.take`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'the first entry of a visible history tells what was before',
    file: kernel('reading/history.ts'),
    find: `if (metadata.at !== since) return changes;`,
    replace: `if (metadata.at >= since) return changes;`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'the history of what was deleted before the visible one is told',
    file: datasets('read-models/parents.ts'),
    find: `deleted && since !== undefined && deleted_at < since;`,
    replace: `deleted && since !== undefined && deleted_at === '';`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S5',
    bug: 'lists as of a time count what others may not see of then',
    file: kernel('reading/as-of.ts'),
    find: `const open = rows.filter(isOpen);`,
    replace: `const open = rows.filter((row) => isOpen(row) || row.id !== '');`,
    suite: datasets('visible-history.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'who may write says how much of the past others see',
    file: datasets('domain/dataset/visibility.ts'),
    find: `  after.history_from !== before.history_from ||
`,
    replace: '',
    suite: datasets('domain/dataset/history-from.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'a history that begins now begins before the write that says so',
    file: datasets('domain/dataset/history-from.ts'),
    find: `wanted === null || wanted === NOW) return wanted;`,
    replace: `wanted === null) return wanted;
  if (wanted === NOW) return at;`,
    suite: datasets('domain/dataset/history-from.spec.ts'),
  },
  {
    rule: 'law 7',
    bug: 'a move is undone although the item came back to that split since, which counts it twice',
    file: datasets('domain/item/undoing.ts'),
    find: `  if (removed.some((id) => current.splits.includes(id))) return undefined;
`,
    replace: '',
    suite: datasets('domain/item/undoing.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'a deleted split counts as one that an item is left in',
    file: datasets('domain/item/commands/remove-item-from-split.ts'),
    find: `return seen.length === 1`,
    replace: `return current.splits.length === 1`,
    suite: datasets('domain/item/commands/remove-item-from-split.spec.ts'),
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
