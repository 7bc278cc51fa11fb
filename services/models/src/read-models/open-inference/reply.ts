import type { Inference, OpenInferenceReply } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { datatypeOf } from '../../running/open-inference/datatypes.js';
import { bytesOfValues } from '../../running/open-inference/written.js';
import type { AnswerForm } from '../../running/port.js';

/** An answer of the open inference protocol: its JSON, and the bytes of outputs that are to follow it, if any. */
export interface OpenAnswer {
  readonly reply: OpenInferenceReply;
  readonly binary: readonly Buffer[];
}

/** A tensor as an inference keeps it. */
interface KeptTensor {
  readonly type: string;
  readonly shape: readonly number[];
  readonly data: readonly Json[];
}

type Kept = Readonly<Record<string, KeptTensor | undefined>>;

/** What was recorded of a request of the protocol, as it wanted to be answered. */
export const openAnswerOf = (inference: Inference, version: string): OpenAnswer => {
  const form = JSON.parse(inference.result) as AnswerForm;
  const kept = (inference.inference_items[0]?.value ?? {}) as Kept;
  const outputs = form.outputs.flatMap(({ name, binary }) => {
    const tensor = kept[name];
    return tensor === undefined ? [] : [outputOf(name, tensor, binary)];
  });
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
};

const outputOf = (name: string, { type, shape, data }: KeptTensor, binary: boolean) => {
  const told = { name, datatype: datatypeOf(type), shape: [...shape] };
  if (!binary) return { told: { ...told, data: [...data] }, bytes: undefined };
  const bytes = bytesOfValues(type, data);
  return { told: { ...told, parameters: { binary_data_size: bytes.length } }, bytes };
};
