import type { FileFacts } from '../file/check-file.js';
import type { TensorFacts } from '../port.js';
import type { ModelConfig, Task } from './config.js';
import { UnfitConfig } from './config-reader.js';

/** What is known of a model beside its config. */
export interface Known {
  readonly file: Pick<FileFacts, 'metadata'>;
  readonly inputs: readonly TensorFacts[];
}

/** A config that says what to do, and the labels that the file brings. */
export interface Inferred {
  readonly config: ModelConfig & { readonly task: Task };
  /** By the config or by the file, and not found out by the inputs. */
  readonly isTaskSaid: boolean;
  readonly labels: readonly string[];
}

/**
 * Completes a config by what the file says of itself: its metadata as Ultralytics writes them (`task`, `names`), else the
 * inputs where they can be only one thing. Throws `UnfitConfig` with what is missing.
 */
export const inferred = (config: ModelConfig, known: Known): Inferred => {
  const { metadata } = known.file;
  const labels = config.labels ?? namesIn(metadata['names'] ?? '');
  const said = config.task ?? ULTRALYTICS[metadata['task'] ?? ''];
  const task = said ?? byInputs(known);
  const isYolo = task === 'object-detection' && metadata['task'] === 'detect';
  const output = { ...(isYolo ? { decoder: 'yolov8' as const } : {}), ...config.output };
  return { config: { ...config, task, output }, isTaskSaid: said !== undefined, labels };
};

const ULTRALYTICS: Readonly<Record<string, Task | undefined>> = {
  detect: 'object-detection',
  classify: 'image-classification',
};

/** The only task that a model with these inputs can have; `undefined` where it can have several. */
export const taskByInputs = (inputs: readonly TensorFacts[]): Task | undefined => {
  const [only] = inputs;
  if (inputs.length === 1 && only?.type === 'string') return 'text-classification';
  if (inputs.length === 1 && isTable(only)) return 'tabular';
  return inputs.length > 1 && inputs.every(isColumn) ? 'tabular' : undefined;
};

const byInputs = ({ inputs }: Known): Task => {
  const task = taskByInputs(inputs);
  if (task !== undefined) return task;
  throw new UnfitConfig(
    'The config says no `task`, and the model does not say what it is for: text-classification, token-classification, image-classification, object-detection, audio, tabular, embedding or raw.',
  );
};

const TABLES: ReadonlySet<string> = new Set(['float16', 'float32', 'float64']);
const isTable = (input: TensorFacts | undefined): boolean =>
  input !== undefined && TABLES.has(input.type) && input.shape.length === 2;

/** An input for each column of a table. */
const isColumn = ({ shape }: TensorFacts): boolean => shape.length === 2 && shape[1] === 1;

const NAME = /(\d{1,7}): ?(?:'([^']*)'|"([^"]*)")/g;

/** `{0: 'person', 1: 'bicycle'}`, or the same as JSON. */
const namesIn = (text: string): readonly string[] => {
  const names: string[] = [];
  for (const [, id = '', single, double] of text.replaceAll(/"(\d{1,7})": /g, '$1: ').matchAll(NAME)) {
    if (Number(id) !== names.length) return [];
    names.push(single ?? double ?? '');
  }
  return names;
};
