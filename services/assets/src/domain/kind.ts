import type { AnyAsset, DomainEvent, EventDefinition, VersionAdded } from '@cairn/contracts';
import { type Aggregate, aggregate, type EventFacts } from '@cairn/kernel';
import type { AssetName } from './access.js';
import { asset, type AssetDecisions } from './asset.js';
import type { OwnFields } from './difference.js';
import type { AssetState, KnownAsset } from './state.js';

/** What the state of one kind of asset has beside that of all. */
export interface KindRules<Known extends KnownAsset> {
  /** Counts up when its own fields change their shape. */
  readonly stateVersion: number;
  /** Fields that the event which makes one does not tell. */
  readonly initial?: Partial<Known>;
  /** The event with which its stream takes in a version and numbers it; its state counts them (`NumberingAsset`). */
  readonly numbered?: EventDefinition;
  /** Events of its stream that are the kind's own, and what they make of it. */
  readonly own?: {
    readonly events: readonly EventDefinition[];
    after(this: void, state: Known, event: DomainEvent): Partial<Known>;
    /** Those of its fields that these events alone change; undoing sets them back. Absent where nothing sets one back. */
    readonly fields?: OwnFields<Known>;
  };
}

/** An asset whose stream numbers its versions. */
export interface NumberingAsset extends KnownAsset {
  /** How many versions it has had, deleted ones too: the number of the last. */
  readonly version_count: number;
}

type Count = Pick<NumberingAsset, 'version_count'>;

/** The version that it is made with is its first. */
const firstNumber = ({ active_version_id }: KnownAsset): Count => ({
  version_count: active_version_id === '' ? 0 : 1,
});

const numberAfter = ({ data }: DomainEvent): Count => ({
  version_count: (data as VersionAdded).version_number,
});

/** One kind of asset: its streams, and what is decided about them. `Known` is its state. */
export interface AssetKind<Known extends KnownAsset = KnownAsset> {
  readonly contract: AnyAsset;
  readonly name: AssetName;
  /** `<called>-<id>`: an asset without its versions. */
  readonly aggregate: Aggregate<AssetState<Known>>;
  readonly decide: AssetDecisions<Known>;
}

/** Makes a kind of asset of its contract. */
export const assetKind = <Known extends KnownAsset>(
  contract: AnyAsset,
  { stateVersion, initial, numbered, own }: KindRules<Known>,
): AssetKind<Known> => {
  const { resource, called, events } = contract;
  const decide = asset<Known>({ resource, called, events }, own?.fields);
  const ofItsOwn = new Set(own?.events.map(({ name }) => name));
  return {
    contract,
    name: { resource, called },
    decide,
    aggregate: aggregate<AssetState<Known>, DomainEvent>({
      category: called,
      events: [
        ...Object.values<EventDefinition>(events),
        ...(numbered === undefined ? [] : [numbered]),
        ...(own?.events ?? []),
      ],
      stateVersion,
      initial: { status: 'none' },
      evolve: (state, event, facts: EventFacts) => {
        const next = decide.evolve(state, event, facts);
        if (next.status === 'none') return next;
        if (event.type === events.created.name)
          return { ...next, ...(numbered && firstNumber(next)), ...initial };
        if (event.type === numbered?.name) return { ...next, ...numberAfter(event) };
        return own !== undefined && ofItsOwn.has(event.type) ? { ...next, ...own.after(next, event) } : next;
      },
    }),
  };
};
