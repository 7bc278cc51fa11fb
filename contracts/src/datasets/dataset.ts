import { type Static, Type } from '@sinclair/typebox';
import { assetFields, HistoryFrom, historyFromField, settableFields } from '../assets/fields.js';
import { resource } from '../kit/resource.js';
import { Name, Uuid } from '../kit/schemas.js';
import { DatasetVersion } from './version.js';

export const Dataset = resource('Dataset', {
  ...assetFields,
  versions: Type.Array(DatasetVersion),
  active_version_id: Type.Optional(Type.String()),
  multi_label: Type.Boolean(),
  default_splits: Type.Boolean(),
  content_type: Type.String(),
  history_from: historyFromField('dataset'),
});
export type Dataset = Readonly<Static<typeof Dataset>>;

const settable = {
  ...settableFields,
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
