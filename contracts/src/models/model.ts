import { type Static, Type } from '@sinclair/typebox';
import {
  activeVersionOrNone,
  assetFields,
  HistoryFrom,
  historyFromField,
  settableFields,
} from '../assets/fields.js';
import { resource } from '../kit/resource.js';
import { JsonText, Name, Uuid } from '../kit/schemas.js';
import { Aliases } from './alias.js';
import { hasAssetFields, inferenceFields } from './version.js';

/** A model; what it has and whether it can be run is said of its active version. */
export const Model = resource('Model', {
  ...assetFields,
  ...activeVersionOrNone,
  ...inferenceFields,
  kind: Type.String({ description: '`text-classification`, say; open-ended.' }),
  config: Type.String(),
  application_id: Type.String(),
  ...hasAssetFields,
  auto_convert: Type.Boolean(),
  privacy_enabled: Type.Boolean(),
  aliases: Aliases,
  history_from: historyFromField('model'),
});
export type Model = Readonly<Static<typeof Model>>;

const settable = {
  ...settableFields,
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  config: Type.Optional(JsonText),
  application_id: Type.Optional(Type.Union([Uuid, Type.Literal('')])),
  auto_convert: Type.Optional(Type.Boolean()),
  privacy_enabled: Type.Optional(Type.Boolean()),
  history_from: Type.Optional(HistoryFrom),
};

export const ModelInput = resource('ModelInput', { name: Name, ...settable });
export type ModelInput = Readonly<Static<typeof ModelInput>>;

export const ModelChanges = resource('ModelChanges', {
  name: Type.Optional(Name),
  ...settable,
  active_version_id: Type.Optional(Uuid),
});
export type ModelChanges = Readonly<Static<typeof ModelChanges>>;
