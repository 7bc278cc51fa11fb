import {
  isRefusal,
  type Projection,
  purgeTimer,
  type ServiceParts,
  together,
  WHETHER_OR_NOT,
} from '@cairn/kernel';
import type { VersionRules as VersionsOfAsset } from '../application/rules.js';
import type { AssetDocument } from '../read-models/document.js';
import type { AssetReads } from '../read-models/reads.js';
import { changingVersions, makingVersions, versionCommands } from './commands.js';
import { visibleVersion } from './decisions.js';
import type { VersionKind } from './kind.js';
import {
  pastProjection,
  type VersionCollections,
  versionCollections,
  type VersionDocuments,
  versionProjection,
} from './project.js';
import { type VersionDocument, type VersionReads, versionReads, type VersionShowing } from './reads.js';
import type { VersionBody, VersionRules } from './rules.js';
import type { KnownVersion } from './state.js';

/** What is special about the versions of one kind of asset: rules, and documents. */
export interface VersionModelRules<
  Known extends KnownVersion,
  Body extends VersionBody,
  Given,
  AssetBody,
> extends VersionRules<Known, Body, Given, AssetBody> {
  readonly documents: VersionDocuments<Known>;
}

/** The versions of one kind of asset at work, as far as they do not read their assets. */
export interface VersionModel<Known extends KnownVersion, AssetBody> {
  readonly kind: VersionKind<Known>;
  readonly collections: VersionCollections;
  /** What makes their documents. */
  readonly projection: Projection;
  /** Whole ones, never stored: what is in one as it was. */
  readonly past: Projection;
  /** What their assets need of them (`assetModel`). */
  readonly ofAsset: VersionsOfAsset<AssetBody>;
  /** Makes commands that change what is in one. */
  readonly change: ReturnType<typeof changingVersions<Known>>;
  /** How they are read, beside their assets. */
  reading<Kept extends VersionDocument, Beside, Resource>(
    this: void,
    reads: AssetReads<AssetDocument>,
    showing: VersionShowing<Kept, Beside, Resource>,
  ): VersionReads<Kept, Resource>;
  /** What their service runs (`defineService`), beside what their assets bring. */
  parts(this: void, reads: Pick<AssetReads<AssetDocument>, 'readable'>): ServiceParts;
}

/** Makes the versions of one kind of asset work. */
export const versionModel = <
  Known extends KnownVersion,
  Body extends VersionBody,
  AssetBody,
  Given = undefined,
>(
  kind: VersionKind<Known>,
  rules: VersionModelRules<Known, Body, Given, AssetBody>,
): VersionModel<Known, AssetBody> => {
  const { contract, aggregate, assetField } = kind;
  const { documents } = rules;
  const { category } = aggregate;
  const collections = versionCollections(contract.called);
  const projection = versionProjection(kind, documents);
  const past = pastProjection(kind, documents);
  const hasTexts = documents.texts.length > 0;
  return {
    ...{ kind, collections, projection, past },
    ofAsset: {
      isOwn: async ({ load }, assetId, versionId) =>
        !isRefusal(visibleVersion(await load(aggregate, versionId), assetId)),
      ...(rules.first === undefined ? {} : { first: makingVersions(kind, rules).first }),
      numbers: { collection: collections.numbers, assetField, added: contract.added },
      swept: {
        collection: collections.versions,
        of: (id) => ({ [assetField]: id, deleted: WHETHER_OR_NOT }),
        with: (version_id) =>
          Object.values(documents.parts ?? {}).map(({ name }) => ({
            projection: projection.name,
            collection: name,
            fields: { version_id, deleted: WHETHER_OR_NOT },
          })),
      },
    },
    change: changingVersions(kind, rules),
    reading: (reads, showing) =>
      versionReads(
        { ...{ category, collections, past, assetField, hasTexts }, params: contract.params },
        reads,
        showing,
      ),
    parts: ({ readable }) => ({
      aggregates: [aggregate],
      commands: versionCommands(kind, rules),
      projections: [projection],
      timers: together([purgeTimer(contract.events, contract.commands.purge.name)]),
      timeTravelled: [
        { collection: collections.versions, category, projection },
        ...(hasTexts ? [{ collection: collections.texts, category, projection }] : []),
        { collection: collections.past, category, projection: past },
      ],
      mayRead: {
        [category]: async (context, id) => {
          const asset = (await context.today.get(collections.versions, id))?.[assetField];
          return (
            typeof asset === 'string' && (await readable(context, asset, { deletedToo: true })) !== undefined
          );
        },
      },
    }),
  };
};
