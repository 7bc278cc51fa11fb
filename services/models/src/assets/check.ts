import type { AssetType, FileRecord, InspectedModel, ModelAssetRecord } from '@cairn/contracts';
import { isRefusal, type Refusal, sent, sentFile } from '@cairn/kernel';
import { inspected, type Looking, refusedTokenizer } from './inspecting.js';
import { invalid } from './verdict.js';

type Opens = (looking: Looking, sent: SentAsset) => Promise<InspectedModel | Refusal | undefined>;

/** How a file of a type is opened where what opens it is installed, once it was read. */
const OPENS: Readonly<Partial<Record<AssetType, Opens>>> = {
  onnx_model: (...asked) => openedModel(...asked),
  onnx_int8_model: (...asked) => openedModel(...asked),
  tokenizer: (looking, { file }) => refusedTokenizer(looking, file.sha256),
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
  const { reader, blobs, asker } = looking;
  const verdict = await reader.check(asset_type, sentFile(blobs, file), asker);
  if (isRefusal(verdict)) return naming(asset_type, verdict);
  const facts = await OPENS[asset_type]?.(looking, asset);
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
