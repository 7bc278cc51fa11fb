import { type AssetType, type ModelAssetRecord, modelVersionStreamEvents } from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { outputWidth } from './output-width.js';
import { assetsIn, type KnownAssets, type VersionFiles } from './assets.js';

/**
 * Sets files that were found to be what their types say. A file that is there already, byte for byte, changes nothing, unless
 * it could not be opened when it came and was opened now.
 */
export const decideSetAssets = (
  current: VersionFiles,
  sent: readonly ModelAssetRecord[],
  at: string,
): Decision => {
  const assets = sent.filter((asset) => {
    const known = current.assets[asset.asset_type];
    if (known?.file.sha256 !== asset.file.sha256) return true;
    return !current.served && known.inspected === undefined && asset.inspected !== undefined;
  });
  if (assets.length === 0) return [];
  const refused = inUse(current) ?? labelsRefused({ ...current.assets, ...assetsIn(assets, at) });
  return refused ?? [modelVersionStreamEvents.ModelVersionAssetsSet.of({ assets })];
};

/** What an inference ran on stays what it was (decision 26). */
export const inUse = ({ served }: Pick<VersionFiles, 'served'>): Refusal | undefined =>
  served
    ? refuse('version_in_use', 'The version has answered inferences: make another version for other files.')
    : undefined;

/** Whether there are as many names as classes, where both are known. */
export const labelsRefused = (assets: KnownAssets): Refusal | undefined => {
  const { label_count: labels } = assets.labels_file ?? {};
  if (labels === undefined) return undefined;
  const wrong = RUNNABLE.map((type) => outputWidth(assets[type]?.inspected)).find(
    (width) => width !== undefined && width !== labels,
  );
  return wrong === undefined
    ? undefined
    : refuse('labels_mismatch', `The file has ${labels} labels, and the model gives ${wrong} classes.`);
};

/** What Cairn can run. */
export const RUNNABLE = ['onnx_model', 'onnx_int8_model'] as const satisfies readonly AssetType[];

/** The first inference is told once: its files stay as they are from then on. */
export const decideServed = ({ served }: Pick<VersionFiles, 'served'>): Decision =>
  served ? [] : [modelVersionStreamEvents.ModelVersionServed.of({})];
