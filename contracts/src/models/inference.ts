import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { resource } from '../kit/resource.js';
import { JsonText, Name, namedFields, Prose, recordFields, Uuid } from '../kit/schemas.js';

/** One of the answers of a model, the most likely first. */
export const InferenceItem = resource('InferenceItem', {
  ...recordFields,
  inference_id: Uuid,
  order: Type.Integer({ minimum: 0 }),
  prediction: Type.String(),
  label_id: Type.Optional(Type.String()),
  class_id: Type.Optional(Type.Integer({ description: 'Of the output of the model.' })),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  type: Type.String({
    description: '`classification`, `rectangle`, `span`, `transcription`, `embedding`, `raw` …',
  }),
  value: Type.Unknown({
    description: 'Of its type: as an annotation of this type has it; of `raw` the named tensors.',
  }),
  attributes: Type.Optional(Type.Unknown()),
});
export type InferenceItem = Readonly<Static<typeof InferenceItem>>;

/** How many tokens a text has; where fewer were used, it was cut. */
export const TokenCount = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'Of the whole text, special ones with it.' }),
  used: Type.Integer({ minimum: 0, description: 'That the model was given. Fewer: the text was cut.' }),
});

/** The node of a workflow that asked, and in which execution. */
export const InferenceOrigin = Type.Object(
  { workflow_id: Uuid, execution_id: Uuid, node_id: Uuid },
  { description: 'The node of a workflow that asked. Absent of what a person asked.' },
);
export type InferenceOrigin = Readonly<Static<typeof InferenceOrigin>>;

/** The job of a post-processor that asked. */
export const PostProcessorOrigin = Type.Object(
  { dataset_id: Uuid, post_processor_id: Uuid, job_id: Uuid },
  {
    description:
      'The post-processor of a dataset that asked, and its job. Absent of what a person asked. A file that was asked is ' +
      'that of the item, and not kept with the inference.',
  },
);
export type PostProcessorOrigin = Readonly<Static<typeof PostProcessorOrigin>>;

/** What a model answered to one input. */
export const Inference = resource('Inference', {
  ...namedFields,
  prediction: Type.String({ description: 'That of the first item.' }),
  confidence: Type.Number(),
  model_id: Uuid,
  model_version_id: Uuid,
  model_sha256: Type.Optional(Type.String({ description: 'Of the file that was run.' })),
  extension: Type.String({ description: 'Of the file that was sent.' }),
  user_id: Type.String(),
  error_reported: Type.Boolean(),
  error: Type.String({ description: 'What the model itself failed with.' }),
  application_id: Type.String(),
  inference_host: Type.String({ description: '`cairn`, or what another host said of itself.' }),
  inference_time: Type.String({ description: 'Seconds in the model.' }),
  end_to_end_time: Type.String({ description: 'Seconds from the request on.' }),
  dataset_item_id: Type.String(),
  result: Type.String({ description: 'JSON.' }),
  inference_items: Type.Array(InferenceItem, { description: 'The five most likely. Left empty in lists.' }),
  hidden: Type.Boolean(),
  privacy_enabled: Type.Boolean({ description: 'The input was not kept.' }),
  config: Type.String({ description: 'JSON.' }),
  model_config: Type.String({ description: 'JSON; of the version, else of its model, as it was then.' }),
  input_text: Type.Optional(Type.String({ description: 'Absent when it was not kept, and in lists.' })),
  tokens: Type.Optional(TokenCount),
  origin: Type.Optional(InferenceOrigin),
  post_processor: Type.Optional(PostProcessorOrigin),
});
export type Inference = Readonly<Static<typeof Inference>>;

/** The answers of a model as another service is told of them: all, where the resource shows the five most likely. */
const AnsweredItems = Type.Array(
  Type.Object({
    prediction: Type.String(),
    class_id: Type.Optional(Type.Integer()),
    confidence: Type.Number(),
    type: Type.String(),
    value: Type.Unknown(),
  }),
);

