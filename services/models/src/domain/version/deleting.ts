import { modelVersionStreamEvents } from '@cairn/contracts';
import {
  type Decision,
  isRefusal,
  notFound,
  type Principal,
  purgeAt,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { VersionState } from './state.js';
import { visibleVersion } from './visible.js';

const { ModelVersionDeleted, ModelVersionRestored, ModelVersionPurged } = modelVersionStreamEvents;

interface Model {
  readonly id: string;
  readonly active_version_id: string;
}

/** Flags the version. The active one stays: what a model runs on never goes by itself. */
export const decideDeleteVersion = (
  state: VersionState,
  { id, active_version_id }: Model,
  at: string,
): Decision => {
  const current = visibleVersion(state, id);
  if (isRefusal(current)) return current;
  return current.id === active_version_id
    ? versionActive()
    : [ModelVersionDeleted.of({ purge_at: purgeAt(at) })];
};

export const versionActive = (): Refusal =>
  refuse('version_active', 'It is the active version: activate another one first, or delete the model.');

export const decideRestoreVersion = (state: VersionState, modelId: string): Decision => {
  const current = visibleVersion(state, modelId, true);
  if (isRefusal(current)) return current;
  if (current.status === 'purged') return versionPurged();
  if (current.status === 'live') return refuse('not_deleted', 'The version is not deleted.');
  return [ModelVersionRestored.of({})];
};

export const versionPurged = (): Refusal => refuse('purged', 'The version was removed for good.');

/** Cairn's own: nobody asks for it. What was restored meanwhile stays. */
export const decidePurgeVersion = (state: VersionState, principal: Principal): Decision => {
  if (principal.kind !== 'system') return refuse('forbidden', 'Versions are purged by a timer only.');
  if (state.status === 'none') return notFound();
  return state.status === 'deleted' ? [ModelVersionPurged.of({})] : [];
};
