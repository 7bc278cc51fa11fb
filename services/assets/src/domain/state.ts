import type {
  AssetEventData,
  AssetEventDefinitions,
  DomainEvent,
  FileRecord,
  ReaderRecord,
  Visibility,
} from '@cairn/contracts';
import type { EventFacts } from '@cairn/kernel';
import { beginningAt } from './history-from.js';
import { isShareEvent, type Shares, sharesAfter } from './shares.js';

/** An asset as its stream tells it, without what is its own. */
export interface KnownAsset {
  /** `purged`: was deleted, and cannot be restored any more. */
  readonly status: 'live' | 'deleted' | 'purged';
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  readonly public: boolean;
  readonly visibility: Visibility;
  readonly organization_id: string | null;
  readonly project_id: string | null;
  /** As it was set; when that version is deleted, the newest one is shown (TRAP-4). */
  readonly active_version_id: string;
  /** Why that version is active; empty where nobody said why. */
  readonly activation_reason: string;
  readonly readers: readonly ReaderRecord[];
  readonly shares: Shares;
  readonly logo: FileRecord | null;
  /** Who may not write the asset sees nothing of what was before; null: sees all. */
  readonly history_from: string | null;
}

export type AssetState<Known extends KnownAsset> = { readonly status: 'none' } | Known;

/** An event of an asset by what it does: what is its own is beside what the type tells. */
export type AssetEvent = {
  [Does in keyof AssetEventData]: { readonly does: Does; readonly data: AssetEventData[Does] };
}[keyof AssetEventData];
export type ChangingEvent = Exclude<AssetEvent, { does: 'created' }>;

/** Reads events as those of assets; `undefined` for an event that is a service's own. */
export const assetEventsIn = (
  definitions: AssetEventDefinitions,
): ((event: DomainEvent) => AssetEvent | undefined) => {
  const does = new Map(Object.entries(definitions).map(([key, { name }]) => [name, key]));
  return ({ type, data }) => {
    const known = does.get(type);
    return known === undefined ? undefined : ({ does: known, data } as AssetEvent);
  };
};

/** How the state of an asset follows from its events; an event that is the service's own leaves it as it is. */
export const evolveAsset = <Known extends KnownAsset>(
  definitions: AssetEventDefinitions,
): ((state: AssetState<Known>, event: DomainEvent, facts: EventFacts) => AssetState<Known>) => {
  const read = assetEventsIn(definitions);
  return (state, event, facts) => {
    const told = read(event);
    if (told?.does === 'created') return created(told.data) as Known;
    return told === undefined || state.status === 'none'
      ? state
      : { ...state, ...fieldsAfter(state, told, facts) };
  };
};

/** What is read of the events depends on nothing else that is known of them. */
const NO_FACTS: EventFacts = {
  at: '',
  actor: { kind: 'system', id: '' },
  revision: 0n,
  eventId: '',
  correlation: '',
};

/** The organization of an asset when these events have come to it; `undefined` as long as there is none. */
export const organizationAfter = (
  definitions: AssetEventDefinitions,
): ((state: AssetState<KnownAsset>, events: readonly DomainEvent[]) => string | null | undefined) => {
  const evolve = evolveAsset<KnownAsset>(definitions);
  return (state, events) => {
    const after = events.reduce((before, event) => evolve(before, event, NO_FACTS), state);
    return after.status === 'none' ? undefined : after.organization_id;
  };
};

const created = (data: AssetEventData['created']): KnownAsset => ({
  ...data,
  status: 'live',
  organization_id: data.organization_id ?? null,
  project_id: data.project_id ?? null,
  activation_reason: '',
  logo: null,
  history_from: null,
  shares: {},
});

const fieldsAfter = (state: KnownAsset, told: ChangingEvent, { at }: EventFacts): Partial<KnownAsset> => {
  if (isShareEvent(told)) return { shares: sharesAfter(state.shares, told, at), readers: told.data.readers };
  const { does, data } = told;
  switch (does) {
    case 'updated':
      return updated(state, data, at);
    case 'transferred':
      return placedBy(data);
    case 'versionActivated':
      return { active_version_id: data.version_id, activation_reason: data.reason ?? '' };
    case 'logoSet':
      return { logo: data };
    case 'logoRemoved':
      return { logo: null };
    default:
      return { status: statusAfter[does] };
  }
};

const placedBy = ({ previous: _, ...place }: AssetEventData['transferred']): Partial<KnownAsset> => place;

const updated = (
  state: KnownAsset,
  { changes, readers }: AssetEventData['updated'],
  at: string,
): Partial<KnownAsset> => {
  const { history_from = state.history_from } = changes;
  return { ...changes, history_from: beginningAt(history_from, at), readers: readers ?? state.readers };
};

const statusAfter = { deleted: 'deleted', restored: 'live', purged: 'purged' } as const;
