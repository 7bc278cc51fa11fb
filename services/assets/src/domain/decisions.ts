import type { AssetChanges, AssetEventData, FileRecord } from '@cairn/contracts';
import {
  type AccessAction,
  type AssetCaller,
  type Caller,
  type Decision,
  isRefusal,
  notFound,
  type Refusal,
  refuse,
  scopesCover,
} from '@cairn/kernel';
import { type AssetName, type MayAccess } from './access.js';
import type { AssetContent, EventsToReach } from './difference.js';
import { beginningOf } from './history-from.js';
import type { AssetState, KnownAsset } from './state.js';
import {
  groupMissing,
  type Groups,
  isShownToOthers,
  readersAfter,
  type Seen,
  visibilityAfter,
} from './visibility.js';

/** What decisions about one kind of asset stand on. */
export interface Deciding {
  readonly name: AssetName;
  readonly mayAccess: MayAccess;
  readonly eventsToReach: EventsToReach;
}

/** What a new asset is made of; `groups` are those that the caller may put it into. */
export interface NewAsset {
  readonly id: string;
  readonly versionId: string;
  readonly body: AssetChanges & { readonly name: string };
  readonly groups: Groups;
}

/** What a body wants of an asset; `groups` are those that it is in afterwards. */
export interface AssetChange {
  readonly body: AssetChanges;
  readonly groups: Groups;
}

/** What the event that makes an asset tells, without what is its own; or why it may not be made. */
export const createdBy = (
  { resource, called }: AssetName,
  state: AssetState<KnownAsset>,
  { id, versionId, body, groups }: NewAsset,
  caller: Caller,
): AssetEventData['created'] | Refusal => {
  const { principal } = caller;
  if (state.status !== 'none') return refuse('conflict', `There is a ${called} of this id.`);
  if (!scopesCover(principal.scopes, `${resource}:write`))
    return refuse('scope_missing', `The key lacks the scope ${resource}:write.`);
  const shown = firstShown({ body, groups }, caller);
  if (isRefusal(shown)) return shown;
  const { organization_id, project_id, ...seen } = shown;
  const { name, description = '', notes = '' } = body;
  return {
    id,
    ...{ name, description, notes },
    ...seen,
    user_id: principal.userId,
    ...(organization_id === null ? {} : { organization_id }),
    ...(project_id === null ? {} : { project_id }),
    active_version_id: versionId,
    readers: readersAfter({ user_id: principal.userId, ...shown }, []),
  };
};

/** Who sees a new asset. */
const firstShown = ({ body, groups }: AssetChange, { at }: Caller): (Seen & Groups) | Refusal => {
  const seen = visibilityAfter({ public: false, visibility: 'private' }, body);
  if (isRefusal(seen)) return seen;
  const beginning = beginningOf(body.history_from, at);
  if (isRefusal(beginning)) return beginning;
  return groupMissing(seen.visibility, groups) ?? { ...seen, ...groups };
};

type Shared = Pick<
  KnownAsset,
  | 'name'
  | 'description'
  | 'notes'
  | 'public'
  | 'visibility'
  | 'organization_id'
  | 'project_id'
  | 'history_from'
>;

/** What a body makes of the fields that all assets have, of those alone that it is about; or why it may not. */
export const changedBy = (
  { mayAccess }: Pick<Deciding, 'mayAccess'>,
  current: KnownAsset,
  changes: AssetChange,
  caller: AssetCaller,
): Partial<Shared> | Refusal => {
  const shown = shownAfter(mayAccess, current, changes, caller);
  if (isRefusal(shown)) return shown;
  const { body } = changes;
  const { name, description, notes } = body;
  return { ...withoutAbsent({ name, description, notes }), ...shown };
};

/** The fields that say something. */
export const withoutAbsent = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };

/** Who sees the asset from now on, and how much of its past. */
const shownAfter = (
  mayAccess: MayAccess,
  current: KnownAsset,
  { body, groups }: AssetChange,
  caller: AssetCaller,
): Partial<Shared> | Refusal => {
  const seen = visibilityAfter(current, body);
  if (isRefusal(seen)) return seen;
  const beginning = beginningOf(body.history_from, caller.at);
  if (isRefusal(beginning)) return beginning;
  const shown = {
    ...seen,
    ...groups,
    history_from: beginning === undefined ? current.history_from : beginning,
  };
  if (!isShownToOthers(current, shown)) return {};
  const sharing = mayAccess(caller, current, 'share');
  if (isRefusal(sharing)) return sharing;
  return groupMissing(seen.visibility, groups) ?? shown;
};

/** Deleting, bringing back, purging; the logo and the active version: nothing of it depends on the kind of asset. */
export const plainDecisions = ({ name: { resource, called }, mayAccess, eventsToReach }: Deciding) => {
  type State = AssetState<KnownAsset>;
  const set = (
    state: State,
    action: AccessAction,
    wanted: Partial<AssetContent>,
    caller: AssetCaller,
  ): Decision => {
    const current = mayAccess(caller, state, action);
    return isRefusal(current) ? current : eventsToReach(current, wanted, caller);
  };
  return {
    delete: (state: State, caller: AssetCaller) => set(state, 'delete', { status: 'deleted' }, caller),
    restore: (state: State, caller: AssetCaller): Decision => {
      const current = mayAccess(caller, state, 'delete', true);
      if (isRefusal(current)) return current;
      if (current.status === 'purged') return refuse('purged', `The ${called} was removed for good.`);
      if (current.status === 'live') return refuse('not_deleted', `The ${called} is not deleted.`);
      return eventsToReach(current, { status: 'live' }, caller);
    },
    /** Cairn's own: nobody asks for it. What was restored meanwhile stays. */
    purge: (state: State, caller: Caller): Decision => {
      if (caller.principal.kind !== 'system')
        return refuse(
          'forbidden',
          `${resource[0]!.toUpperCase()}${resource.slice(1)} are purged by a timer only.`,
        );
      if (state.status === 'none') return notFound();
      return state.status === 'deleted' ? eventsToReach(state, { status: 'purged' }, caller) : [];
    },
    /** The bytes were looked at before: they are an image that is accepted. */
    setLogo: (state: State, logo: FileRecord, caller: AssetCaller) => set(state, 'write', { logo }, caller),
    removeLogo: (state: State, caller: AssetCaller): Decision => {
      const current = mayAccess(caller, state, 'write');
      if (isRefusal(current)) return current;
      return current.logo === null ? notFound() : set(state, 'write', { logo: null }, caller);
    },
    activateVersion: activating(mayAccess, eventsToReach),
  };
};

/** Makes a version the active one. */
const activating =
  (mayAccess: MayAccess, eventsToReach: EventsToReach) =>
  /** `version` is one of the asset's that is there, or why it is not, which is told to who may write it. */
  (
    state: AssetState<KnownAsset>,
    version: { readonly id: string } | Refusal,
    caller: AssetCaller,
    reason?: string,
  ): Decision => {
    const current = mayAccess(caller, state, 'write');
    if (isRefusal(current)) return current;
    if (isRefusal(version)) return version;
    return eventsToReach(current, { active_version_id: version.id }, { ...caller, reason });
  };
