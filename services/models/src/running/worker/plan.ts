import type { ModelConfig, Task } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import type { NativeParts } from '../native-parts.js';
import type { AnswerForm, ModelFacts, OutputFacts, Prediction, TensorFacts, TokenCount } from '../port.js';
import type { Tensor } from '../tensors/tensor.js';
import type { Tokenizer } from '../tokenizer/tokenizer.js';
import type { WorkerInput } from './messages.js';
import type { OpenedModel } from './opened-model.js';
import { type Known, readOutputs } from './reading.js';

/** What a config, a file and labels come to: what each task's code is given. */
export interface Plan {
  readonly task: Task;
  /** By the config or the file, and not found out by the inputs. */
  readonly isTaskSaid: boolean;
  readonly config: ModelConfig;
  readonly model: OpenedModel;
  readonly inspected: ModelFacts;
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

/** The output that the config names, the only one of floats, or the one that is called logits, probabilities or scores. */
export const outputOf = (plan: Plan): OutputFacts => {
  const { scores } = readOutputs(knownOf(plan));
  if (scores !== undefined) return scores;
  throw new UnfitConfig('The model puts out no numbers of floats.');
};

/** What decides how answers are read. */
export const knownOf = ({ config, isTaskSaid, labels, model, inspected }: Plan): Known => ({
  output: config.output,
  task: isTaskSaid ? config.task : undefined,
  labels: labels.length,
  outputs: inspected.outputs,
  graph: model.file.graph,
  labelsOfMaps: (name) => model.labelsOfMaps(name),
});

/** The output's values; throws when the model does not put it out. */
export const takeOutput = (outputs: Readonly<Record<string, Tensor>>, name: string): Tensor => {
  const tensor = outputs[name];
  if (tensor === undefined) throw new UnfitConfig(`The model put out nothing that is called ${name}.`);
  return tensor;
};
