import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonObject, OneOf, Uuid } from '../kit/schemas.js';
import { annotationTypes } from './annotation-values.js';
import { LeftAnswers } from './post-processor-job.js';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** Which items of a version a post-processor is to work on. */
export const PostProcessorRunInput = resource('PostProcessorRunInput', {
  only: OneOf(['missing'], {
    description: '`missing`: items on whose present text or file it has not worked, and has no job.',
  }),
  version_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Absent: the active version.' })),
  split_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Absent: items of all splits.' })),
});
export type PostProcessorRunInput = Readonly<Static<typeof PostProcessorRunInput>>;

/** What came of a run: the jobs that it asked for go on by themselves. */
export const PostProcessorRun = resource('PostProcessorRun', {
  looked_at: Count('Items.'),
  asked: Count('Items for which it asked for a job.'),
  there_already: Count('Items that have been worked on, or have a job.'),
  nothing_to_read: Count('Items that have neither text nor file.'),
});
export type PostProcessorRun = Readonly<Static<typeof PostProcessorRun>>;

/** What a post-processor is tried on: an item, or a text. */
export const PostProcessorTryInput = resource('PostProcessorTryInput', {
  item_id: Type.Optional(Uuid),
  version_id: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: 'Of the item. Absent: the active version.' }),
  ),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000_000 })),
});
export type PostProcessorTryInput = Readonly<Static<typeof PostProcessorTryInput>>;

const triedFields = {
  annotations: Type.Array(
    Type.Object({
      type: OneOf(annotationTypes),
      label: Type.String({ description: 'The name; empty for a transcription.' }),
      label_id: Type.Optional(Uuid),
      value: JsonObject,
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
    }),
    { description: 'What would be added to the item.' },
  ),
  text: Type.Optional(Type.String({ description: 'What would be its text.' })),
  left: Type.Array(LeftAnswers, { description: 'What would not be written, by the reason.' }),
  unknown_labels: Type.Array(Type.String(), {
    description: 'Names that the version has no label for; with `auto_create_labels` they are made.',
  }),
  answers: Type.Array(
    Type.Object({
      prediction: Type.String(),
      confidence: Type.Number(),
      type: Type.String(),
      value: Type.Unknown(),
    }),
    { description: 'All that the model answered.' },
  ),
  error: Type.String({ description: 'What the model itself failed with; else empty.' }),
  model_version_id: Uuid,
  ms: Type.Number({ minimum: 0, description: 'Milliseconds in the model; 0 when it failed.' }),
} satisfies Record<string, TSchema>;

/** What a post-processor would write. */
export const TriedPostProcessor = resource('TriedPostProcessor', triedFields);
export type TriedPostProcessor = Readonly<Static<typeof TriedPostProcessor>>;
