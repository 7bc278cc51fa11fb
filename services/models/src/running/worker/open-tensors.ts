import { openInputs } from '../open-inference/inputs.js';
import { openAnswer, openOutputs } from '../open-inference/outputs.js';
import { withRequest } from '../open-inference/request-file.js';
import { readRequest } from '../open-inference/request.js';
import type { WorkerInput } from './messages.js';
import type { OpenedModel } from './opened-model.js';
import type { Prepared } from './plan.js';

/** A request of the open inference protocol made ready; its file is not needed afterwards. Throws `UnfitInput`. */
export const openTensors = (
  input: Extract<WorkerInput, { readonly kind: 'tensors' }>,
  { inputs, outputs: there }: Pick<OpenedModel, 'inputs' | 'outputs'>,
): Prepared =>
  withRequest(input, ({ text, binary }) => {
    const request = readRequest(text);
    const outputs = openOutputs(request, there);
    return {
      feeds: openInputs(request.inputs, binary, inputs),
      read: (given) => openAnswer(outputs, given),
      form: { outputs, ...(request.id === undefined ? {} : { id: request.id }) },
    };
  });
