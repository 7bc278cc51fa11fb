import type { AnyAsset, DomainEvent, EventDefinition } from '@cairn/contracts';
import type { AggregateKind } from '@cairn/kernel';
import { type Charge, type ChargeOf, chargesOf, type Counted, NO_CHARGE, sumOf } from './charge.js';
import { goesOnOf } from './going-on.js';
import { type PlacedBy, placedByEvents } from './place.js';

/** Streams in an asset that are charged with it. */
export interface ChargedStreams {
  /** Those of their events that are charged: nobody is for others. */
  readonly events: readonly EventDefinition[];
  /** Gives back what was counted for its stream. Absent: all goes with the asset. */
  readonly purged?: EventDefinition;
  /**
   * The stream that is counted with, where it is not their own: a version, for what is in it. An event that tells none is
   * not charged.
   */
  countedWith?(this: void, event: DomainEvent): string | undefined;
}

/** In what a kind of asset is charged differently from others. */
export interface UsageRules {
  /** Counts up when what is charged changes, of whatever event. */
  readonly version: number;
  /** A stream that is counted by itself names its asset (`graph_id`) in the event that makes it. */
  readonly streams: readonly ChargedStreams[];
  /** The number that every asset counts in; absent where only bytes are bounded. */
  readonly countedAs?: Counted;
  /** The number that events in it count in, by their names. */
  readonly counts?: Readonly<Record<string, Counted>>;
  /**
   * Which of the kind's own events are appended however much is stored: they delete, or end what was begun. Those of all
   * assets are known, and so is `purged`.
   */
  goesOn?(this: void, event: DomainEvent): boolean;
}

/** How its documents are called, and what each asset counts as. */
export interface UsageName {
  /** `dataset`: the collections `dataset_usage` and `dataset_version_usage`, whose documents have `dataset_id`. */
  readonly called: string;
  readonly countedAs?: Counted | undefined;
}

/** What a kind of asset is charged for: pure. */
export interface Charging extends UsageName {
  /** All that is charged. */
  readonly definitions: readonly EventDefinition[];
  readonly chargeOf: ChargeOf;
  readonly placedBy: PlacedBy;
  /** In which streams an event is, by its name; `undefined` for the asset's own. */
  streamsOf(this: void, type: string): ChargedStreams | undefined;
  chargeOfAll(this: void, events: readonly DomainEvent[]): Charge;
  /** Whether an event is appended however much is stored. What nobody is charged for is. */
  goesOn(this: void, event: DomainEvent): boolean;
}

/** A kind of asset, as far as it is charged. */
export interface ChargedKind {
  readonly contract: AnyAsset;
  readonly aggregate: Pick<AggregateKind, 'category' | 'events'>;
}

export const chargingOf = (
  { contract: { called, events }, aggregate }: ChargedKind,
  { streams, countedAs, counts, goesOn = () => false }: UsageRules,
): Charging => {
  const definitions = [...aggregate.events, ...streams.flatMap((each) => each.events)];
  const charged = new Set(definitions.map(({ name }) => name));
  const ofAssets = countedAs === undefined ? {} : { [events.created.name]: countedAs };
  const chargeOf = chargesOf(definitions, { ...counts, ...ofAssets });
  const byType = new Map(streams.flatMap((each) => each.events.map(({ name }) => [name, each] as const)));
  const purged = new Set(streams.flatMap((each) => each.purged?.name ?? []));
  const isEnding = goesOnOf(events);
  return {
    ...{ called, countedAs, definitions, chargeOf },
    placedBy: placedByEvents(events),
    streamsOf: (type) => byType.get(type),
    chargeOfAll: (all) => all.map(chargeOf).reduce(sumOf, NO_CHARGE),
    goesOn: (event) =>
      !charged.has(event.type) || purged.has(event.type) || (isEnding(event) ?? goesOn(event)),
  };
};
