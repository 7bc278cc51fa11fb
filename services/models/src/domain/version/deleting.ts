import { type Aliases, modelVersionStreamEvents } from '@cairn/contracts';
import {
  type Decision,
  isRefusal,
  notFound,
  type Principal,
  purgeAt,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import { aliasesOf } from '../model/alias-fields.js';
import type { VersionState } from './state.js';
import { visibleVersion } from './visible.js';

const { ModelVersionDeleted, ModelVersionRestored, ModelVersionPurged } = modelVersionStreamEvents;

interface Model {
  readonly id: string;
  readonly active_version_id: string;
  readonly aliases: Aliases;
}

/** Flags the version. The active one and those that have an alias stay: what a model is asked by never goes by itself. */
export const decideDeleteVersion = (state: VersionState, model: Model, at: string): Decision => {
  const current = visibleVersion(state, model.id);
  if (isRefusal(current)) return current;
  return versionNeeded(current.id, model) ?? [ModelVersionDeleted.of({ purge_at: purgeAt(at) })];
};

/** Why a version of a model cannot go now. */
export const versionNeeded = (
  id: string,
  { active_version_id, aliases }: Pick<Model, 'active_version_id' | 'aliases'>,
): Refusal | undefined => {
  if (id === active_version_id)
    return refuse(
      'version_active',
      'It is the active version: activate another one first, or delete the model.',
    );
  const [alias] = aliasesOf(aliases, id);
  if (alias === undefined) return undefined;
  return refuse(
    'version_aliased',
    `It has the alias ${alias}: move it to another version or remove it first.`,
  );
};

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
