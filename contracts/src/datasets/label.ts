import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import {
  ChangedUniqueName,
  JsonObject,
  namedFields,
  Nullable,
  OneOf,
  Prose,
  recordFields,
  UniqueName,
  Uuid,
} from '../kit/schemas.js';

export const labelTypes = [
  'any',
  'rectangle',
  'polygon',
  'polyline',
  'points',
  'skeleton',
  'mask',
  'tag',
  'span',
  'time_span',
] as const;
export type LabelType = (typeof labelTypes)[number];

const Color = Type.String({ pattern: /^#[0-9a-fA-F]{6}$/.source, description: '`#rrggbb`' });
const ClassIndex = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Class index from 0, unique in the version.',
});

export const Label = resource('Label', {
  ...namedFields,
  color: Color,
  number: ClassIndex,
  type: OneOf(labelTypes),
  parent_id: Type.Optional(Type.String()),
  attributes: Type.Optional(JsonObject),
  dataset_id: Uuid,
  version_id: Uuid,
  user_id: Type.String(),
  auto_created: Type.Boolean(),
});
export type Label = Readonly<Static<typeof Label>>;

const settable = {
  description: Type.Optional(Prose),
  color: Type.Optional(Color),
  number: Type.Optional(ClassIndex),
  type: Type.Optional(OneOf(labelTypes)),
  parent_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
  attributes: Type.Optional(Nullable(JsonObject)),
};

/** A label as a caller makes it; colour and number are chosen when they are left out. */
export const LabelInput = resource('LabelInput', { name: UniqueName, ...settable });
export type LabelInput = Readonly<Static<typeof LabelInput>>;

export const LabelChanges = resource('LabelChanges', {
  name: Type.Optional(ChangedUniqueName),
  ...settable,
});
export type LabelChanges = Readonly<Static<typeof LabelChanges>>;

const Count = Type.Integer({ minimum: 0 });

export const LabelStat = resource('LabelStat', {
  ...recordFields,
  label_id: Type.String({ description: 'Empty in the statistic of the whole split.' }),
  split_id: Type.String(),
  count: Count,
  annotation_count: Count,
  item_count: Count,
});
export type LabelStat = Readonly<Static<typeof LabelStat>>;
