import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { OneOf, recordFields, Time, Uuid } from '../kit/schemas.js';

export const postProcessorJobStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type PostProcessorJobStatus = (typeof postProcessorJobStatuses)[number];

/** Answers of a model that were not written, by the reason. */
export const LeftAnswers = Type.Object({
  code: Type.String({
    description:
      '`label_unknown`, `label_deleted`, `below_threshold`, `not_best`, `kept_theirs`, `there_already`, `value_invalid`, ' +
      '`not_an_annotation`, `too_many_annotations`, `item_too_large`, `answer_cut`, or a word that is added later.',
  }),
  count: Type.Integer({ minimum: 1 }),
});
export type LeftAnswers = Readonly<Static<typeof LeftAnswers>>;

const jobFields = {
  ...recordFields,
  post_processor_id: Uuid,
  dataset_item_id: Uuid,
  dataset_id: Uuid,
  dataset_version_id: Uuid,
  status: OneOf(postProcessorJobStatuses),
  attempts: Type.Integer({ minimum: 0 }),
  max_attempts: Type.Integer({ minimum: 1 }),
  error: Type.Optional(Type.String({ description: 'Why it failed, or why it waits to be tried again.' })),
  error_code: Type.Optional(Type.String()),
  retry_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'Of one that is pending: not before.' }),
  ),
  result: Type.Optional(Type.String({ description: 'JSON: what the model answered.' })),
  started_at: Type.Optional(Time),
  completed_at: Type.Optional(Time),
  user_id: Type.String({ description: 'With whose rights it works.' }),
  outcome: Type.Optional(
    Type.String({
      description:
        'Of one that is completed. `applied`: the answer was written; `in_part`: some of it, see `left`; `nothing`: there ' +
        'was nothing to write; `kept_theirs`: what a person wrote stays; `overtaken`: the item has changed since.',
    }),
  ),
  applied: Type.Optional(Type.Integer({ minimum: 0, description: 'How many annotations it added.' })),
  left: Type.Optional(Type.Array(LeftAnswers)),
  model_id: Type.Optional(Type.String()),
  model_version_id: Type.Optional(Type.String()),
  inference_id: Type.Optional(Type.String()),
};

/** What a post-processor does with an item: asks a model about it, and writes the answer on it. */
export const PostProcessorJob = resource('PostProcessorJob', jobFields);
export type PostProcessorJob = Readonly<Static<typeof PostProcessorJob>>;

export const PostProcessorJobWithDetails = resource('PostProcessorJobWithDetails', {
  ...jobFields,
  post_processor_name: Type.String(),
  item_name: Type.String(),
});
export type PostProcessorJobWithDetails = Readonly<Static<typeof PostProcessorJobWithDetails>>;
