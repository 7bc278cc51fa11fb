import { type ModelVersionChanges, modelVersionStreamEvents } from '@cairn/contracts';
import { changedFields, configText, type Decision, isRefusal } from '@cairn/kernel';
import type { VersionContent, VersionState } from './state.js';
import { visibleVersion } from './visible.js';

/** What other streams say about the change. */
export type Named = Pick<
  VersionContent,
  'dataset_id' | 'dataset_version_id' | 'dataset_position' | 'dataset_as_of'
>;

export const decideUpdateVersion = (
  state: VersionState,
  modelId: string,
  { name, description, config, application_id, version, job_id, tags }: ModelVersionChanges,
  dataset: Named,
): Decision => {
  const current = visibleVersion(state, modelId);
  if (isRefusal(current)) return current;
  const text = config === undefined ? undefined : configText(config, '/config');
  if (isRefusal(text)) return text;
  const wanted = {
    name,
    description,
    config: text,
    application_id,
    version,
    job_id,
    tags: tags ?? (tags === null ? {} : undefined),
    ...dataset,
  };
  const changes = changedFields<VersionContent>(current, wanted as Partial<VersionContent>);
  return Object.keys(changes).length === 0
    ? []
    : [modelVersionStreamEvents.ModelVersionUpdated.of({ changes })];
};
