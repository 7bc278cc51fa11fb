import type { TensorFacts } from '../port.js';
import type { ModelConfig, Task } from './config.js';
import { taskByInputs } from './inferred.js';

/** What a model can be asked with: a text, a file, or named tensors. */
type Taken = 'text' | 'file' | 'raw';

/** What a model of embeddings reads: `row` is a row of numbers, sent as a text. */
export type Embedded = 'text' | 'image' | 'row' | 'sound';

const TEXTS: ReadonlySet<string> = new Set(['string', 'int64', 'int32']);

export const embeddedBy = (
  inputs: readonly TensorFacts[],
  { input }: Pick<ModelConfig, 'input'>,
): Embedded => {
  if (inputs.some(({ type }) => TEXTS.has(type))) return 'text';
  if (inputs[0]?.shape.length === 4) return 'image';
  return input.sample_rate === undefined ? 'row' : 'sound';
};

const BY_TASK: Readonly<Record<Exclude<Task, 'embedding'>, Taken>> = {
  'text-classification': 'text',
  'token-classification': 'text',
  'image-classification': 'file',
  'object-detection': 'file',
  audio: 'file',
  tabular: 'text',
  raw: 'raw',
};

const BY_EMBEDDED: Readonly<Record<Embedded, Taken>> = {
  text: 'text',
  image: 'file',
  row: 'text',
  sound: 'file',
};

/** The task of a model, and what it takes; absent where neither its config nor its inputs tell. */
export interface TaskTold {
  readonly task?: Task;
  readonly takes?: readonly Taken[];
}

/** `inputs` is absent of a file that was not inspected. */
export const toldOfTask = (config: ModelConfig, inputs: readonly TensorFacts[] | undefined): TaskTold => {
  const task = config.task ?? taskByInputs(inputs ?? []);
  if (task === undefined) return {};
  if (task !== 'embedding') return { task, takes: [BY_TASK[task]] };
  return inputs === undefined ? { task } : { task, takes: [BY_EMBEDDED[embeddedBy(inputs, config)]] };
};
