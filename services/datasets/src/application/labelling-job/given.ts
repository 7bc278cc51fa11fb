import { type CommandContext, isRefusal, notFound, type Refusal, refuse } from '@cairn/kernel';
import type { KnownDataset } from '../../domain/dataset/state.js';
import type { PostProcessorValues } from '../../domain/post-processor/rules.js';
import { datasetVersion, type KnownVersion } from '../../domain/version/state.js';
import { postProcessors } from '../../post-processors.js';
import { visibleVersion } from '../../domain/version/parents.js';

/** A post-processor that is there, in a dataset. */
export const givenPostProcessor = async (
  { load }: Pick<CommandContext, 'load'>,
  { dataset_id, id }: { readonly dataset_id: string; readonly id: string },
): Promise<PostProcessorValues | Refusal> => {
  const record = await load(postProcessors.aggregate, id);
  return record.status === 'live' && record.values.dataset_id === dataset_id ? record.values : notFound();
};

/** The version that is named, or the active one. */
export const givenVersion = async (
  { load }: Pick<CommandContext, 'load'>,
  dataset: KnownDataset,
  version_id = dataset.active_version_id,
): Promise<KnownVersion | Refusal> => {
  const version = visibleVersion(await load(datasetVersion, version_id), dataset.id);
  return isRefusal(version) ? foreign('version', 'dataset') : version;
};

/** What a body names is none of where it should be. */
export const foreign = (what: 'version' | 'split', where: string): Refusal =>
  refuse(`foreign_${what}`, `${what}_id names no ${what} of this ${where}.`, [
    { pointer: `/${what}_id`, code: `foreign_${what}`, message: `is no ${what} of the ${where}` },
  ]);
