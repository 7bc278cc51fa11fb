import { visibleVersion } from '@cairn/assets';
import {
  askerOf,
  type Blobs,
  type CommandContext,
  isRefusal,
  type Principal,
  type Refusal,
  refuse,
  sent,
  sentFile,
} from '@cairn/kernel';
import { LRUCache } from 'lru-cache';
import { assetReader } from '../../assets/asset-reader.js';
import type { KnownModel } from '../../domain/model/state.js';
import { configInForce } from '../../domain/version/config.js';
import type { KnownAssetFile } from '../../domain/version/assets.js';
import { RUNNABLE } from '../../domain/version/files.js';
import { outOfService, ranFile } from '../../domain/version/out-of-service.js';
import { type KnownModelVersion, modelVersion } from '../../domain/version/state.js';
import { codes } from '../../running/codes.js';
import type { RunFailure, RunnableModel } from '../../running/port.js';

/** A version, and what of it is run. */
export interface Chosen {
  readonly version: KnownModelVersion;
  readonly file: RunnableModel;
}

const notRunnable = (detail: string): Refusal => refuse('model_not_runnable', detail);

/** Why a version cannot be run at all, when a run failed for that; `undefined` when it failed otherwise. */
export const notRunnableAfter = ({
  of,
  code,
  message,
  retryAfterSeconds,
}: RunFailure): Refusal | undefined => {
  if (code === codes.config) return refuse('model_config_invalid', message);
  if (code === codes.heldBack)
    return { ...refuse('model_held_back', message), ...sent({ retryAfterSeconds }) };
  return of === 'absent' || (of === 'model' && code !== codes.failed) ? notRunnable(message) : undefined;
};

/** What a field of a body names is no version of the model. */
export const foreignVersion = (field: string): Refusal =>
  refuse('foreign_version', `${field} names no version of the model.`, [
    { pointer: `/${field}`, code: 'foreign_version', message: 'is no version of the model' },
  ]);

export const suspended = (reason: string): Refusal =>
  notRunnable(
    `The version is out of service: ${reason} Who may write the model can put it back once in 30 days, an administrator always; another file or version takes its place.`,
  );

/** The version that a request names, else the active one. */
export const chosenVersion = async (
  context: Pick<CommandContext, 'load'>,
  model: KnownModel,
  versionId: string | undefined,
): Promise<KnownModelVersion | Refusal> => {
  const id = versionId ?? model.active_version_id;
  if (id === '') return notRunnable('The model has no version yet.');
  return visibleVersion(await context.load(modelVersion, id), model.id);
};

/** Where its files stand, and who asks. */
interface Stored {
  readonly tools: { readonly blobs: Pick<Blobs, 'open'> };
  readonly principal: Principal;
}

/** What of a version can be run: the first that was opened. */
export const runnableOf = async (
  stored: Stored,
  model: Pick<KnownModel, 'config'>,
  version: KnownModelVersion,
): Promise<Chosen | Refusal> => {
  const asset = ranFile(version.assets);
  if (asset === undefined)
    return notRunnable(
      RUNNABLE.every((type) => version.assets[type] === undefined)
        ? 'The version has no ONNX file: upload one as `onnx_model`.'
        : 'The ONNX file of the version was never opened, because what runs models was not installed when it came. Send it again.',
    );
  const told = outOfService(version);
  if (told !== undefined) return suspended(told.reason);
  const labels = await labelsOf(stored, version);
  if (isRefusal(labels)) return labels;
  const { file } = asset;
  const { tokenizer } = version.assets;
  return {
    version,
    file: {
      sha256: file.sha256,
      sizeBytes: file.size,
      config: configInForce(model, version),
      ...{ versionId: version.id, term: version.reinstated_at },
      ...sent({ inspected: asset.inspected }),
      ...(labels === undefined ? {} : { labels }),
      ...(tokenizer === undefined ? {} : { tokenizer: namedBy(tokenizer) }),
    },
  };
};

const namedBy = ({ file: { sha256, size } }: KnownAssetFile) => ({ sha256, sizeBytes: size });

/** What was read lately, by the SHA-256 of the file, which says what is in it; bounded by characters. */
const labelsRead = new LRUCache<string, readonly string[]>({
  maxSize: 10_000_000,
  sizeCalculation: (labels) => labels.reduce((sum, label) => sum + label.length + 1, 1),
});

const labelsOf = async (
  { tools: { blobs }, principal }: Stored,
  { assets: { labels_file: asset } }: KnownModelVersion,
): Promise<readonly string[] | undefined | Refusal> => {
  if (asset === undefined) return undefined;
  const { file } = asset;
  const known = labelsRead.get(file.sha256);
  if (known !== undefined) return known;
  const labels = await assetReader.labels(sentFile(blobs, file), askerOf(principal));
  // It was taken when files were read less strictly.
  if (isRefusal(labels))
    return refuse('model_config_invalid', `The labels_file is refused. ${labels.detail}`);
  labelsRead.set(file.sha256, labels);
  return labels;
};
