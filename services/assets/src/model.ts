import {
  type AssetResource,
  type DomainEvent,
  entityTypes,
  type EventDefinition,
  type StateDefinition,
} from '@cairn/contracts';
import {
  type AdministeredRecord,
  type Change,
  type Collection,
  type Index,
  type Json,
  type Parent,
  type ProjectedEvent,
  type Projection,
  projection,
  purgedSweep,
  purgeTimer,
  type ServiceParts,
  serviceQuery,
  type StateTopic,
  together,
  type ToSweep,
} from '@cairn/kernel';
import { assetCommands } from './application/commands.js';
import { type AssetMaking, assetMaking } from './application/making.js';
import { assetAsParent } from './as-parent.js';
import type { AssetBody, AssetRules } from './application/rules.js';
import type { AssetKind } from './domain/kind.js';
import type { AssetState, KnownAsset } from './domain/state.js';
import { awaitedShares } from './policies/awaited-shares.js';
import { shareLapses } from './policies/share-timer.js';
import { accessChanges, projectAccessChanges } from './read-models/access-changes.js';
import type { AssetDocument } from './read-models/document.js';
import { ownedRecords } from './read-models/personal.js';
import { assetIndexes, assetInternal, projectAsset, touched } from './read-models/project.js';
import { shareIndexes } from './read-models/project-shares.js';
import { type AssetReads, assetReads } from './read-models/reads.js';
import { type AssetQueries, assetQueries, type AssetShowing } from './read-models/showing.js';
import { numberChanges, numbersCollection, type VersionNumbers } from './read-models/version-numbers.js';
import { purgedOfAssets } from './work/sweep-purged.js';

/** What the documents of one kind of asset have beside those of all. */
interface OwnDocuments {
  /** Counts up when its own fields or their indexes change. */
  readonly version: number;
  /** For its own filters. */
  readonly indexes?: readonly Index[];
  /** Collections for what its own events tell. */
  readonly collections?: readonly Collection[];
  /** What the kind's own events change; the document of the asset is `collection`'s. */
  readonly project?: (
    event: DomainEvent,
    facts: Omit<ProjectedEvent, 'event'>,
    collection: string,
  ) => readonly Change[];
}

/** What is special about one kind of asset: rules, documents, how it is shown. */
export interface AssetModelRules<
  Known extends KnownAsset,
  Body extends AssetBody,
  Given,
  Kept extends AssetDocument,
  Beside,
  Resource,
>
  extends AssetRules<Known, Body, Given>, AssetShowing<Kept, Beside, Resource> {
  readonly documents: OwnDocuments;
}

interface Collections {
  /** Of the documents: `datasets`. */
  readonly assets: string;
  /** Of the shares: `dataset_shares`. */
  readonly shares: string;
}

/** The collections of one kind of asset: `datasets`, `dataset_shares`, `dataset_access_changes`. */
const collectionsOf = (called: string): Collections & { readonly changes: string } => ({
  assets: `${called}s`,
  shares: `${called}_shares`,
  changes: `${called}_access_changes`,
});

/** What access reviews read of one kind of asset. */
export interface AccessChanges {
  readonly called: (typeof entityTypes)[AssetResource];
  readonly collection: string;
  readonly namesOf: AssetReads<AssetDocument>['namesOf'];
}

/** A kind of asset at work: what its service runs, and what the gateway asks. */
export interface AssetModel<
  Known extends KnownAsset,
  Body extends AssetBody,
  Given,
  Kept extends AssetDocument,
  Resource extends AdministeredRecord,
> {
  readonly kind: AssetKind<Known>;
  readonly collections: Collections;
  /** What makes both. */
  readonly projection: Projection;
  /** What is decided about making and changing one: pure. */
  readonly making: AssetMaking<Known, Body, Given>;
  readonly reads: AssetReads<Kept>;
  readonly queries: AssetQueries<Resource>;
  /** What goes when one is purged, or a version of one. */
  readonly sweep: ToSweep;
  readonly accessChanges: AccessChanges;
  /** What records in it stand under. */
  readonly asParent: Parent;
  /** What its service runs (`defineService`). */
  readonly parts: ServiceParts;
}

/** Makes a kind of asset work: what its service runs (`parts`), and what the gateway asks. */
export const assetModel = <
  Known extends KnownAsset,
  Body extends AssetBody,
  Kept extends AssetDocument,
  Beside,
  Resource extends AdministeredRecord,
  Given = undefined,
>(
  kind: AssetKind<Known>,
  rules: AssetModelRules<Known, Body, Given, Kept, Beside, Resource>,
): AssetModel<Known, Body, Given, Kept, Resource> => {
  const { contract, name, aggregate } = kind;
  const { assets, shares, changes } = collectionsOf(contract.called);
  const projection = documentsOf(kind, rules.documents, rules.versions.numbers);
  const { category } = aggregate;
  const reads = assetReads<Kept>({ ...name, category, collection: assets, shares, projection });
  const queries = assetQueries(contract, reads, rules);
  const { swept: versions } = rules.versions;
  const sweep = purgedOfAssets({ projection: projection.name, assets, shares, versions });
  return {
    kind,
    collections: { assets, shares },
    projection,
    sweep,
    making: assetMaking(kind, rules),
    reads,
    queries,
    asParent: assetAsParent(kind, assets, reads),
    accessChanges: { called: entityTypes[contract.resource], collection: changes, namesOf: reads.namesOf },
    parts: {
      ...writingParts(kind, rules),
      ...readingParts(kind, projection, reads),
      administered: queries.administered,
      ...ownWork(kind, shares),
      work: (tools) => [purgedSweep(`${contract.area}.purged`, sweep)(tools)],
      states: [statesOf(kind)],
    },
  };
};

