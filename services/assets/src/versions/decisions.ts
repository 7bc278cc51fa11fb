import type { DomainEvent, VersionEventDefinitions } from '@cairn/contracts';
import {
  type BeforeAndAfter,
  changedFields,
  type Decision,
  inFuture,
  isRefusal,
  notFound,
  notRevertible,
  type Principal,
  purgeAt,
  type Refusal,
  refuse,
  undoneFields,
} from '@cairn/kernel';
import type { OwnParts } from './own-parts.js';
import { evolveVersion, type KnownVersion, type VersionState } from './state.js';

/** What decisions about the versions of one kind of asset stand on. */
export interface DecidingVersions<Known extends KnownVersion> {
  /** What the asset is called. */
  readonly called: string;
  readonly assetField: string;
  readonly events: VersionEventDefinitions;
  readonly own?: OwnParts<Known> | undefined;
  readonly initial?: Partial<Known> | undefined;
  /** Why one cannot go, beside being active. */
  readonly needed?: ((id: string, asset: AssetOfVersions) => Refusal | undefined) | undefined;
}

/** A version that is made. */
interface NewVersion<Known extends KnownVersion> {
  readonly id: string;
  readonly asset_id: string;
  readonly user_id: string;
  /** What may be set of one. */
  readonly content: Partial<Known>;
  /** What is in it at first, by events that follow the first one. */
  readonly beside?: ((made: Known) => Decision) | undefined;
}

/** The asset, as far as its versions are concerned. */
export interface AssetOfVersions {
  readonly id: string;
  readonly active_version_id: string;
}

/** The event to undo, seen from both sides, and what stands around the version. */
export interface RevertingVersion<Known extends KnownVersion> extends BeforeAndAfter<VersionState<Known>> {
  readonly asset: AssetOfVersions;
  /** Why the caller may not delete it, or bring it back. */
  readonly deleting: Refusal | undefined;
  readonly isFuture: boolean;
  readonly userId: string;
  readonly at: string;
}

/** What is decided about the versions of one kind of asset. */
export interface VersionDecisions<Known extends KnownVersion> extends ReturnType<
  typeof versionDecisions<Known>
> {}

/** The version when it is one of the asset's and seen; one of another asset is not found (S2). */
export const visibleVersion = <Known extends KnownVersion>(
  state: VersionState<Known>,
  assetId: string,
  deletedToo = false,
): Known | Refusal =>
  state.status === 'none' || state.asset_id !== assetId || (state.status !== 'live' && !deletedToo)
    ? notFound()
    : state;

const NAMES = { name: '', description: '', version: '' };

/** How versions come to be, change, go and come back: pure. */
export const versionDecisions = <Known extends KnownVersion>(its: DecidingVersions<Known>) => {
  const { called, events } = its;
  const { deleted, restored, purged, updated } = events;
  /** The active one stays: what an asset is asked by never goes by itself. */
  const needed = (id: string, asset: AssetOfVersions): Refusal | undefined =>
    id === asset.active_version_id
      ? refuse(
          'version_active',
          `It is the active version: activate another one first, or delete the ${called}.`,
        )
      : its.needed?.(id, asset);
  return {
    create: createdBy(its),
    update: (state: VersionState<Known>, assetId: string, wanted: Partial<Known>): Decision => {
      const current = visibleVersion(state, assetId);
      if (isRefusal(current)) return current;
      const changes = changedFields<Known>(current, wanted);
      return Object.keys(changes).length === 0 ? [] : [updated.of({ changes })];
    },
    delete: (state: VersionState<Known>, asset: AssetOfVersions, at: string): Decision => {
      const current = visibleVersion(state, asset.id);
      if (isRefusal(current)) return current;
      return needed(current.id, asset) ?? [deleted.of({ purge_at: purgeAt(at) })];
    },
    restore: (state: VersionState<Known>, assetId: string): Decision => {
      const current = visibleVersion(state, assetId, true);
      if (isRefusal(current)) return current;
      if (current.status === 'purged') return gone();
      if (current.status === 'live') return refuse('not_deleted', 'The version is not deleted.');
      return [restored.of({})];
    },
    /** Cairn's own: nobody asks for it. What was restored meanwhile stays. */
    purge: (state: VersionState<Known>, principal: Principal): Decision => {
      if (principal.kind !== 'system') return refuse('forbidden', 'Versions are purged by a timer only.');
      if (state.status === 'none') return notFound();
      return state.status === 'deleted' ? [purged.of({})] : [];
    },
    /** Undoes one event (SPEC-8): what it changed must still be what it made of it. */
    revert: (state: VersionState<Known>, reverting: RevertingVersion<Known>): Decision => {
      const current = visibleVersion(state, reverting.asset.id, true);
      if (isRefusal(current)) return current;
      if (reverting.isFuture) return inFuture();
      if (current.status === 'purged') return gone();
      const undone = undoneOn(its, current, reverting);
      if (isRefusal(undone)) return undone;
      return statusRefused(current, undone.status, reverting, needed) ?? undone.events;
    },
  };
};

