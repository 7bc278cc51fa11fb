import type { Prediction, TensorFacts } from '../port.js';
import { rawAnswer } from '../tensors/raw.js';
import type { Tensor } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { isServed } from './datatypes.js';
import type { AskedOutput, OpenRequest } from './request.js';

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
): readonly Prediction[] =>
  rawAnswer(
    asked.flatMap(({ name }) => {
      const tensor = outputs[name];
      return tensor === undefined ? [] : [[name, tensor] as const];
    }),
  );