/** What another service is told of an answer: whole, where the resource shows the five most likely items. */
const answerFields = {
  model_version_id: Uuid,
  error: Type.String({ description: 'What the model itself failed with; else empty.' }),
  items: AnsweredItems,
  tokens: Type.Optional(TokenCount),
};

/** Of a run that was recorded. */
export const RunResult = Type.Object({ inference_id: Uuid, ...answerFields });
export type RunResult = Readonly<Static<typeof RunResult>>;

/** Of one of which nothing is kept. */
export const TriedResult = Type.Object({
  ...answerFields,
  ms: Type.Number({ minimum: 0, description: 'Milliseconds in the model; 0 when it failed.' }),
});
export type TriedResult = Readonly<Static<typeof TriedResult>>;

/**
 * What an inference was asked and answered. `not_found`: it is not there, or the person may not know of it.
 * `input_not_kept`: its model is private, or neither text nor file was sent.
 */
export const AskedInput = Type.Union([
  Type.Object({
    status: Type.Literal('found'),
    id: Uuid,
    name: Type.String(),
    model_id: Uuid,
    model_version_id: Type.String(),
    input_text: Type.Optional(Type.String()),
    file: Type.Optional(FileRecord),
    items: AnsweredItems,
  }),
  Type.Object({ status: Type.Literal('not_found') }),
  Type.Object({ status: Type.Literal('input_not_kept') }),
]);
export type AskedInput = Readonly<Static<typeof AskedInput>>;

const Text = Type.String({ maxLength: 1_000_000 });

/** What a model is asked about: a text, named tensors, or a file beside it. */
export const InferenceInput = resource('NlpClassificationInput', {
  input_text: Type.Optional(Text),
  inputs: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Named tensors, for models of the task `raw`.',
    }),
  ),
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  dataset_item_id: Type.Optional(Type.Union([Uuid, Type.Literal('')])),
});
export type InferenceInput = Readonly<Static<typeof InferenceInput>>;

/** One of the answers that another machine made. */
export const AddedItem = Type.Object({
  prediction: Type.String({ maxLength: 10_000 }),
  class_id: Type.Optional(Type.Integer()),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  value: Type.Optional(Type.Unknown()),
  attributes: Type.Optional(Type.Unknown()),
});
export type AddedItem = Readonly<Static<typeof AddedItem>>;

/** An inference that was made elsewhere, on a device say. */
export const AddedInference = resource('AddedInference', {
  ...{ name: Type.Optional(Name), description: Type.Optional(Prose) },
  prediction: Type.Optional(Type.String({ maxLength: 10_000 })),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  model_version_id: Type.Optional(Type.Union([Uuid, Type.Literal('')])),
  extension: Type.Optional(Type.String({ maxLength: 50 })),
  error: Type.Optional(Type.String({ maxLength: 10_000 })),
  inference_host: Type.Optional(Type.String({ maxLength: 200 })),
  inference_time: Type.Optional(Type.String({ pattern: /^\d{0,9}(\.\d{1,9})?$/.source })),
  end_to_end_time: Type.Optional(Type.String({ pattern: /^\d{0,9}(\.\d{1,9})?$/.source })),
  dataset_item_id: Type.Optional(Type.Union([Uuid, Type.Literal('')])),
  result: Type.Optional(JsonText),
  inference_items: Type.Optional(Type.Array(AddedItem, { maxItems: 1_000 })),
  config: Type.Optional(JsonText),
  input_text: Type.Optional(Text),
});
export type AddedInference = Readonly<Static<typeof AddedInference>>;

export const InferenceChanges = resource('InferenceChanges', {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  hidden: Type.Optional(Type.Boolean()),
  error_reported: Type.Optional(Type.Boolean()),
});
export type InferenceChanges = Readonly<Static<typeof InferenceChanges>>;
