// What of the past others see: S1, S5.
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
];
