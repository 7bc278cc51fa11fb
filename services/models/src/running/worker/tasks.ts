import type { Task } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import { embeddedBy } from '../config/taken.js';
import type { Prediction, TokenCount } from '../port.js';
import { rawAnswer, rawInputs } from '../tensors/raw.js';
import { readAnswer } from './answers.js';
import { readSsd, readYolo } from './boxes.js';
import { imageReader } from './image.js';
import type { WorkerInput } from './messages.js';
import type { Plan, Prepare, Prepared } from './plan.js';
import { openTensors } from './open-tensors.js';

import { readCtc, readEmbedding, readSpans } from './sequences.js';
import { soundReader } from './sound.js';
import { tableReader } from './table.js';
import type { Tensor } from '../tensors/tensor.js';
import { textReader } from './text.js';
import { UnfitInput } from '../unfit-input.js';

type Outputs = Readonly<Record<string, Tensor>>;
type Read = (outputs: Outputs) => readonly Prediction[];

/** How inputs of a task are made ready. Throws `UnfitConfig` when the config, the model and its labels do not go together. */
export const prepareFor = (plan: Plan): Prepare => tasks[plan.task](plan);

const textOf = (input: WorkerInput): { readonly text: string; readonly context: string } => {
  if (input.kind !== 'text') throw new UnfitInput('The model takes a text.');
  return { text: input.text, context: input.context ?? '' };
};

const fileOf = (input: WorkerInput, what: string): string => {
  if (input.kind !== 'file') throw new UnfitInput(`The model takes a file: ${what}.`);
  return input.path;
};

const counted = (count: TokenCount | undefined): Pick<Prepared, 'tokens'> =>
  count === undefined ? {} : { tokens: count };

const textClassification = (plan: Plan): Prepare => {
  const reader = textReader(plan);
  const read = readAnswer(plan);
  return async (input) => {
    const { text, context } = textOf(input);
    const { feeds, count } = reader(text, context);
    return { feeds, read, ...counted(count) };
  };
};

const tokenClassification = (plan: Plan): Prepare => {
  const reader = textReader(plan);
  const spans = readSpans(plan);
  return async (input) => {
    const { text } = textOf(input);
    const tokens = reader(text);
    return {
      feeds: tokens.feeds,
      read: (outputs) => spans(outputs, tokens, text),
      ...counted(tokens.count),
    };
  };
};

const imageClassification = (plan: Plan): Prepare => {
  const reader = imageReader(plan);
  const read = plan.config.output.decoder === 'ctc' ? readCtc(plan) : readAnswer(plan);
  return async (input) => ({ feeds: (await reader(fileOf(input, 'a picture'))).feeds, read });
};

const objectDetection = (plan: Plan): Prepare => {
  const { decoder } = plan.config.output;
  if (decoder !== 'yolov8' && decoder !== 'ssd')
    throw new UnfitConfig('`output.decoder` is missing: yolov8 or ssd.');
  const reader = imageReader(plan);
  const boxes = decoder === 'ssd' ? readSsd(plan) : readYolo(plan);
  return async (input) => {
    const { feeds, placed } = await reader(fileOf(input, 'a picture'));
    return { feeds, read: (outputs) => boxes(outputs, placed) };
  };
};

const audio = (plan: Plan): Prepare => {
  const reader = soundReader(plan);
  const read = plan.config.output.decoder === 'ctc' ? readCtc(plan) : readAnswer(plan);
  return async (input) => ({ feeds: reader(fileOf(input, 'a WAV sound')), read });
};

const tabular = (plan: Plan): Prepare => {
  const reader = tableReader(plan);
  const read = readAnswer(plan);
  return async (input) => ({ feeds: reader(textOf(input).text), read });
};

/** Texts, pictures and sounds alike, by what the model takes. */
const embedding = (plan: Plan): Prepare => {
  const read = readEmbedding(plan);
  switch (embeddedBy(plan.model.inputs, plan.config)) {
    case 'text':
      return embeddedText(plan, read);
    case 'image': {
      const reader = imageReader(plan);
      return async (input) => ({
        feeds: (await reader(fileOf(input, 'a picture'))).feeds,
        read: (outputs) => read(outputs),
      });
    }
    case 'row': {
      const reader = tableReader(plan);
      return async (input) => ({ feeds: reader(textOf(input).text), read: (outputs) => read(outputs) });
    }
    case 'sound': {
      const reader = soundReader(plan);
      return async (input) => ({
        feeds: reader(fileOf(input, 'a WAV sound')),
        read: (outputs) => read(outputs),
      });
    }
  }
};

const embeddedText = (plan: Plan, read: ReturnType<typeof readEmbedding>): Prepare => {
  const reader = textReader(plan);
  return async (input) => {
    const { text, context } = textOf(input);
    const tokens = reader(text, context);
    return {
      feeds: tokens.feeds,
      read: (outputs) => read(outputs, tokens.range),
      ...counted(tokens.count),
    };
  };
};

const raw = (plan: Plan): Prepare => {
  const read: Read = (outputs) => rawAnswer(Object.entries(outputs));
  return async (input) => {
    if (input.kind === 'tensors') return openTensors(input, plan.model);
    if (input.kind !== 'raw') throw new UnfitInput('The model takes named tensors.');
    return { feeds: rawInputs(input.tensors, plan.model.inputs), read };
  };
};

const tasks: Readonly<Record<Task, (plan: Plan) => Prepare>> = {
  'text-classification': textClassification,
  'token-classification': tokenClassification,
  'image-classification': imageClassification,
  'object-detection': objectDetection,
  audio,
  tabular,
  embedding,
  raw,
};
