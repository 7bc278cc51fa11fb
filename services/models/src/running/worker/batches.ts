import { joined, slice, type Tensor } from '../tensors/tensor.js';
import type { Plan, Prepared } from './plan.js';
import { canJoin } from './inspection.js';
import type { OpenedModel } from './opened-model.js';

type Tensors = Readonly<Record<string, Tensor>>;
interface Placed {
  readonly place: number;
  readonly prepared: Prepared;
}
export type Batched =
  | { readonly place: number; readonly outputs: Tensors; readonly inferenceMs: number }
  | { readonly place: number; readonly error: unknown };

/** Runs inputs of the same shapes at once where rows are independent, else one by one. */
export const runBatched = async (plan: Plan, inputs: readonly Placed[]): Promise<readonly Batched[]> => {
  const groups = isBatch(plan) ? groupsOf(inputs) : inputs.map((input) => [input]);
  const answers: Batched[] = [];
  for (const group of groups) answers.push(...(await runGroup(plan.model, group)));
  return answers;
};

/** Whether requests are run together: rows are known to be independent, by the config or the inspection. */
const isBatch = ({ model, config, inspected }: Plan): boolean =>
  canJoin(model) && (config.batch ?? inspected.rows_independent === true);

const groupsOf = (inputs: readonly Placed[]): readonly (readonly Placed[])[] => {
  const groups = new Map<string, Placed[]>();
  for (const input of inputs) {
    const shapes = Object.entries(input.prepared.feeds).map(([name, { dims }]) => [name, ...dims.slice(1)]);
    const key = JSON.stringify(shapes);
    groups.set(key, [...(groups.get(key) ?? []), input]);
  }
  return [...groups.values()];
};

const runGroup = async (model: OpenedModel, group: readonly Placed[]): Promise<readonly Batched[]> => {
  const [first] = group;
  if (first === undefined) return [];
  try {
    const names = Object.keys(first.prepared.feeds);
    const feeds = Object.fromEntries(
      names.map((name) => [name, joined(group.map(({ prepared }) => prepared.feeds[name] ?? missing(name)))]),
    );
    const began = performance.now();
    const outputs = await model.run(feeds);
    const inferenceMs = performance.now() - began;
    return split(group, outputs).map(([place, own]) => ({ place, outputs: own, inferenceMs }));
  } catch (error) {
    if (group.length > 1) return (await Promise.all(group.map((each) => runGroup(model, [each])))).flat();
    return group.map(({ place }) => ({ place, error }));
  }
};

const missing = (name: string): never => {
  throw new Error(`The input ${name} was not made ready.`);
};

const rowsOf = ({ prepared }: Placed): number => Object.values(prepared.feeds)[0]?.dims[0] ?? 1;

/** Each input's rows of each output. */
const split = (group: readonly Placed[], outputs: Tensors): readonly (readonly [number, Tensors])[] => {
  if (group.length === 1) return group.map(({ place }) => [place, outputs] as const);
  const all = group.reduce((sum, each) => sum + rowsOf(each), 0);
  for (const [name, { dims }] of Object.entries(outputs))
    if (dims[0] !== all) throw new Error(`The output ${name} is not as long as its batch.`);
  let from = 0;
  return group.map((each) => {
    const rows = rowsOf(each);
    const own = Object.fromEntries(
      Object.entries(outputs).map(([name, tensor]) => [name, slice(tensor, from, rows)]),
    );
    from += rows;
    return [each.place, own] as const;
  });
};
