import type { AssetEventDefinitions, DomainEvent, FileRecord } from '@cairn/contracts';
import { type Caller, changedFields, purgeAt } from '@cairn/kernel';
import type { KnownAsset } from './state.js';
import { readersAfter } from './visibility.js';

/**
 * What of an asset can be set and undone: all but whose it is, what follows from its other fields, and why its version is
 * active, which is said anew and not taken back.
 */
export type AssetContent<Known extends KnownAsset = KnownAsset> = Omit<Known, (typeof NO_CONTENT)[number]>;

const NO_CONTENT = ['id', 'user_id', 'readers', 'shares', 'activation_reason'] as const;

export const contentOf = <Known extends KnownAsset>(asset: Known): AssetContent<Known> =>
  Object.fromEntries(
    Object.entries(asset).filter(([field]) => !NO_CONTENT.some((without) => without === field)),
  ) as AssetContent<Known>;

/** Who wants it, when, and why: the reason is of the active version. */
export interface Wanting extends Caller {
  readonly reason?: string | undefined;
}

/** The events that lead from an asset to the wanted content, its own fields too; none when it is that already. */
export type EventsToReach = (
  state: KnownAsset,
  wanted: Partial<AssetContent>,
  by: Wanting,
) => readonly DomainEvent[];

/** Fields of one kind of asset that events of its own alone change. */
export interface OwnFields<Known extends KnownAsset> {
  readonly names: readonly (keyof Known & string)[];
  /** The events that lead to the wanted ones. */
  events(this: void, state: Known, wanted: Partial<Known>): readonly DomainEvent[];
}

export const eventsToReach =
  <Known extends KnownAsset>(events: AssetEventDefinitions, own?: OwnFields<Known>): EventsToReach =>
  (state, wanted, by) => {
    const {
      status,
      logo,
      active_version_id = activeForAnotherReason(state, wanted, by),
      ...others
    } = changedFields<AssetContent>(state, wanted);
    const { fields, ownFields } = apart(others, own?.names ?? []);
    return [
      // The state and the fields are those of the kind.
      ...(own?.events(state as Known, ownFields as Partial<Known>) ?? []),
      ...(Object.keys(fields).length === 0 ? [] : [updated(events, state, fields)]),
      ...(active_version_id === undefined ? [] : [activated(events, state, active_version_id, by)]),
      ...logoDifference(events, logo),
      ...statusDifference(events, status, by.at),
    ];
  };

/** The active version, when it is wanted for a reason that was not given; `undefined` when nothing is new. */
const activeForAnotherReason = (
  { active_version_id, activation_reason }: KnownAsset,
  wanted: Partial<AssetContent>,
  { reason = '' }: Wanting,
): string | undefined =>
  wanted.active_version_id === active_version_id && reason !== '' && reason !== activation_reason
    ? active_version_id
    : undefined;

/** A version becomes the active one of an asset, or is it for another reason. */
export const activated = (
  { versionActivated }: Pick<AssetEventDefinitions, 'versionActivated'>,
  { active_version_id: previous }: Pick<KnownAsset, 'active_version_id'>,
  version_id: string,
  { principal: { userId: user_id }, reason = '' }: Omit<Wanting, 'at'>,
): DomainEvent =>
  versionActivated.of({ version_id, previous, user_id, ...(reason === '' ? {} : { reason }) });

const apart = (fields: object, names: readonly string[]) => {
  const entries = Object.entries(fields);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    ownFields: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
  };
};

const updated = (
  events: AssetEventDefinitions,
  state: KnownAsset,
  changes: Partial<AssetContent>,
): DomainEvent => {
  const moved = ['visibility', 'organization_id', 'project_id'].some((field) => field in changes);
  if (!moved) return events.updated.of({ changes });
  const { organization_id, project_id, visibility } = state;
  const readers = readersAfter({ ...state, ...changes }, state.readers);
  return events.updated.of({ changes, previous: { organization_id, project_id, visibility }, readers });
};

const logoDifference = (
  events: AssetEventDefinitions,
  logo: FileRecord | null | undefined,
): readonly DomainEvent[] => {
  if (logo === undefined) return [];
  return [logo === null ? events.logoRemoved.of({}) : events.logoSet.of(logo)];
};

const statusDifference = (
  events: AssetEventDefinitions,
  status: KnownAsset['status'] | undefined,
  at: string,
): readonly DomainEvent[] => {
  switch (status) {
    case undefined:
      return [];
    case 'live':
      return [events.restored.of({})];
    case 'deleted':
      return [events.deleted.of({ purge_at: purgeAt(at) })];
    case 'purged':
      return [events.purged.of({})];
    default:
      return status satisfies never;
  }
};
