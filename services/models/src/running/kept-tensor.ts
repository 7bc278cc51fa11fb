import type { Json, Steps } from '@cairn/kernel';

/** What is told of a tensor beside its values. */
type TensorHead = { readonly type: string; readonly shape: readonly number[] };

/** A tensor as it is told. */
export type ToldTensor = TensorHead & { readonly data: readonly Json[] };

/**
 * A tensor as an inference keeps it. The values of a large one are kept as JSON in parts, `1,2` and `3`: so it can be recorded
 * without being read, and is read part by part.
 */
export type KeptTensor = ToldTensor | (TensorHead & { readonly parts: readonly string[] });

/** Values of a part: they are read in some milliseconds. */
const PART_VALUES = 20_000;

export const keptTensor = (head: TensorHead, values: readonly Json[]): KeptTensor =>
  values.length <= PART_VALUES ? { ...head, data: values } : { ...head, parts: [...partsOf(values)] };

function* partsOf(values: readonly Json[]): Generator<string, void, void> {
  for (let from = 0; from < values.length; from += PART_VALUES)
    yield JSON.stringify(values.slice(from, from + PART_VALUES)).slice(1, -1);
}

/** Tensors by name as they are told. */
export function* toldTensors(
  kept: Readonly<Record<string, KeptTensor>>,
): Steps<Readonly<Record<string, ToldTensor>>> {
  const told: [string, ToldTensor][] = [];
  for (const [name, tensor] of Object.entries(kept)) told.push([name, yield* toldTensor(tensor)]);
  return Object.fromEntries(told);
}

function* toldTensor(tensor: KeptTensor): Steps<ToldTensor> {
  if (!('parts' in tensor)) return tensor;
  const { parts, ...head } = tensor;
  const data: Json[] = [];
  for (const part of parts) {
    for (const value of JSON.parse(`[${part}]`) as readonly Json[]) data.push(value);
    yield;
  }
  return { ...head, data };
}
