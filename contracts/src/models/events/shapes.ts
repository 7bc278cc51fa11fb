import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../../assets/shapes.js';
import { Nullable, OneOf, OpenWord } from '../../kit/schemas.js';
import { assetFlags, assetTypes } from '../asset-types.js';

const Tensor = Type.Object({
  name: Type.String(),
  type: Type.String(),
  shape: Type.Array(Nullable(Type.Number()), { description: 'Null where a size is free.' }),
});

/** What a model was found to take and to give when it was opened once. */
export const InspectedModel = Type.Object({
  inputs: Type.Array(Tensor),
  outputs: Type.Array(Tensor),
  opset: Type.Integer(),
  producer: Type.String(),
  quantized: Type.Boolean(),
});
export type InspectedModel = Readonly<Static<typeof InspectedModel>>;

/** A file of a version, as its events tell of it. */
export const ModelAssetRecord = Type.Object({
  asset_type: OpenWord(assetTypes),
  file: FileRecord,
  flags: Type.Array(OneOf(assetFlags)),
  label_count: Type.Optional(Type.Integer({ minimum: 1 })),
  inspected: Type.Optional(InspectedModel),
});
export type ModelAssetRecord = Readonly<Static<typeof ModelAssetRecord>>;
