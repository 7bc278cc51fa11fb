import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { event, type EventDefinition } from '../../kit/event.js';
import { Time, Uuid } from '../../kit/schemas.js';

const named = { name: Type.String(), description: Type.String() };
/** As people call it; empty: its number. */
const called = { version: Type.String() };

/** What of a version may be set, whatever it is a version of. */
export interface VersionNames {
  readonly name: string;
  readonly description: string;
  readonly version: string;
}

/** What the event that makes a version tells, without what is its own. */
export interface MadeVersion extends VersionNames {
  readonly id: string;
  readonly user_id: string;
}

/** What the events of every version tell, by what they do. */
export interface VersionEventData {
  readonly created: MadeVersion;
  readonly updated: { readonly changes: Partial<VersionNames> };
  readonly deleted: { readonly purge_at: string };
  readonly restored: object;
  readonly purged: object;
}

/** The definitions of the events of versions of one kind of asset, by what they do. */
export type VersionEventDefinitions = Readonly<Record<keyof VersionEventData, EventDefinition>>;

type Created<Asset extends string, Own extends TProperties> = MadeVersion &
  Readonly<Record<`${Asset}_id`, string>> &
  Static<TObject<Own>>;
type Changes<Own extends TProperties> = Partial<VersionNames & Static<TObject<Own>>>;

/** In what the events of the versions of one kind of asset differ from those of others. */
export interface VersionEventsOf<Noun extends string, Asset extends string, Own extends TProperties> {
  /** What their stored types begin with: `graphs`. */
  readonly area: string;
  /** The asset's; its events are named with it: `Graph`. */
  readonly noun: Noun;
  /** What the asset is called: `graph`. Its versions name it by `graph_id`. */
  readonly called: Asset;
  /** What its events tell beside what those of all versions do. */
  readonly own: Own;
  /** Data of the first two; they stand in the documents. */
  readonly told: {
    readonly created: Created<Asset, Own>;
    readonly updated: { readonly changes: Changes<Own> };
  };
}

/** The events of the versions of one kind of asset: one comes, changes, goes, comes back and is gone for good. */
export const versionEvents = <
  const Noun extends string,
  const Asset extends string,
  Own extends TProperties,
>({
  area,
  noun,
  called: asset,
  own,
  told,
}: VersionEventsOf<Noun, Asset, Own>) => ({
  created: event({
    name: `${noun}VersionCreated`,
    storedType: `${area}.version.created.v1`,
    description: `A version of a ${asset} was made. It is one of the ${asset}'s when that says so.`,
    schema: Type.Object({
      id: Uuid,
      [`${asset}_id`]: Uuid,
      user_id: Type.String(),
      ...named,
      ...called,
      ...own,
    }) as TSchema as TUnsafe<Created<Asset, Own>>,
    example: told.created,
  }),
  updated: event({
    name: `${noun}VersionUpdated`,
    storedType: `${area}.version.updated.v1`,
    description: `Fields of a version of a ${asset} were set.`,
    schema: Type.Object({
      changes: Type.Partial(Type.Object({ ...named, ...called, ...own })),
    }) as TSchema as TUnsafe<{ readonly changes: Changes<Own> }>,
    example: told.updated,
  }),
  ...endEvents(area, noun, asset),
});

const endEvents = <const Noun extends string>(area: string, noun: Noun, asset: string) => ({
  deleted: event({
    name: `${noun}VersionDeleted`,
    storedType: `${area}.version.deleted.v1`,
    description: `A version of a ${asset} was deleted; it can be restored until it is purged.`,
    schema: Type.Object({ purge_at: Time }),
    example: { purge_at: '2026-03-03T12:00:00.000Z' },
  }),
  restored: event({
    name: `${noun}VersionRestored`,
    storedType: `${area}.version.restored.v1`,
    description: `The deletion of a version of a ${asset} was undone.`,
    schema: Type.Object({}),
    example: {},
  }),
  purged: event({
    name: `${noun}VersionPurged`,
    storedType: `${area}.version.purged.v1`,
    description: `A deleted version of a ${asset} can no longer be restored.`,
    schema: Type.Object({}),
    example: {},
  }),
});

/** What the stream of an asset tells of the versions that it numbers. */
export interface VersionAdded {
  readonly version_id: string;
  readonly version_number: number;
}

/** `…VersionAdded`, in the stream of an asset, which gives the numbers: they have no gaps however many are made at once. */
export const versionAdded = <const Noun extends string>({
  area,
  noun,
  called: asset,
}: {
  readonly area: string;
  readonly noun: Noun;
  readonly called: string;
}) =>
  event({
    name: `${noun}VersionAdded`,
    storedType: `${area}.${asset}.version_added.v1`,
    description: `A version is one of the ${asset}'s from then on, and has a number there.`,
    schema: Type.Object({ version_id: Uuid, version_number: Type.Integer({ minimum: 1 }) }),
    example: { version_id: '018f4d1a-0000-7000-8000-000000000003', version_number: 2 },
  });
