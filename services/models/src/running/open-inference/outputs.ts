import type { Json } from '@cairn/kernel';
import type { Prediction, TensorFacts } from '../port.js';
import { rawOutput } from '../worker/raw.js';
import type { Tensor } from '../worker/tensors.js';
import { UnfitInput } from '../worker/unfit-input.js';
import { isServed } from './datatypes.js';
import type { AskedOutput, OpenRequest } from './request.js';

/** What an answer may be at most, as JSON: it is recorded, and told whole. */
export const MOST_ANSWER_BYTES = 12_000_000;
/** A value takes two characters at least. */
const MOST_ANSWER_VALUES = MOST_ANSWER_BYTES / 2;

/** The outputs that a request asks for, in its order, or all. Throws `UnfitInput` where one cannot be told by the protocol. */
export const openOutputs = (
  { outputs, binaryOutput }: OpenRequest,
  there: readonly TensorFacts[],
): readonly AskedOutput[] => {
  const asked = outputs ?? there.map(({ name }) => ({ name, binary: binaryOutput }));
  const served = there.filter(({ type }) => isServed(type)).map(({ name }) => name);
  const unfit = asked.find(({ name }) => !served.includes(name));
  if (unfit === undefined) return asked;
  const facts = there.find(({ name }) => name === unfit.name);
  const gives = served.length === 0 ? 'nothing else' : served.join(', ');
  throw new UnfitInput(
    facts === undefined
      ? `The model has no output ${unfit.name}; it gives ${gives}.`
      : `The output ${unfit.name} is a ${facts.type}, which the protocol cannot tell: ask for others by \`outputs\`. The model gives ${gives}.`,
  );
};

/** What the model put out of them, as it is recorded. Throws `UnfitInput` when that is more than can be told. */
export const openAnswer = (
  asked: readonly AskedOutput[],
  outputs: Readonly<Record<string, Tensor>>,
): readonly Prediction[] => {
  const tensors = asked.flatMap(({ name }) => {
    const tensor = outputs[name];
    return tensor === undefined ? [] : [[name, tensor] as const];
  });
  const count = tensors.reduce((sum, [, { data }]) => sum + data.length, 0);
  if (count > MOST_ANSWER_VALUES) throw tooMuch(`${count} values`);
  const value: Json = Object.fromEntries(tensors.map(([name, tensor]) => [name, rawOutput(tensor)]));
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > MOST_ANSWER_BYTES) throw tooMuch(`${bytes} bytes`);
  return [{ prediction: '', classId: -1, confidence: 1, type: 'raw', value }];
};

const tooMuch = (what: string): UnfitInput =>
  new UnfitInput(
    `The answer has ${what}; it may have ${MOST_ANSWER_BYTES} bytes as JSON. Ask for fewer outputs, or a smaller batch.`,
  );
