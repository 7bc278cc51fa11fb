import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Name, namedFields, Nullable, OneOf, Prose, Time, Uuid } from '../kit/schemas.js';
import { DatasetVersion } from './version.js';

/** Which membership may see an asset (specification, *Shared fields of owned assets*). */
export const visibilities = ['private', 'project', 'team', 'org', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

const assetFields = {
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
};

export const Dataset = resource('Dataset', {
  ...assetFields,
  versions: Type.Array(DatasetVersion),
  active_version_id: Type.Optional(Type.String()),
  multi_label: Type.Boolean(),
  default_splits: Type.Boolean(),
  content_type: Type.String(),
  history_from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Who may only read the dataset sees nothing of what was before; absent: all is seen.',
    }),
  ),
});
export type Dataset = Readonly<Static<typeof Dataset>>;

/** In the place of a time: the time of the write itself. */
export const NOW = 'now';
export const HistoryFrom = Nullable(Type.Union([Type.Literal(NOW), Time]));

const settable = {
  description: Type.Optional(Prose),
  notes: Type.Optional(Prose),
  public: Type.Optional(Type.Boolean()),
  visibility: Type.Optional(OneOf(visibilities)),
  organization_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
  project_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
  multi_label: Type.Optional(Type.Boolean()),
  content_type: Type.Optional(Type.String({ maxLength: 200 })),
  history_from: Type.Optional(HistoryFrom),
};

/** A dataset as a caller makes it; `default_splits` makes train, validation and test (7, 2). */
export const DatasetInput = resource('DatasetInput', {
  name: Name,
  ...settable,
  default_splits: Type.Optional(Type.Boolean()),
});
export type DatasetInput = Readonly<Static<typeof DatasetInput>>;

export const DatasetChanges = resource('DatasetChanges', {
  name: Type.Optional(Name),
  ...settable,
  default_splits: Type.Optional(Type.Boolean()),
  active_version_id: Type.Optional(Uuid),
});
export type DatasetChanges = Readonly<Static<typeof DatasetChanges>>;
