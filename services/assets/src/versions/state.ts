import type {
  DomainEvent,
  MadeVersion,
  VersionEventData,
  VersionEventDefinitions,
  VersionNames,
} from '@cairn/contracts';

/** A version of an asset as its stream tells it, without what is its own; its number is its asset's to say. */
export interface KnownVersion extends VersionNames {
  /** `purged`: was deleted, and cannot be restored any more. */
  readonly status: 'live' | 'deleted' | 'purged';
  readonly id: string;
  readonly user_id: string;
  /** The id of the asset, whatever that is called. */
  readonly asset_id: string;
}

export type VersionState<Known extends KnownVersion = KnownVersion> = { readonly status: 'none' } | Known;

/** An event of a version by what it does: what is its own is beside what the type tells. */
export type VersionEvent = {
  [Does in keyof VersionEventData]: { readonly does: Does; readonly data: VersionEventData[Does] };
}[keyof VersionEventData];

/** Reads events as those of versions; `undefined` for an event that is a service's own. */
export const versionEventsIn = (
  definitions: VersionEventDefinitions,
): ((event: DomainEvent) => VersionEvent | undefined) => {
  const does = new Map(Object.entries(definitions).map(([key, { name }]) => [name, key]));
  return ({ type, data }) => {
    const known = does.get(type);
    return known === undefined ? undefined : ({ does: known, data } as VersionEvent);
  };
};

/** How the state of a version follows from its events; an event that is the service's own leaves it as it is. */
export const evolveVersion = <Known extends KnownVersion>(
  definitions: VersionEventDefinitions,
  assetField: string,
): ((state: VersionState<Known>, event: DomainEvent) => VersionState<Known>) => {
  const read = versionEventsIn(definitions);
  return (state, event) => {
    const told = read(event);
    if (told?.does === 'created') {
      const data: MadeVersion & Readonly<Record<string, unknown>> = { ...told.data };
      // What else the event tells is the kind's own.
      return { ...data, asset_id: data[assetField], status: 'live' } as object as Known;
    }
    if (told === undefined || state.status === 'none') return state;
    return told.does === 'updated'
      ? { ...state, ...told.data.changes }
      : { ...state, status: STATUS[told.does] };
  };
};

const STATUS = { deleted: 'deleted', restored: 'live', purged: 'purged' } as const;
