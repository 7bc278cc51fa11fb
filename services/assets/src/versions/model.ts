import {
  isRefusal,
  type Projection,
  purgeTimer,
  type ServiceParts,
  type Swept,
  together,
  WHETHER_OR_NOT,
} from '@cairn/kernel';
import type { VersionRules as VersionsOfAsset } from '../application/rules.js';
import type { AssetDocument } from '../read-models/document.js';
import type { AssetReads } from '../read-models/reads.js';
import { changingVersions, versionCommands } from './commands.js';
import { type VersionContent, versionContent } from './content.js';
import { visibleVersion } from './decisions.js';
import type { VersionKind } from './kind.js';
import { makingVersions } from './making.js';
import { namedVersions } from './named.js';
import {
  pastProjection,
  type VersionCollections,
  versionCollections,
  type VersionDocuments,
  versionProjection,
} from './project.js';
import { type ToldVersions, type VersionReads, versionReads, versionsOfAssets } from './reads.js';
import type { VersionDocument, VersionShowing } from './showing.js';
import { toldBy } from '../read-models/streams.js';
import type { SweptVersions } from '../work/sweep-purged.js';
import type { VersionBody, VersionRules } from './rules.js';
import type { KnownVersion } from './state.js';

/** What is special about the versions of one kind of asset: rules, documents, how they are shown. */
export type VersionModelRules<
  Known extends KnownVersion,
  Body extends VersionBody,
  AssetBody,
  Kept extends VersionDocument,
  Beside,
  Resource,
> = VersionRules<Known, Body, AssetBody> & VersionShowing<Kept, Beside, Resource> & VersionsKept<Known>;

interface VersionsKept<Known extends KnownVersion> {
  readonly documents: VersionDocuments<Known>;
  /** What else is removed with one that is purged. */
  swept?(this: void, versionId: string): readonly Swept[];
}

/** The versions of one kind of asset at work, as far as they do not read their assets. */
export interface VersionModel<
  Known extends KnownVersion,
  Body extends VersionBody,
  AssetBody,
  Kept extends VersionDocument,
  Resource,
> {
  readonly kind: VersionKind<Known>;
  readonly collections: VersionCollections;
  /** What makes their documents. */
  readonly projection: Projection;
  /** Whole ones, never stored: what is in one as it was. */
  readonly past: Projection;
  /** What their assets need of them (`assetModel`). */
  readonly ofAsset: VersionsOfAsset<AssetBody>;
  /** Those of some assets, as these show them. */
  readonly ofAssets: ReturnType<typeof versionsOfAssets<Kept, unknown, Resource>>;
  /** What bodies make of their fields: pure. */
  readonly content: VersionContent<Known, Body>;
  /** Those that others name, as these see them. */
  readonly named: ReturnType<typeof namedVersions<Kept, unknown, Resource>>;
  /** Makes one in its asset, which numbers it. */
  readonly make: ReturnType<typeof makingVersions<Known, Body, AssetBody>>['create'];
  /** Makes commands that change what is in one. */
  readonly change: ReturnType<typeof changingVersions<Known>>;
  /** How they are read, beside their assets. */
  reading(this: void, reads: AssetReads<AssetDocument>): VersionReads<Kept, Resource>;
  /** What their service runs (`defineService`), beside what their assets bring. */
  parts(this: void, reads: Pick<AssetReads<AssetDocument>, 'readable'>): ServiceParts;
}

/** Makes the versions of one kind of asset work. */
export const versionModel = <
  Known extends KnownVersion,
  Body extends VersionBody,
  AssetBody,
  Kept extends VersionDocument,
  Resource,
  Beside = undefined,
>(
  kind: VersionKind<Known>,
  rules: VersionModelRules<Known, Body, AssetBody, Kept, Beside, Resource>,
): VersionModel<Known, Body, AssetBody, Kept, Resource> => {
  const { contract, aggregate, assetField } = kind;
  const { documents } = rules;
  const { category } = aggregate;
  const collections = versionCollections(contract.called);
  const projection = versionProjection(kind, documents);
  const past = pastProjection(kind, documents);
  const making = makingVersions(kind, rules);
  const hasTexts = documents.texts.length > 0;
  const told = {
    ...{ category, collections, past, assetField, hasTexts },
    params: contract.params,
  };
  return {
    ...{ kind, collections, projection, past },
    ofAsset: {
      isOwn: async ({ load }, assetId, versionId) =>
        !isRefusal(visibleVersion(await load(aggregate, versionId), assetId)),
      ...(rules.first === undefined ? {} : { first: making.first }),
      numbers: { collection: collections.numbers, assetField, added: contract.added },
      swept: sweptOf(told, projection, rules),
    },
    ofAssets: versionsOfAssets(told, rules),
    content: versionContent(rules),
    named: namedVersions(told, rules),
    make: making.create,
    change: changingVersions(kind, rules),
    reading: (reads) => versionReads(told, reads, rules),
    parts: (reads) => ({
      aggregates: [aggregate],
      commands: versionCommands(kind, rules),
      projections: [projection],
      timers: together([purgeTimer(contract.events, contract.commands.purge.name)]),
      ...readingParts(told, projection, reads),
    }),
  };
};

/** All versions of an asset that is purged; with one goes what is in it. */
const sweptOf = <Known extends KnownVersion>(
  { collections: { versions }, assetField }: ToldVersions,
  { name: projection }: Projection,
  { documents: { parts = {} }, swept = () => [] }: VersionsKept<Known>,
): SweptVersions => ({
  collection: versions,
  of: (id) => ({ [assetField]: id, deleted: WHETHER_OR_NOT }),
  with: (version_id) => [
    ...Object.values(parts).map(({ name: collection }) => ({
      ...{ projection, collection },
      fields: { version_id, deleted: WHETHER_OR_NOT },
    })),
    ...swept(version_id),
  ],
});

const readingParts = (
  { category, collections, past, assetField, hasTexts }: ToldVersions,
  projection: Projection,
  { readable }: Pick<AssetReads<AssetDocument>, 'readable'>,
): Pick<ServiceParts, 'timeTravelled' | 'mayRead'> => ({
  timeTravelled: [
    { collection: collections.versions, category, projection },
    ...(hasTexts ? [{ collection: collections.texts, category, projection }] : []),
    { collection: collections.past, category, projection: past },
  ],
  mayRead: {
    [category]: async (context, id) => {
      const asset = await toldBy(collections.versions, assetField)(context, id);
      return asset !== undefined && (await readable(context, asset, { deletedToo: true })) !== undefined;
    },
  },
});