const writingParts = <Known extends KnownAsset, Body extends AssetBody, Given>(
  kind: AssetKind<Known>,
  rules: AssetRules<Known, Body, Given>,
): ServiceParts => ({ aggregates: [kind.aggregate], commands: assetCommands(kind, rules) });

const readingParts = <Known extends KnownAsset, Kept extends AssetDocument>(
  kind: AssetKind<Known>,
  projection: Projection,
  reads: AssetReads<Kept>,
): ServiceParts => {
  const { contract, aggregate } = kind;
  return {
    projections: [projection, reviewOf(kind)],
    queries: [serviceQuery(contract.queries.deletable, (input, context) => reads.deletable(context, input))],
    timeTravelled: [
      {
        collection: collectionsOf(contract.called).assets,
        category: aggregate.category,
        projection,
        isOpen: async (context, today) => {
          const document = today as Kept;
          return (await reads.isReadable(context, document)) && (await reads.isPastOpen(context, document));
        },
      },
    ],
    counted: [reads.counted],
    personal: [
      ownedRecords({
        resource: contract.resource,
        collection: collectionsOf(contract.called).assets,
        fields: fieldsOf(contract.state),
        isReadable: reads.isReadable,
      }),
      ...reads.personal,
    ],
    mayRead: {
      [aggregate.category]: async (context, id) =>
        (await reads.readable(context, id, { deletedToo: true })) !== undefined,
    },
  };
};

/** What is done at a time, and when others act. */
const ownWork = <Known extends KnownAsset>(
  { contract: { area, events, commands } }: AssetKind<Known>,
  shares: string,
): ServiceParts => ({
  policies: (tools) => [awaitedShares(tools, { name: `${area}.awaitedShares`, shares, commands })],
  timers: together([purgeTimer(events, commands.purge.name), shareLapses(events, commands.lapseShare.name)]),
});

/** `datasets.datasets`: a document for each asset, without its versions, and one for each share. */
const documentsOf = <Known extends KnownAsset>(
  { contract: { area, called, events }, aggregate }: AssetKind<Known>,
  { version, indexes = [], collections = [], project }: OwnDocuments,
  numbers: VersionNumbers | undefined,
): Projection => {
  const { assets, shares } = collectionsOf(called);
  const ofAll = projectAsset(events, assets, shares);
  const own = new Set(ownEvents(events, aggregate.events).map(({ name }) => name));
  const numbering = numbers && numberChanges(numbers, events.created);
  return projection({
    name: `${area}.${assets}`,
    version,
    collections: [
      { name: assets, indexes: [...assetIndexes, ...indexes] },
      { name: shares, indexes: shareIndexes },
      ...(numbers === undefined ? [] : [numbersCollection(numbers)]),
      ...collections,
    ],
    internal: assetInternal,
    events: aggregate.events,
    project: (event, facts) => [
      ...(own.has(event.type) ? (project?.(event, facts, assets) ?? []) : ofAll(event, facts)),
      ...(numbering?.(event, facts) ?? []),
      ...(event.type === numbers?.added.name ? [touched(assets, facts)] : []),
    ],
  });
};

/** Those of its stream that not all assets have. */
const ownEvents = (
  ofAll: Readonly<Record<string, EventDefinition>>,
  all: readonly EventDefinition[],
): readonly EventDefinition[] => {
  const common = new Set(Object.values(ofAll));
  return all.filter((each) => !common.has(each));
};

/** `datasets.access_changes`: what access reviews tell of them. */
const reviewOf = <Known extends KnownAsset>({
  contract: { area, called, events },
  aggregate,
}: AssetKind<Known>): Projection => {
  const { changes } = collectionsOf(called);
  return projection({
    name: `${area}.access_changes`,
    version: 2,
    collections: [accessChanges(changes)],
    events: aggregate.events,
    project: projectAccessChanges(events, changes),
  });
};

/** The fields that a state has. */
const fieldsOf = ({ schema }: StateDefinition): readonly string[] =>
  Object.keys(schema['properties'] as object);

/** What other teams read of one as it is now: the fields that its contract names. What is deleted has no state. */
const statesOf = <Known extends KnownAsset>({
  contract: { state: contract },
  aggregate,
}: AssetKind<Known>): StateTopic => {
  const published = fieldsOf(contract);
  return {
    contract,
    aggregate,
    publicState: (state, { id, createdAt, updatedAt }) => {
      if (state.status !== 'live') return undefined;
      const all = new Map(Object.entries({ ...state, id, created_at: createdAt, updated_at: updatedAt }));
      return Object.fromEntries(published.map((field) => [field, all.get(field) as Json]));
    },
  } satisfies StateTopic<AssetState<Known>>;
};
