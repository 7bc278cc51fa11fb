import { type Bound, holds, type Line } from './row.js';

const number = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

const ratioOf = ({ ratio }: Line): string =>
  ratio === undefined ? '—' : `${number(ratio.median)} (${number(ratio.low)} – ${number(ratio.high)})`;

const boundOf = (bound: Bound | undefined, value: number | undefined): string => {
  if (bound === undefined || value === undefined) return '—';
  return `${bound.atMost === true ? '≤' : '≥'} ${value}`;
};

const verdictOf = (line: Line): string => {
  if (line.note !== undefined) return line.note;
  const held = holds(line);
  return held === undefined ? '' : held ? 'holds' : 'does not hold';
};

const detailsOf = ({ details = {} }: Line): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${number(value)}`)
    .join(', ');

/** What a table of lines begins with, in Markdown. */
export const head = [
  '| row | measured | median (spread) | floor | goal | | on this machine |',
  '|---|---|---|---|---|---|---|',
].join('\n');

/** One line of the table. */
export const lineOf = (line: Line): string =>
  `| ${[
    line.row,
    line.measured,
    ratioOf(line),
    boundOf(line.bound, line.bound?.floor),
    boundOf(line.bound, line.bound?.goal),
    verdictOf(line),
    detailsOf(line),
  ].join(' | ')} |`;
