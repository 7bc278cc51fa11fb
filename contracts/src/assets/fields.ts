import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { namedFields, Nullable, OneOf, Prose, recordFields, Time, Uuid } from '../kit/schemas.js';
import { Activation } from './activation.js';

/** The assets that have these fields, by the first half of their permissions. */
export const assetResources = ['datasets', 'models', 'workflows', 'graphs'] as const;
export type AssetResource = (typeof assetResources)[number];

/** What each of them is called where one is named by its kind. */
export const entityTypes = {
  datasets: 'dataset',
  models: 'model',
  workflows: 'workflow',
  graphs: 'graph',
} as const;

/** Which membership may see an asset (specification, *Shared fields of owned assets*). */
export const visibilities = ['private', 'project', 'team', 'org', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** What an asset is shown with, but for `versions`, `active_version_id` and `history_from`, which come after its own. */
export const assetFields = {
  ...namedFields,
  notes: Type.String(),
  user_id: Type.String({ description: 'The owner.' }),
  has_logo: Type.Boolean(),
  logo: Type.String({ description: 'Path of the logo, or empty.' }),
  public: Type.Boolean(),
  shared_with_me: Type.Boolean(),
  share_role: Type.Optional(Type.String({ description: '`share_viewer` or `share_editor` when shared.' })),
  organization_id: Type.Optional(Type.String()),
  project_id: Type.Optional(Type.String()),
  visibility: Type.Optional(OneOf(visibilities)),
  activation: Type.Optional(Activation),
};

/** Since when readers of an asset see its past; `noun` is what the asset is called, `dataset`. */
export const historyFromField = (noun: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      description: `Who may only read the ${noun} sees nothing of what was before; absent: all is seen.`,
    }),
  );

/** In the place of a time: the time of the write itself. */
export const NOW = 'now';
export const HistoryFrom = Nullable(Type.Union([Type.Literal(NOW), Time]));

/** What a caller may set of every asset beside its name and its `history_from`. */
export const settableFields = {
  description: Type.Optional(Prose),
  notes: Type.Optional(Prose),
  public: Type.Optional(Type.Boolean()),
  visibility: Type.Optional(OneOf(visibilities)),
  organization_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
  project_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
};

/** The part of a body that all assets have alike. */
export const AssetChanges = Type.Object({
  name: Type.Optional(Type.String()),
  ...settableFields,
  history_from: Type.Optional(HistoryFrom),
});
export type AssetChanges = Readonly<Static<typeof AssetChanges>>;

/** What other teams read of every asset as it is now, before and after what is its own. */
export const publishedFields = {
  ...recordFields,
  user_id: Type.String({ description: 'Whose it is.' }),
  name: Type.String(),
  description: Type.String(),
  notes: Type.String(),
  visibility: OneOf(visibilities),
  organization_id: Nullable(Type.String()),
  project_id: Nullable(Type.String()),
};
export const publishedLastFields = { active_version_id: Uuid, logo: Nullable(FileRecord) };

/**
 * `active_version_id` of an asset that is made without a version: in its resource, and as others read it after
 * `publishedLastFields`, which say that there is one.
 */
export const activeVersionOrNone = {
  active_version_id: Type.String({ description: 'Empty while it has no version.' }),
};