const gone = (): Refusal => refuse('purged', 'The version was removed for good.');

const createdBy = <Known extends KnownVersion>({ assetField, events, initial }: DecidingVersions<Known>) => {
  const evolve = evolveVersion<Known>(events, assetField);
  return (
    state: VersionState<Known>,
    { id, asset_id, user_id, content, beside }: NewVersion<Known>,
  ): Decision => {
    if (state.status !== 'none') return refuse('conflict', 'There is a version of this id.');
    const created = events.created.of({ id, [assetField]: asset_id, user_id, ...NAMES, ...content });
    const made = evolve(state, created);
    const more = made.status === 'none' ? [] : (beside?.({ ...initial, ...made }) ?? []);
    return isRefusal(more) ? more : [created, ...more];
  };
};

interface Undone {
  readonly events: readonly DomainEvent[];
  readonly status: KnownVersion['status'] | undefined;
}

const undoneOn = <Known extends KnownVersion>(
  { events, own }: DecidingVersions<Known>,
  current: Known,
  { before, after, at, userId }: RevertingVersion<Known>,
): Undone | Refusal => {
  if (before.status === 'none' || after.status === 'none') return notRevertible();
  const content = (each: Known): Partial<KnownVersion> => contentOf(each, own?.names ?? []);
  const { fields, changedSince } = undoneFields(content(before), content(after), content(current));
  if (changedSince.length > 0) return notRevertible(changedSince);
  const { status, ...changes } = fields;
  const parts = own?.undone({ before, after, current }, userId) ?? [];
  if (isRefusal(parts)) return parts;
  const undone = [...updatedBy(events, changes), ...parts, ...statusUndone(events, status, at)];
  return undone.length === 0 ? notRevertible() : { events: undone, status };
};

const updatedBy = ({ updated }: VersionEventDefinitions, changes: object): readonly DomainEvent[] =>
  Object.keys(changes).length === 0 ? [] : [updated.of({ changes })];

const NO_CONTENT = ['id', 'user_id', 'asset_id'];

/** What of a version can be set and undone, but for what events of its own alone change. */
const contentOf = (version: KnownVersion, without: readonly string[]): Partial<KnownVersion> =>
  Object.fromEntries(
    Object.entries(version).filter(([field]) => !NO_CONTENT.includes(field) && !without.includes(field)),
  );

const statusUndone = (
  { restored, deleted, purged }: VersionEventDefinitions,
  status: KnownVersion['status'] | undefined,
  at: string,
): readonly DomainEvent[] => {
  switch (status) {
    case undefined:
      return [];
    case 'live':
      return [restored.of({})];
    case 'deleted':
      return [deleted.of({ purge_at: purgeAt(at) })];
    case 'purged':
      return [purged.of({})];
    default:
      return status satisfies never;
  }
};

/** Whether the version may come or go by undoing; of what is deleted only the deletion can be undone. */
const statusRefused = (
  current: KnownVersion,
  status: KnownVersion['status'] | undefined,
  { deleting, asset }: Pick<RevertingVersion<KnownVersion>, 'deleting' | 'asset'>,
  needed: (id: string, asset: AssetOfVersions) => Refusal | undefined,
): Refusal | undefined => {
  if (current.status === 'deleted' && status !== 'live') return notFound();
  if (status === undefined) return undefined;
  return deleting ?? (status === 'deleted' ? needed(current.id, asset) : undefined);
};

/** What pointers to what was changed since lead into. */
export const viewOfVersion = (version: VersionState): unknown =>
  version.status === 'none' ? undefined : { ...version, deleted: version.status !== 'live' };
