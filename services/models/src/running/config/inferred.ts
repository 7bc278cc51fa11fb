import type { FileFacts } from '../file/check-file.js';
import type { TensorFacts } from '../port.js';
import type { ModelConfig, Task } from './config.js';
import { UnfitConfig } from './config-reader.js';

/** What is known of a model beside its config. */
export interface Known {
  readonly file: FileFacts;
  readonly inputs: readonly TensorFacts[];
}

/** A config that says what to do, and the labels that the file brings. */
export interface Inferred {
  readonly config: ModelConfig & { readonly task: Task };
  readonly labels: readonly string[];
}

/**
 * Completes a config by what the file says of itself: its metadata as Ultralytics writes them (`task`, `names`), else the
 * inputs where they can be only one thing. Throws `UnfitConfig` with what is missing.
 */
export const inferred = (config: ModelConfig, known: Known): Inferred => {
  const { metadata } = known.file;
  const labels = config.labels ?? namesIn(metadata['names'] ?? '');
  const task = config.task ?? ULTRALYTICS[metadata['task'] ?? ''] ?? byInputs(known);
  const isYolo = task === 'object-detection' && metadata['task'] === 'detect';
  const output = { ...(isYolo ? { decoder: 'yolov8' as const } : {}), ...config.output };
  return { config: { ...config, task, output }, labels };
};

const ULTRALYTICS: Readonly<Record<string, Task | undefined>> = {
  detect: 'object-detection',
  classify: 'image-classification',
};

const FLOATS: ReadonlySet<string> = new Set(['float16', 'float32']);

const isTable = (facts: TensorFacts | undefined): boolean =>
  facts !== undefined && FLOATS.has(facts.type) && facts.shape.length === 2;

const byInputs = ({ inputs }: Known): Task => {
  const [only] = inputs;
  if (inputs.length === 1 && only?.type === 'string') return 'text-classification';
  if (inputs.length === 1 && isTable(only)) return 'tabular';
  throw new UnfitConfig(
    'The config says no `task`, and the model does not say what it is for: text-classification, token-classification, image-classification, object-detection, audio, tabular, embedding or raw.',
  );
};

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
