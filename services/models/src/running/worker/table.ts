import { parse } from 'csv-parse/sync';
import type { TensorFacts } from '../port.js';
import type { Plan } from './plan.js';
import { type Tensor, fitting, numeric, shown, sizeOf, texts } from './tensors.js';
import { UnfitInput } from './unfit-input.js';

type Cell = string | number | boolean;
const LONGEST_TEXT = 10_000_000;

/** A row: values in order, or by the names of the model's inputs. */
type Row = { readonly list: readonly Cell[] } | { readonly named: Readonly<Record<string, unknown>> };

/**
 * How a row becomes the inputs of a model: a JSON list of numbers, a JSON object by the names of inputs, a line of CSV, or
 * CSV with a line of names before it. A model with an input for each column takes them by name, or in order.
 */
export const tableReader = ({ model }: Plan): ((text: string) => Readonly<Record<string, Tensor>>) => {
  const { inputs } = model;
  return (text) => {
    const row = rowOf(text, inputs);
    if ('named' in row) return byName(row.named, inputs);
    const [only] = inputs;
    if (inputs.length === 1 && only !== undefined) return { [only.name]: tensorOf(row.list, only) };
    if (row.list.length !== inputs.length)
      throw new UnfitInput(
        `The row has ${row.list.length} values; the model takes ${inputs.length}: ${namesOf(inputs)}.`,
      );
    return Object.fromEntries(
      inputs.map((facts, index) => [facts.name, tensorOf(row.list.slice(index, index + 1), facts)]),
    );
  };
};

const namesOf = (inputs: readonly TensorFacts[]): string => inputs.map(({ name }) => name).join(', ');

const rowOf = (text: string, inputs: readonly TensorFacts[]): Row => {
  if (text.length > LONGEST_TEXT) throw new UnfitInput(`A row has at most ${LONGEST_TEXT} characters.`);
  const trimmed = text.trim();
  if (trimmed.startsWith('[') || trimmed.startsWith('{')) return jsonRow(trimmed);
  return csvRow(csvLines(trimmed), inputs);
};

const csvRow = (lines: readonly (readonly string[])[], inputs: readonly TensorFacts[]): Row => {
  const [first, second] = lines;
  if (lines.length === 1 && first !== undefined) return { list: first };
  if (lines.length !== 2 || first === undefined || second === undefined)
    throw new UnfitInput(
      'One row is asked about at a time: a line of values, with a line of names before it or without.',
    );
  const names = new Set(inputs.map(({ name }) => name));
  if (inputs.length === 1 && !first.some((name) => names.has(name))) return { list: second };
  return { named: Object.fromEntries(first.map((name, index) => [name, second[index]])) };
};

const csvLines = (text: string): string[][] => {
  try {
    return parse(text, { trim: true, skip_empty_lines: true, to_line: 4 });
  } catch {
    throw new UnfitInput('The row is neither CSV nor JSON.');
  }
};

const jsonRow = (text: string): Row => {
  const value = json(text);
  if (!Array.isArray(value)) return { named: value as Record<string, unknown> };
  const list: readonly unknown[] = value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
  if (!list.every(isCell)) throw new UnfitInput('A row is a list of numbers.');
  return { list };
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnfitInput('The row begins as JSON and is none.');
  }
};

const isCell = (value: unknown): value is Cell => ['string', 'number', 'boolean'].includes(typeof value);

const byName = (
  row: Readonly<Record<string, unknown>>,
  inputs: readonly TensorFacts[],
): Record<string, Tensor> =>
  Object.fromEntries(
    inputs.map((facts) => {
      const value = Object.hasOwn(row, facts.name) ? row[facts.name] : undefined;
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (!list.every(isCell))
        throw new UnfitInput(`The row has no ${facts.name}: the model takes ${namesOf(inputs)}.`);
      return [facts.name, tensorOf(list, facts)];
    }),
  );

const tensorOf = (cells: readonly Cell[], facts: TensorFacts): Tensor => {
  const wanted = sizeOf(facts.shape.slice(1).map((size) => size ?? cells.length));
  if (facts.shape.length > 0 && wanted !== cells.length)
    throw new UnfitInput(
      `The model takes ${wanted} values (${facts.name} ${shown(facts)}); the row has ${cells.length}.`,
    );
  const dims = facts.shape.map((size, index) => (index === 0 ? 1 : (size ?? cells.length)));
  if (facts.type === 'string') return fitting(texts(dims, cells.map(String)), facts);
  return fitting(
    numeric(
      facts.type,
      dims,
      cells.map((cell) => numberOf(cell, facts)),
    ),
    facts,
  );
};

const numberOf = (cell: Cell, { name }: TensorFacts): number => {
  const number = typeof cell === 'string' && cell.trim() === '' ? NaN : Number(cell);
  if (Number.isNaN(number) && cell !== 'NaN')
    throw new UnfitInput(`${JSON.stringify(cell)} in ${name} is no number.`);
  return number;
};
