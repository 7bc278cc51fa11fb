import { isSection, type Shape } from './shape.js';

const BEGIN = '<!-- values: written by `npm run chart` -->';
const END = '<!-- /values -->';

/** The README of the chart with the table of all values in its place. Throws when it has no place for it. */
export const withTable = (readme: string, root: Shape): string => {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The README has no ${BEGIN} … ${END}.`);
  return [before, BEGIN, '\n\n', tableOf(root), '\n', END, after].join('');
};

const tableOf = (root: Shape): string =>
  ['| value | what | default |', '|---|---|---|', ...rowsOf(root, ''), ''].join('\n');

const rowsOf = (shape: Shape, path: string): readonly string[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
    const full = path === '' ? name : `${path}.${name}`;
    const row = `| \`${full}\` | ${cell(property.description ?? '')}${choices(property)} | ${told(property)} |`;
    return isSection(property) ? [row, ...rowsOf(property, full)] : [row];
  });

const cell = (text: string): string => text.replaceAll('|', '\\|');

const choices = ({ enum: values, description = '' }: Shape): string => {
  const untold = (values ?? []).filter(
    (value) => value !== '' && !description.includes(`\`${String(value)}\``),
  );
  return untold.length < 2 ? '' : ` One of ${untold.map((value) => `\`${String(value)}\``).join(', ')}.`;
};

const told = (shape: Shape): string =>
  shape.default === undefined ? '' : `\`${cell(JSON.stringify(shape.default))}\``;
