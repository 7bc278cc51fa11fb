import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { ChangedUniqueName, JsonText, Name, namedFields, Prose, UniqueName, Uuid } from '../kit/schemas.js';
import { ImportReport } from './import.js';
import { Label, LabelInput } from './label.js';

export const DatasetSplit = resource('DatasetSplit', {
  ...namedFields,
  user_id: Type.String(),
  version_id: Uuid,
});
export type DatasetSplit = Readonly<Static<typeof DatasetSplit>>;

export const DatasetSplitInput = resource('DatasetSplitInput', {
  name: UniqueName,
  description: Type.Optional(Prose),
});
export type DatasetSplitInput = Readonly<Static<typeof DatasetSplitInput>>;

export const DatasetSplitChanges = resource('DatasetSplitChanges', {
  name: Type.Optional(ChangedUniqueName),
  description: Type.Optional(Prose),
});
export type DatasetSplitChanges = Readonly<Static<typeof DatasetSplitChanges>>;

const versionFields = {
  ...namedFields,
  labels: Type.Optional(Type.Array(Label, { description: 'Left out in lists.' })),
  user_id: Type.String(),
  dataset_id: Uuid,
  splits: Type.Optional(Type.Array(DatasetSplit, { description: 'Left out in lists.' })),
  default_split: Type.String({ description: 'Id of the split that takes items without one, or empty.' }),
  config: Type.String(),
};

export const DatasetVersion = resource('DatasetVersion', versionFields);
export type DatasetVersion = Readonly<Static<typeof DatasetVersion>>;

/** The version after an import, with what the import did. */
export const ImportedDatasetVersion = resource('ImportedDatasetVersion', {
  ...versionFields,
  import: ImportReport,
});
export type ImportedDatasetVersion = Readonly<Static<typeof ImportedDatasetVersion>>;

/** A version as a caller makes it: its labels and splits are taken now and ignored by PUT (7, 3). */
export const DatasetVersionInput = resource('DatasetVersionInput', {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  config: Type.Optional(JsonText),
  labels: Type.Optional(Type.Array(LabelInput, { maxItems: 10_000 })),
  splits: Type.Optional(Type.Array(DatasetSplitInput, { maxItems: 1_000 })),
});
export type DatasetVersionInput = Readonly<Static<typeof DatasetVersionInput>>;

/** What a caller says of the version that a duplicate becomes. */
export const DatasetVersionCopyInput = resource('DatasetVersionCopyInput', {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  config: Type.Optional(JsonText),
});
export type DatasetVersionCopyInput = Readonly<Static<typeof DatasetVersionCopyInput>>;

export const DatasetVersionChanges = resource('DatasetVersionChanges', {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  config: Type.Optional(JsonText),
  default_split: Type.Optional(Type.Union([Uuid, Type.Literal('')])),
});
export type DatasetVersionChanges = Readonly<Static<typeof DatasetVersionChanges>>;
