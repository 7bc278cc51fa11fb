import type { EventDefinition } from './event.js';
import { type AnyRecord, recordEvents } from './record.js';
import { reservationEventsOf } from './reservations.js';
import type { StateDefinition } from './state.js';

/** A category of streams, each named `<category>-<uuid>`. */
export interface StreamDefinition {
  /** What its events speak of, the second word of their stored types: the name of an entity leaves its area out. */
  readonly entities: readonly string[];
  /** Other teams read its streams wholly. Of a category that does not say so nobody outside reads anything. */
  readonly published?: true;
  /** What the ids of its streams are; ids of their own when absent. No two published categories have the same. */
  readonly keyedBy?: StreamKey;
  /**
   * What becomes of the blobs that its events name: `kept` for ever, or they go. `none`: its events name no blobs, and what
   * looks like the name of one in their data is text. A category that says nothing names none that is known.
   */
  readonly files?: 'kept' | 'none' | GoingFiles;
}

/** Files of streams that go once the stream, or what it is in, is purged, unless somebody else has the same (ADR-0014). */
export interface GoingFiles {
  /** The event after which the stream's own go; without it they go with what it is in alone. */
  readonly goAfter?: EventDefinition;
  /** The fields in which its events name what it is in. */
  readonly inside?: readonly string[];
  /** Only the first event has those fields: what is in there never moves. */
  readonly told?: 'at first';
}

/**
 * Ids that follow from those of another category: derived from them and the word, so that they are no others' (Kafka's key
 * is the id, and consumers drop repeats by key and sequence). Without a word they are the same ids.
 */
interface StreamKey {
  readonly category: string;
  readonly word?: string;
}

/** What a service brings to the contract beside operations and errors, which keep their literal types. */
export interface Area {
  /**
   * By category, each the only one of its name in the log. One is never taken away: who must overlook no event of the log
   * reads all that there ever were.
   */
  readonly streams: Readonly<Record<string, StreamDefinition>>;
  /** Every event that is or was ever written to them. */
  readonly events: readonly EventDefinition[];
  /** What is published of them as it is now. */
  readonly states: readonly StateDefinition[];
  /** Its plain resources: their streams, events and states are among the others. */
  readonly records: readonly AnyRecord[];
}

/** A kind of asset as its area takes it. */
interface AreaAsset {
  readonly called: string;
  readonly events: Readonly<Record<string, EventDefinition>> & { readonly purged: EventDefinition };
  readonly state: StateDefinition;
}

/** The versions of a kind of asset as its area takes them. */
interface AreaVersions {
  /** What the asset is called. */
  readonly called: string;
  readonly events: Readonly<Record<string, EventDefinition>>;
  /** In the stream of the asset. */
  readonly added: EventDefinition;
}

/** An area as it is said: what its records, kinds of assets and their versions bring is not said again. */
interface DescribedArea extends Partial<Area> {
  readonly assets?: readonly AreaAsset[];
  readonly versions?: readonly AreaVersions[];
}

/** Declares an area. */
export const area = (
  name: string,
  { records = [], assets = [], versions = [], streams, events = [], states = [] }: DescribedArea,
): Area => {
  const isReserving = records.some(({ description }) => description.unique !== undefined);
  const ofRecords = records.map((record) => [record.category, streamsOf(record)] as const);
  const ofAssets = assets.map((asset) => [asset.called, streamsOfAsset(asset)] as const);
  const ofVersions = versions.map(({ called }) => [`${called}Version`, STREAMS_OF_VERSIONS] as const);
  return {
    streams: {
      ...Object.fromEntries(ofAssets),
      ...Object.fromEntries(ofVersions),
      ...streams,
      ...Object.fromEntries(ofRecords),
      ...(isReserving ? { [`${name}Reservation`]: { entities: ['reservation'] } } : {}),
    },
    events: onceEach([
      ...events,
      ...assets.flatMap((asset) => Object.values<EventDefinition>(asset.events)),
      ...versions.flatMap(({ events: its, added }) => [added, ...Object.values<EventDefinition>(its)]),
      ...records.flatMap((record) => Object.values(recordEvents(record))),
      ...(isReserving ? Object.values<EventDefinition>(reservationEventsOf(name)) : []),
    ]),
    states: [...assets.map(({ state }) => state), ...states, ...records.map(({ state }) => state)],
    records,
  };
};

/** The names that a service exports its events under may have those of its assets among them. */
const onceEach = <Each>(all: readonly Each[]): readonly Each[] => [...new Set(all)];

/** Files of an asset go with it. */
const streamsOfAsset = ({ called, events: { purged } }: AreaAsset): StreamDefinition => ({
  entities: [called],
  published: true,
  files: { goAfter: purged },
});

/** Versions without files. */
const STREAMS_OF_VERSIONS: StreamDefinition = { entities: ['version'], published: true };

/** A record's files go with it, and with what it is in. */
const streamsOf = ({ events: { purged }, description: { entity, inside } }: AnyRecord): StreamDefinition => ({
  entities: [entity],
  published: true,
  files: { goAfter: purged, ...(inside === undefined ? {} : { inside: [inside], told: 'at first' }) },
});
