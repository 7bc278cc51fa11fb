import type { ModelConfig, Task } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import type { NativeParts } from '../native-parts.js';
import type { AnswerForm, Prediction, TensorFacts, TokenCount } from '../port.js';
import type { Tokenizer } from '../tokenizer/tokenizer.js';
import type { WorkerInput } from './messages.js';
import { NOT_TENSOR, type OpenedModel } from './opened-model.js';
import type { Tensor } from './tensors.js';

/** What a config, a file and labels come to: what each task's code is given. */
export interface Plan {
  readonly task: Task;
  readonly config: ModelConfig;
  readonly model: OpenedModel;
  readonly labels: readonly string[];
  readonly native: NativeParts;
  /** What the version's `tokenizer.json` says. */
  readonly tokenizer?: Tokenizer;
}

/** An input made ready, and what reading the answer needs of it. */
export interface Prepared {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly read: (outputs: Readonly<Record<string, Tensor>>) => readonly Prediction[];
  readonly form?: AnswerForm;
  /** Where the input became tokens. */
  readonly tokens?: TokenCount;
}

/** Reads an input; throws `UnfitInput`. */
export type Prepare = (input: WorkerInput) => Promise<Prepared>;

/** The one input of a model that the config names, or its only one of these types. Throws `UnfitConfig`. */
export const inputOf = ({ model, config }: Plan, types: ReadonlySet<string>): TensorFacts => {
  const { name } = config.input;
  const fitting = model.inputs.filter((facts) => types.has(facts.type));
  const found = name === undefined ? fitting : model.inputs.filter((facts) => facts.name === name);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const all = model.inputs.map((facts) => `${facts.name} (${facts.type})`).join(', ');
  throw new UnfitConfig(
    name === undefined
      ? `\`input.name\` is missing: the model has the inputs ${all}.`
      : `\`input.name\` is ${name}; the model has the inputs ${all}.`,
  );
};

const SCORES = /logit|prob|score/i;
const FLOATS: ReadonlySet<string> = new Set(['float32', 'float64']);

/** The output that the config names, the only one of floats, or the one that is called logits, probabilities or scores. */
export const outputOf = ({ model, config }: Plan): TensorFacts => {
  const { name } = config.output;
  const readable = model.outputs.filter((facts) => facts.type !== NOT_TENSOR);
  if (name !== undefined) {
    const named = readable.find((facts) => facts.name === name);
    if (named !== undefined) return named;
    throw new UnfitConfig(`\`output.name\` is ${name}; ${has(readable)}.`);
  }
  const floats = readable.filter((facts) => FLOATS.has(facts.type));
  const called = floats.filter((facts) => SCORES.test(facts.name));
  const only = [floats, called].find((each) => each.length === 1)?.[0];
  if (only === undefined) throw new UnfitConfig(`\`output.name\` is missing: ${has(readable)}.`);
  return only;
};

const has = (outputs: readonly TensorFacts[]): string =>
  outputs.length === 0
    ? 'the model has no output that is a tensor'
    : `the model has the outputs ${outputs.map((facts) => `${facts.name} (${facts.type})`).join(', ')}`;

/** The output's values; throws when the model does not put it out. */
export const takeOutput = (outputs: Readonly<Record<string, Tensor>>, name: string): Tensor => {
  const tensor = outputs[name];
  if (tensor === undefined) throw new UnfitConfig(`The model put out nothing that is called ${name}.`);
  return tensor;
};
