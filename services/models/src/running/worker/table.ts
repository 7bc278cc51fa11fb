import { type ExactJson } from '@cairn/kernel';
import { parse } from 'csv-parse/sync';
import type { TensorFacts } from '../port.js';
import { exactJson, isList, tensorOfValues } from '../tensors/asked-values.js';
import { fitting, shown, sizeOf, type Tensor } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import type { OpenedModel } from './opened-model.js';

type Cell = string | number | bigint | boolean;
type Inputs = readonly TensorFacts[];
const LONGEST_TEXT = 10_000_000;

/** A row: values in order, or by the names of the model's inputs. */
type Row = { readonly list: readonly Cell[] } | { readonly named: ReadonlyMap<string, readonly Cell[]> };

/**
 * How a row becomes the inputs of a model: a JSON list of numbers, a JSON object by the names of inputs, a line of CSV, or
 * CSV with a line of these names before it. A model with an input for each column takes them by name, or in order.
 */
export const tableReader = ({
  model: { inputs },
}: {
  readonly model: Pick<OpenedModel, 'inputs'>;
}): ((text: string) => Readonly<Record<string, Tensor>>) => {
  return (text) => {
    const row = rowOf(text, inputs);
    if ('named' in row)
      return Object.fromEntries(
        inputs.map((facts) => [facts.name, tensorOf(row.named.get(facts.name) ?? [], facts)]),
      );
    const [only] = inputs;
    if (inputs.length === 1 && only !== undefined) return { [only.name]: tensorOf(row.list, only) };
    if (row.list.length !== inputs.length)
      throw unfit(
        `The row has ${row.list.length} values; the model takes ${inputs.length}: ${namesOf(inputs)}.`,
      );
    return Object.fromEntries(
      inputs.map((facts, index) => [facts.name, tensorOf(row.list.slice(index, index + 1), facts)]),
    );
  };
};

const unfit = (message: string): UnfitInput => new UnfitInput(message, { pointer: '/input_text' });

const namesOf = (inputs: Inputs): string => inputs.map(({ name }) => name).join(', ');

const rowOf = (text: string, inputs: Inputs): Row => {
  if (text.length > LONGEST_TEXT) throw unfit(`A row has at most ${LONGEST_TEXT} characters.`);
  const trimmed = text.trim();
  if (trimmed.startsWith('[') || trimmed.startsWith('{')) return jsonRow(trimmed, inputs);
  return csvRow(csvLines(trimmed), inputs);
};

const csvRow = ([first, second, ...others]: readonly (readonly string[])[], inputs: Inputs): Row => {
  if (first !== undefined && second === undefined) return { list: first };
  if (first === undefined || second === undefined || others.length > 0 || !isNames(first, inputs))
    throw unfit(
      'One row is asked about at a time: a line of values, alone or behind a line of the names of all ' +
        `inputs (${namesOf(inputs)}).`,
    );
  return { named: new Map(first.map((name, index) => [name, second.slice(index, index + 1)])) };
};

/** Whether these are the names of all inputs, each once. */
const isNames = (names: readonly string[], inputs: Inputs): boolean => {
  const given = new Set(names);
  return (
    names.length === inputs.length &&
    given.size === names.length &&
    inputs.every(({ name }) => given.has(name))
  );
};

const csvLines = (text: string): string[][] => {
  try {
    return parse(text, { trim: true, skip_empty_lines: true, to_line: 4 });
  } catch {
    throw unfit('The row is neither CSV nor JSON.');
  }
};

const jsonRow = (text: string, inputs: Inputs): Row => {
  const value = exactJson(text, (why) => unfit(`The row begins as JSON and is not taken: ${why}.`));
  if (!isList(value)) return { named: namedCells(value, inputs) };
  const [first] = value;
  const list = value.length === 1 && isList(first) ? first : value;
  if (!list.every(isCell)) throw unfit('A row is a list of numbers.');
  return { list };
};

const isCell = (value: ExactJson | undefined): value is Cell =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

const namedCells = (row: ExactJson, inputs: Inputs): ReadonlyMap<string, readonly Cell[]> => {
  const cells = new Map<string, ExactJson | undefined>(Object.entries(row ?? {}));
  const unknown = [...cells.keys()].find((name) => !inputs.some((facts) => facts.name === name));
  if (unknown !== undefined) throw unfit(`The model has no input ${unknown}; it takes ${namesOf(inputs)}.`);
  return new Map(
    inputs.map(({ name }) => {
      const value = cells.get(name);
      const list = isList(value) ? value : [value];
      if (!list.every(isCell)) throw unfit(`The row has no ${name}: the model takes ${namesOf(inputs)}.`);
      return [name, list];
    }),
  );
};

const tensorOf = (cells: readonly Cell[], facts: TensorFacts): Tensor => {
  const wanted = sizeOf(facts.shape.slice(1).map((size) => size ?? cells.length));
  if (facts.shape.length > 0 && wanted !== cells.length)
    throw unfit(
      `The model takes ${wanted} values (${facts.name} ${shown(facts)}); the row has ${cells.length}.`,
    );
  const dims = facts.shape.map((size, index) => (index === 0 ? 1 : (size ?? cells.length)));
  const values = cells.map((cell) => valueOf(cell, facts));
  const placeOf = (at: number) => ({
    said: cells.length === 1 ? facts.name : `value ${at + 1} of the row`,
    pointer: '/input_text',
  });
  return fitting(tensorOfValues(values, dims, facts, placeOf), facts);
};

/** Columns of texts take numbers as they are written; those of numbers take yes and no as 1 and 0. */
const valueOf = (cell: Cell, { type }: TensorFacts): ExactJson => {
  if (type === 'string') return String(cell);
  return typeof cell === 'boolean' ? Number(cell) : cell;
};
