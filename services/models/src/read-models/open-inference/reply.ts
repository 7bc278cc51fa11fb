import type { Inference, OpenInferenceReply } from '@cairn/contracts';
import { inSlices, type Soon, type Steps } from '@cairn/kernel';
import { datatypeOf } from '../../running/open-inference/datatypes.js';
import type { ToldTensor } from '../../running/kept-tensor.js';
import { bytesOfValues } from '../../running/open-inference/written.js';
import type { AnswerForm } from '../../running/port.js';

/** An answer of the open inference protocol: its JSON, and the bytes of outputs that are to follow it, if any. */
export interface OpenAnswer {
  readonly reply: OpenInferenceReply;
  readonly binary: readonly Buffer[];
}

type Told = Readonly<Record<string, ToldTensor | undefined>>;

/** What was recorded of a request of the protocol, as it wanted to be answered. */
export const openAnswerOf = (inference: Inference, version: string): Soon<OpenAnswer> =>
  inSlices(answerOf(inference, version));

function* answerOf(inference: Inference, version: string): Steps<OpenAnswer> {
  const form = JSON.parse(inference.result) as AnswerForm;
  const values = (inference.inference_items[0]?.value ?? {}) as Told;
  const outputs: Output[] = [];
  for (const { name, binary } of form.outputs) {
    const tensor = values[name];
    if (tensor !== undefined) outputs.push(yield* outputOf(name, tensor, binary));
  }
  return {
    reply: {
      model_name: inference.model_id,
      model_version: version,
      ...(form.id === undefined ? {} : { id: form.id }),
      parameters: { inference_id: inference.id },
      outputs: outputs.map(({ told }) => told),
    },
    binary: outputs.flatMap(({ bytes }) => bytes ?? []),
  };
}

interface Output {
  readonly told: OpenInferenceReply['outputs'][number];
  readonly bytes: Buffer | undefined;
}

function* outputOf(name: string, { type, shape, data }: ToldTensor, binary: boolean): Steps<Output> {
  const told = { name, datatype: datatypeOf(type), shape: [...shape] };
  if (!binary) return { told: { ...told, data: [...data] }, bytes: undefined };
  const bytes = yield* bytesOfValues(type, data);
  return { told: { ...told, parameters: { binary_data_size: bytes.length } }, bytes };
}
