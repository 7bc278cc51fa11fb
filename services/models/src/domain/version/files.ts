import {
  type AssetType,
  type InspectedModel,
  type ModelAssetRecord,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { outputWidth } from './output-width.js';
import { assetsIn, type Inspection, type KnownAssets, type VersionFiles } from './assets.js';

/**
 * Sets files that were found to be what their types say. A file that is there already, byte for byte, changes nothing, unless
 * it could not be opened, or was not asked made-up rows, when it came and was now.
 */
export const decideSetAssets = (
  current: VersionFiles,
  sent: readonly ModelAssetRecord[],
  at: string,
): Decision => {
  const assets = sent.filter((asset) => {
    const known = current.assets[asset.asset_type];
    if (known?.file.sha256 !== asset.file.sha256) return true;
    return !current.served && isMore(asset.inspected, known.inspected);
  });
  if (assets.length === 0) return [];
  const refused = inUse(current) ?? labelsRefused({ ...current.assets, ...assetsIn(assets, at) });
  return refused ?? [modelVersionStreamEvents.ModelVersionAssetsSet.of({ assets })];
};

/** Whether a later inspection found what an earlier one did not ask. */
const isMore = (found: InspectedModel | undefined, known: InspectedModel | undefined): boolean =>
  found !== undefined &&
  known?.undecided === undefined &&
  (known === undefined || found.undecided !== undefined);

/** What an inference ran on stays what it was (SPEC-26). */
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

/** What is told of a file that was opened before made-up rows were asked is told once. */
export const decideInspected = (
  { assets }: Pick<VersionFiles, 'assets'>,
  inspection: Omit<Inspection, 'asset_type'>,
): Decision => {
  const type = RUNNABLE.find((each) => assets[each]?.file.sha256 === inspection.sha256);
  if (type === undefined || assets[type]?.inspected?.undecided !== undefined) return [];
  return [modelVersionStreamEvents.ModelVersionInspected.of({ asset_type: type, ...inspection })];
};
