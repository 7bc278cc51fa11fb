import { Type } from '@sinclair/typebox';
import { BlobHash, FileRecord } from '../../kit/blob.js';
import { event, type EventOf, Personal } from '../../kit/event.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { InferenceOrigin, PostProcessorOrigin, TokenCount } from '../inference.js';

/** Where an inference was made: here, or elsewhere and added. */
const inferenceSources = ['run', 'added'] as const;

export const InferenceRecorded = event({
  name: 'InferenceRecorded',
  storedType: 'models.inference.recorded.v1',
  description:
    'A model answered an input, or failed with it. The input, what its file is called and the answers are encrypted under a key of the inference; of ' +
    'a private one the input is not kept at all.',
  schema: Type.Object({
    id: Uuid,
    model_id: Uuid,
    model_version_id: Type.Union([Uuid, Type.Literal('')]),
    model_sha256: BlobHash,
    user_id: Type.String(),
    organization_id: Type.String({
      description: 'Of the model, when whose the inference is was a member of it; else empty.',
    }),
    source: OneOf(inferenceSources),
    name: Type.String(),
    description: Type.String(),
    application_id: Type.String(),
    extension: Type.String(),
    dataset_item_id: Type.String(),
    error: Type.String(),
    inference_host: Type.String(),
    inference_time: Type.String(),
    end_to_end_time: Type.String(),
    privacy_enabled: Type.Boolean(),
    config: Type.String(),
    model_config: Type.String(),
    confidence: Type.Number(),
    tokens: Type.Optional(TokenCount),
    origin: Type.Optional(InferenceOrigin),
    post_processor: Type.Optional(PostProcessorOrigin),
    input_text: Type.Optional(Personal()),
    /** JSON: what the model answered, whole. */
    result: Type.Optional(Personal()),
    /** JSON: `prediction`, `class_id`, `confidence`, `type`, `value` of each. */
    items: Type.Optional(Personal()),
    /** Its own `file_name` is empty: what somebody calls a file may tell of a person. */
    file: Type.Optional(FileRecord),
    file_name: Type.Optional(Personal()),
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-0000000000c1',
    model_id: '018f4d1a-0000-7000-8000-0000000000b1',
    model_version_id: '018f4d1a-0000-7000-8000-0000000000b2',
    model_sha256: 'a'.repeat(64),
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    organization_id: '',
    source: 'run',
    name: '',
    description: '',
    application_id: '',
    extension: '',
    dataset_item_id: '',
    error: '',
    inference_host: 'cairn',
    inference_time: '0.01284',
    end_to_end_time: '0.01911',
    privacy_enabled: false,
    config: '',
    model_config: '{"task":"text-classification"}',
    confidence: 0.93,
    input_text: 'You have won!',
    items: '[{"prediction":"spam","class_id":1,"confidence":0.93,"type":"classification","value":{}}]',
  },
  subject: 'id',
});

export const InferenceUpdated = event({
  name: 'InferenceUpdated',
  storedType: 'models.inference.updated.v1',
  description: 'Fields of an inference were set.',
  schema: Type.Object({
    changes: Type.Partial(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        hidden: Type.Boolean(),
        error_reported: Type.Boolean(),
      }),
    ),
  }),
  example: { changes: { hidden: true } },
});

const InferenceFileSet = event({
  name: 'InferenceFileSet',
  storedType: 'models.inference.file_set.v1',
  description: 'The file that an inference was made of was kept with it.',
  schema: Type.Object({
    id: Type.Optional(Uuid),
    file: FileRecord,
    file_name: Type.Optional(Personal()),
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-0000000000c1',
    file: { sha256: 'b'.repeat(64), size: 9, content_type: 'image/png', file_name: '' },
    file_name: 'cat.png',
  },
  subject: 'id',
});

const InferenceDeleted = event({
  name: 'InferenceDeleted',
  storedType: 'models.inference.deleted.v1',
  description:
    'An inference was deleted for good: its key goes, so that nobody can read its input and its answers.',
  schema: Type.Object({}),
  example: {},
});

/** The events of `inference-<id>`. */
export const inferenceStreamEvents = {
  InferenceRecorded,
  InferenceUpdated,
  InferenceFileSet,
  InferenceDeleted,
} as const;
export type InferenceEvent = EventOf<(typeof inferenceStreamEvents)[keyof typeof inferenceStreamEvents]>;
