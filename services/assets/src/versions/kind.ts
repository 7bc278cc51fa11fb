import type { AnyVersions, DomainEvent, EventDefinition } from '@cairn/contracts';
import { type Aggregate, aggregate, type EventFacts, type Refusal } from '@cairn/kernel';
import { type AssetOfVersions, type VersionDecisions, versionDecisions } from './decisions.js';
import type { OwnParts } from './own-parts.js';
import { evolveVersion, type KnownVersion, type VersionState } from './state.js';

/** What the state of versions of one kind of asset has beside that of all. */
export interface VersionKindRules<Known extends KnownVersion> {
  /** Counts up when its own fields change their shape. */
  readonly stateVersion: number;
  /** Fields that the event which makes one does not tell, or told of none at first. */
  readonly initial?: Partial<Known>;
  readonly own?: OwnParts<Known>;
  /** Why a version cannot go beside that it is the active one; `asset` is of its kind. Pure. */
  needed?(this: void, id: string, asset: AssetOfVersions): Refusal | undefined;
}

/** The versions of one kind of asset: their streams, and what is decided about them. `Known` is their state. */
export interface VersionKind<Known extends KnownVersion = KnownVersion> {
  readonly contract: AnyVersions;
  /** In which their documents and events name their asset: `graph_id`. */
  readonly assetField: string;
  /** `<asset>Version-<id>`. */
  readonly aggregate: Aggregate<VersionState<Known>>;
  readonly decide: VersionDecisions<Known>;
  /** Events of its own, with what they do to what is in it. */
  readonly own?: OwnParts<Known> | undefined;
}

/** Makes versions of their contract. */
export const versionKind = <Known extends KnownVersion>(
  contract: AnyVersions,
  { stateVersion, initial, own, needed }: VersionKindRules<Known>,
): VersionKind<Known> => {
  const { called, events } = contract;
  const assetField = `${called}_id`;
  const common = evolveVersion<Known>(events, assetField);
  const ofItsOwn = new Set(own?.events.map(({ name }) => name));
  const evolve = (state: VersionState<Known>, event: DomainEvent, facts: EventFacts): VersionState<Known> => {
    const next = common(state, event);
    if (next.status === 'none') return next;
    if (event.type === events.created.name) return { ...initial, ...next };
    return own !== undefined && ofItsOwn.has(event.type)
      ? { ...next, ...own.after(next, event, facts) }
      : next;
  };
  return {
    contract,
    assetField,
    own,
    decide: versionDecisions<Known>({ called, assetField, events, own, initial, needed }),
    aggregate: aggregate<VersionState<Known>, DomainEvent>({
      category: `${called}Version`,
      events: [...Object.values<EventDefinition>(events), ...(own?.events ?? [])],
      stateVersion,
      initial: { status: 'none' },
      evolve,
    }),
  };
};
