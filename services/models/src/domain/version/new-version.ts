import { withoutAbsent } from '@cairn/assets';
import { type ModelVersionInput, modelVersionStreamEvents, type ModelAssetRecord } from '@cairn/contracts';
import { configText, type Decision, isRefusal, refuse } from '@cairn/kernel';
import { decideSetAssets } from './files.js';
import type { Named } from './update-version.js';
import type { KnownVersion, VersionContent, VersionState } from './state.js';

/** What a new version is made of. */
export interface NewVersion {
  readonly id: string;
  readonly user_id: string;
  readonly model: { readonly id: string; readonly config: string; readonly application_id: string };
  readonly body: ModelVersionInput;
  readonly dataset: Named;
  /** Files that it comes with. */
  readonly assets: readonly ModelAssetRecord[];
}

/** What the event tells: tags where there are any. */
type Told = Omit<VersionContent, 'tags'> & Partial<Pick<VersionContent, 'tags'>>;

/** Config and application are those of its model, unless the body says others. */
export const decideCreateVersion = (
  state: VersionState,
  { id, user_id, model, body, dataset, assets }: NewVersion,
  at: string,
): Decision => {
  if (state.status !== 'none') return refuse('conflict', 'There is a version of this id.');
  const config = configText(body.config ?? model.config, '/config');
  if (isRefusal(config)) return config;
  const { application_id } = model;
  const content: Told = { ...NOTHING_SAID, application_id, ...ownOf(body), config, ...dataset };
  const made: KnownVersion = {
    ...{ id, model_id: model.id, user_id, tags: {}, ...content },
    ...{ status: 'live', served: false, assets: {} },
  };
  const files = decideSetAssets(made, assets, at);
  if (isRefusal(files)) return files;
  return [
    modelVersionStreamEvents.ModelVersionCreated.of({ id, model_id: model.id, user_id, ...content }),
    ...files,
  ];
};

const NOTHING_SAID = { name: '', description: '', version: '', job_id: '' };

const ownOf = ({ name, description, application_id, version, job_id, tags }: ModelVersionInput) =>
  withoutAbsent({ name, description, application_id, version, job_id, tags: tags ?? undefined });
