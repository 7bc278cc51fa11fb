import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../../kit/blob.js';
import { Nullable, OneOf, OpenWord } from '../../kit/schemas.js';
import { assetFlags, assetTypes } from '../asset-types.js';

const Tensor = Type.Object({
  name: Type.String(),
  type: Type.String(),
  shape: Type.Array(Nullable(Type.Number()), { description: 'Null where a size is free.' }),
});

/** What the numbers of an output are. */
const valueRanges = ['probabilities', 'between_0_and_1', 'any_number'] as const;

const Output = Type.Composite([
  Tensor,
  Type.Object({
    values: Type.Optional(
      OneOf(valueRanges, {
        description:
          'What the numbers of a row were when the model was asked made-up rows; `probabilities` add up to 1. Absent where it was not seen.',
      }),
    ),
  }),
]);

const Answer = Type.Object(
  {
    type: OneOf(['classification', 'regression']),
    output: Type.Optional(Type.String({ description: 'The output of the scores or numbers.' })),
    activation: Type.Optional(
      OneOf(['softmax', 'sigmoid', 'none'], { description: 'What makes confidences of the scores.' }),
    ),
    label_output: Type.Optional(Type.String({ description: "The output of the model's own label." })),
    labels: Type.Optional(
      Type.Array(Type.String(), { description: "The model's own names of its classes, in their order." }),
    ),
  },
  {
    description:
      'How answers are read where the config says nothing else. Absent where it is not decided, and of a model whose answers ' +
      'are neither classes nor numbers.',
  },
);

const Undecided = Type.Object({
  config: Type.String({ description: 'The field of the config that settles it.' }),
  message: Type.String(),
});

/** What a model was found to take and to give when it was opened and asked made-up rows. */
export const InspectedModel = Type.Object({
  inputs: Type.Array(Tensor),
  outputs: Type.Array(Output),
  opset: Type.Integer({ description: 'Of the default domain; 0 where the file uses `ai.onnx.ml` alone.' }),
  producer: Type.String(),
  quantized: Type.Boolean(),
  rows_independent: Type.Optional(
    Type.Boolean({
      description:
        'Whether the answer to a row depends on nothing else in its batch. Absent where it is not decided, and where the ' +
        'batch has a fixed size.',
    }),
  ),
  label_has: Type.Optional(
    OneOf(['highest_score', 'lowest_score'], {
      description: "Which score the model's own label had in all made-up rows.",
    }),
  ),
  answer: Type.Optional(Answer),
  undecided: Type.Optional(
    Type.Array(Undecided, {
      description: 'What made-up rows did not show. Absent of a file that was opened before it was asked.',
    }),
  ),
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
