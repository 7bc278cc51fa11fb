import { stringify } from 'yaml';
import { defaultOf, isSection, type Shape } from './shape.js';

const WIDTH = 110;

/** `values.yaml`: every value with its sentence and default, in the order of the schema. */
export const valuesFile = (root: Shape): string =>
  [
    '# Values of the Cairn chart. Written from its schema by `npm run chart`: change deploy/helm/src/values, not this file.',
    '',
    ...linesOf(root, ''),
    '',
  ].join('\n');

const linesOf = (shape: Shape, indent: string): readonly string[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, property], at) => {
    if (defaultOf(property) === undefined) return [];
    const space = indent === '' && at > 0 ? [''] : [];
    return [...space, ...comment(property.description ?? '', indent), ...entry(name, property, indent)];
  });

const entry = (name: string, shape: Shape, indent: string): readonly string[] => {
  const inner = isSection(shape) ? linesOf(shape, `${indent}  `) : [];
  if (inner.length > 0) return [`${indent}${name}:`, ...inner];
  const text = stringify({ [name]: defaultOf(shape) }, { lineWidth: 0, singleQuote: true }).trimEnd();
  return text.split('\n').map((line) => `${indent}${line}`);
};

const comment = (text: string, indent: string): readonly string[] => {
  const lines: string[] = [];
  let line = `${indent}#`;
  for (const word of text.split(' ')) {
    if (line.length + word.length >= WIDTH && line.trim() !== '#') {
      lines.push(line);
      line = `${indent}#`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
};
