import {
  assetTypes,
  type ModelAssetRecord,
  type ModelVersionEvent,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import {
  type BeforeAndAfter,
  type Decision,
  inFuture,
  isRefusal,
  notFound,
  notRevertible,
  purgeAt,
  type Refusal,
  undoneFields,
} from '@cairn/kernel';
import { versionPurged } from './deleting.js';
import { inUse, labelsRefused } from './files.js';
import type { KnownAssetFile, KnownVersion, VersionState } from './state.js';
import { visibleVersion } from './visible.js';

const events = modelVersionStreamEvents;

/** The event to undo, seen from both sides, and what stands around the version. */
export interface Reverting extends BeforeAndAfter<VersionState> {
  readonly modelId: string;
  /** Why its model cannot let it go. */
  readonly needed: Refusal | undefined;
  /** Why the caller may not delete it, or bring it back. */
  readonly deleting: Refusal | undefined;
  readonly isFuture: boolean;
  readonly at: string;
}

/** Undoes one event (decisions, section 7, 8): what it changed must still be what it made of it. */
export const decideRevertVersion = (state: VersionState, reverting: Reverting): Decision => {
  const current = visibleVersion(state, reverting.modelId, true);
  if (isRefusal(current)) return current;
  if (reverting.isFuture) return inFuture();
  if (current.status === 'purged') return versionPurged();
  const undone = undoneOn(current, reverting);
  return isRefusal(undone) ? undone : (statusRefused(current, undone, reverting) ?? undone);
};

type Undone = readonly ModelVersionEvent[] | Refusal;

const undoneOn = (current: KnownVersion, { before, after, at }: Reverting): Undone => {
  if (before.status === 'none' || after.status === 'none') return notRevertible();
  const { fields, changedSince } = undoneFields(partsOf(before), partsOf(after), partsOf(current));
  if (changedSince.length > 0) return notRevertible(changedSince);
  const { status, served, ...changes } = fields;
  if (served !== undefined) return notRevertible();
  const files = filesUndone(before.assets, after.assets, current);
  if (isRefusal(files)) return files;
  const undone = [
    ...(Object.keys(changes).length === 0 ? [] : [events.ModelVersionUpdated.of({ changes })]),
    ...files,
    ...statusUndone(status, at),
  ];
  return undone.length === 0 ? notRevertible() : undone;
};

/** What of a version can be undone, but for its files. */
const partsOf = ({ id: _id, model_id: _model, user_id: _user, assets: _assets, ...parts }: KnownVersion) =>
  parts;

type Assets = KnownVersion['assets'];

/** Files as they were; one that was the first of its type is there no more. */
const filesUndone = (before: Assets, after: Assets, current: KnownVersion): Undone => {
  const { fields, changedSince } = undoneFields<Assets>(before, after, current.assets, '/assets');
  if (changedSince.length > 0) return notRevertible(changedSince);
  const types = assetTypes.filter((type) => type in fields);
  if (types.length === 0) return [];
  const refused = inUse(current) ?? labelsRefused({ ...current.assets, ...fields });
  if (refused !== undefined) return refused;
  const gone = types.filter((type) => before[type] === undefined);
  const again = types.flatMap((type) => recordsOf(before[type]));
  return [
    ...(again.length === 0 ? [] : [events.ModelVersionAssetsSet.of({ assets: again })]),
    ...(gone.length === 0 ? [] : [events.ModelVersionAssetsRemoved.of({ asset_types: gone })]),
  ];
};

const recordsOf = (file: KnownAssetFile | undefined): readonly ModelAssetRecord[] => {
  if (file === undefined) return [];
  const { updated_at: _, ...record } = file;
  return [record];
};

const statusUndone = (
  status: KnownVersion['status'] | undefined,
  at: string,
): readonly ModelVersionEvent[] => {
  switch (status) {
    case undefined:
      return [];
    case 'live':
      return [events.ModelVersionRestored.of({})];
    case 'deleted':
      return [events.ModelVersionDeleted.of({ purge_at: purgeAt(at) })];
    case 'purged':
      return [events.ModelVersionPurged.of({})];
    default:
      return status satisfies never;
  }
};

/** Whether the version may come or go by undoing; of what is deleted only the deletion can be undone. */
const statusRefused = (
  current: KnownVersion,
  undone: readonly ModelVersionEvent[],
  { deleting, needed }: Reverting,
): Refusal | undefined => {
  const restores = undone.some(({ type }) => type === 'ModelVersionRestored');
  const deletes = undone.some(({ type }) => type === 'ModelVersionDeleted');
  if (current.status === 'deleted' && !restores) return notFound();
  if (!restores && !deletes) return undefined;
  return deleting ?? (deletes ? needed : undefined);
};

/** What pointers to what was changed since lead into. */
export const viewOfVersion = (version: VersionState): unknown =>
  version.status === 'none' ? undefined : { ...version, deleted: version.status !== 'live' };
