import type { NumberingAsset } from '@cairn/assets';
import { type ModelAssetRecord, modelCommands } from '@cairn/contracts';
import {
  askerOf,
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { assetReader } from '../assets/asset-reader.js';
import { checkedAssets, type SentAsset } from '../assets/check.js';
import type { VersionFiles } from '../domain/version/assets.js';
import { decideSetAssets, inUse } from '../domain/version/files.js';
import { modelVersion } from '../domain/version/state.js';
import type { ModelRunner } from '../running/port.js';
import { modelVersions } from '../versions.js';
import { givenModel } from './parents.js';
import { roomRefusal } from './room.js';
import type { RunnerOf } from './runner-of.js';

interface Sending {
  readonly context: CommandContext;
  readonly runner: ModelRunner;
  readonly modelId: string;
  readonly assets: readonly SentAsset[];
}

/** What the files are; nothing is looked at that the account of the version has no room for. */
const looked = async ({ context, runner, assets }: Sending, accountId: string) => {
  const files = assets.map(({ file }) => file);
  const asker = askerOf(context.principal);
  const { blobs } = context.tools;
  return (
    (await roomRefusal(context, accountId, files)) ??
    checkedAssets({ blobs, reader: assetReader, runner, asker }, assets)
  );
};

/** The files are looked at once it is known that the caller may send them, and to what. */
const intoVersion = async (sending: Sending, versionId: string): Promise<CommandOutcome> => {
  const { context, modelId: assetId } = sending;
  const executed = await modelVersions.change(
    context,
    { assetId, versionId },
    {
      given: async (version) => whyAtOnce(sending, version) ?? looked(sending, version.user_id),
      decide: (version, assets: readonly ModelAssetRecord[]) => decideSetAssets(version, assets, context.at),
    },
  );
  return isRefusal(executed) ? executed : { ...executed, result: { version_id: versionId } };
};

/** What has served is not looked at, unless the same files come again. */
const whyAtOnce = ({ assets }: Sending, version: VersionFiles): Refusal | undefined =>
  assets.every(({ asset_type, file }) => version.assets[asset_type]?.file.sha256 === file.sha256)
    ? undefined
    : inUse(version);

/**
 * The first files of a model make version 1. Of two that come at once one makes it, and the other adds its files to it;
 * a command that comes again goes the way that it went.
 */
const intoModel = async (sending: Sending): Promise<CommandOutcome> => {
  const { context, modelId } = sending;
  const found = await givenModel(context, modelId, 'write');
  if (isRefusal(found)) return found;
  const begun = await context.load(modelVersion, context.id('version'));
  if (found.version_count > 0 && begun.status === 'none')
    return intoVersion(sending, found.active_version_id);
  const others: NumberingAsset[] = [];
  const made = await modelVersions.make(
    context,
    modelId,
    {},
    {
      inside: async () => {
        const assets = await looked(sending, context.principal.userId);
        return isRefusal(assets) ? assets : (version) => decideSetAssets(version, assets, context.at);
      },
      refused: (now) => {
        if (now.version_count === 0) return undefined;
        others.push(now);
        return refuse('conflict', 'The model has a version by now.');
      },
    },
  );
  const now = others.at(-1);
  return isRefusal(made) && now !== undefined ? intoVersion(sending, now.active_version_id) : made;
};

export const uploadCommands = (runnerOf: RunnerOf): readonly ServiceCommand[] => [
  serviceCommand(modelCommands.uploadModel, ({ id: modelId, assets }, context) =>
    intoModel({ context, runner: runnerOf(context.tools), modelId, assets }),
  ),
  serviceCommand(modelCommands.uploadModelVersion, ({ id: modelId, version_id, assets }, context) =>
    intoVersion({ context, runner: runnerOf(context.tools), modelId, assets }, version_id),
  ),
];
