import type { AssetType } from '@cairn/contracts';
import { isRefusal, type Refusal, type SentFile } from '@cairn/kernel/reading';
import { labelsIn } from '../labels.js';
import { checkMlModel } from '../ml-model.js';
import { checkOnnx } from '../onnx.js';
import { checkSafetensors } from '../safetensors.js';
import { checkTflite } from '../tflite.js';
import { checkTokenizer } from '../tokenizer.js';
import type { Verdict } from '../verdict.js';
import type { ReadAnswer, ReadRequest } from './messages.js';

type Check = (file: SentFile) => Promise<Verdict | Refusal>;

const checkLabels: Check = async (file) => {
  const labels = await labelsIn(file);
  return isRefusal(labels) ? labels : { label_count: labels.length };
};

/** How a file of a type is looked at. A new type is a line here. */
const CHECKS: Readonly<Record<AssetType, Check>> = {
  ml_model: checkMlModel,
  onnx_model: checkOnnx,
  onnx_int8_model: checkOnnx,
  tflite_model: checkTflite,
  labels_file: checkLabels,
  lora_adapter: checkSafetensors,
  tokenizer: checkTokenizer,
};

/** What a file is found to be. */
export const checked = (type: AssetType, file: SentFile): Promise<Verdict | Refusal> => CHECKS[type](file);

/** Only ever in a process that reads files (S33). */
export const read = async (request: ReadRequest, file: SentFile): Promise<ReadAnswer> =>
  request.what === 'labels'
    ? { what: 'labels', found: await labelsIn(file) }
    : { what: 'check', found: await checked(request.type, file) };
