import type { AssetType, FileRecord, InspectedModel, ModelAssetRecord } from '@cairn/contracts';
import { isRefusal, type Refusal, sent } from '@cairn/kernel';
import { type SentFile, sentFile } from './head.js';
import { inspected, type Looking, refusedTokenizer } from './inspecting.js';
import { labelsIn } from './labels.js';
import { checkMlModel } from './ml-model.js';
import { checkOnnx } from './onnx.js';
import { checkSafetensors } from './safetensors.js';
import { checkTflite } from './tflite.js';
import { checkTokenizer } from './tokenizer.js';
import { invalid, type Verdict } from './verdict.js';

/** How a file of a type is looked at, and how it is opened where what opens it is installed. A new type is a line here. */
interface AssetKind {
  readonly check: (file: SentFile) => Promise<Verdict | Refusal>;
  readonly opens?: (looking: Looking, sent: SentAsset) => Promise<InspectedModel | Refusal | undefined>;
}

const checkLabels = async (file: SentFile): Promise<Verdict | Refusal> => {
  const labels = await labelsIn(file);
  return isRefusal(labels) ? labels : { label_count: labels.length };
};

const KINDS: Readonly<Record<AssetType, AssetKind>> = {
  ml_model: { check: checkMlModel },
  onnx_model: { check: checkOnnx, opens: (...asked) => openedModel(...asked) },
  onnx_int8_model: { check: checkOnnx, opens: (...asked) => openedModel(...asked) },
  tflite_model: { check: checkTflite },
  labels_file: { check: checkLabels },
  lora_adapter: { check: checkSafetensors },
  tokenizer: {
    check: checkTokenizer,
    opens: (looking, { file }) => refusedTokenizer(looking, file.sha256),
  },
};

export interface SentAsset {
  readonly asset_type: AssetType;
  readonly file: FileRecord;
}

/** Looks at a file that was sent; a file that is not what its type says is refused. Nothing is ever deserialised (S33). */
export const checkedAsset = async (
  looking: Looking,
  asset: SentAsset,
): Promise<ModelAssetRecord | Refusal> => {
  const { asset_type, file } = asset;
  const { check, opens } = KINDS[asset_type];
  const verdict = await check(sentFile(looking.blobs, file));
  if (isRefusal(verdict)) return naming(asset_type, verdict);
  const facts = await opens?.(looking, asset);
  if (isRefusal(facts)) return naming(asset_type, facts);
  const { flags = [], ...said } = verdict;
  return { asset_type, file, flags: [...flags], ...said, ...sent({ inspected: facts }) };
};

/** What a model is told to be that is opened; `undefined` where nothing opens it. */
const openedModel = async (looking: Looking, { asset_type: type, file }: SentAsset) => {
  const facts = await inspected(looking, file.sha256);
  const isOtherwise = type === 'onnx_int8_model' && !isRefusal(facts) && facts?.quantized === false;
  return isOtherwise ? invalid('It holds no int8 weights: send it as `onnx_model`.') : facts;
};

/** All of them, or why one is none. */
export const checkedAssets = async (
  looking: Looking,
  files: readonly SentAsset[],
): Promise<readonly ModelAssetRecord[] | Refusal> => {
  const checked: ModelAssetRecord[] = [];
  for (const each of files) {
    const record = await checkedAsset(looking, each);
    if (isRefusal(record)) return record;
    checked.push(record);
  }
  return checked;
};

const naming = (type: AssetType, refusal: Refusal): Refusal => ({
  ...refusal,
  errors: [{ pointer: `/${type}`, code: refusal.refused, message: refusal.detail }],
});
