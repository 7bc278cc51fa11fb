import { columnTargets, type ColumnTarget, type ImportColumn } from '@cairn/contracts';
import { Problem } from '../../../problems/problem.js';

/**
 * Reads `?columns=text:my_col,label:other`. A column's name may hold commas and colons: a pair ends where the next one
 * begins. Throws `columns_invalid` with what is wrong of each pair.
 */
export const importColumns = (said: string): readonly ImportColumn[] => {
  const pairs = said.split(BETWEEN).map(pairOf);
  const wrong = pairs.flatMap((pair, index) => flawOf(pair, pairs.slice(0, index)) ?? []);
  if (wrong.length === 0) return pairs as readonly ImportColumn[];
  throw new Problem('columns_invalid', `${wrong[0]!.charAt(0).toUpperCase()}${wrong[0]!.slice(1)}.`, {
    errors: wrong.map((message) => ({ parameter: 'columns', code: 'columns_invalid', message })),
  });
};

const BETWEEN = /,(?=\s*\w+\s*:)/;

interface Pair {
  readonly target: string;
  readonly column: string;
}

const pairOf = (text: string): Pair => {
  const colon = text.indexOf(':');
  return colon === -1
    ? { target: text.trim(), column: '' }
    : { target: text.slice(0, colon).trim(), column: text.slice(colon + 1).trim() };
};

const flawOf = ({ target, column }: Pair, before: readonly Pair[]): string | undefined => {
  if (!isTarget(target))
    return `${target === '' ? 'nothing' : `\`${target}\``} is no target; targets are: ${columnTargets.join(', ')}`;
  if (column === '') return `\`${target}\` has no column: write \`${target}:its_name\``;
  if (target !== 'attribute' && before.some((other) => other.target === target))
    return `\`${target}\` stands twice`;
  return before.some((other) => other.column === column) ? `the column ${column} stands twice` : undefined;
};

const isTarget = (word: string): word is ColumnTarget => columnTargets.some((target) => target === word);
