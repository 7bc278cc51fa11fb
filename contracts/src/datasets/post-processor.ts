import { PERSON } from '../kit/example-ids.js';
import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { optional, own, required } from '../kit/fields.js';
import { record, type RecordEvent, type RecordResource } from '../kit/record.js';
import { resource } from '../kit/resource.js';
import { Name, OneOf, OpenWord, Prose, Time, Uuid } from '../kit/schemas.js';

/** What a post-processor writes on an item. */
const outputTargets = ['text', 'annotations', 'both'] as const;

/** Why Cairn stops a post-processor. */
export const stopReasons = [
  'provider_not_served',
  'saver_unavailable',
  'entity_unavailable',
  'quota_reached',
  'failing',
] as const;
export type StopReason = (typeof stopReasons)[number];

const Word = (description: string) => Type.String({ maxLength: 200, description });
const IdOrNone = (description: string) =>
  Type.Unsafe<string>({ anyOf: [{ type: 'string', format: 'uuid' }, { const: '' }], description });
const absent = { leftOut: true } as const;

/** What is done with each item of a dataset that comes in: a model, or an external provider, is asked about it. */
export const postProcessor = record({
  area: 'datasets',
  entity: 'post_processor',
  title: 'DatasetPostProcessor',
  called: 'post-processor',
  tag: 'Post-processors',
  paths: {
    many: '/api/v1/datasets/{dataset_id}/post-processors',
    one: '/api/v1/datasets/{dataset_id}/post-processors/{id}',
  },
  access: { read: 'datasets:read', write: 'datasets:write', delete: 'datasets:write' },
  inside: 'dataset_id',
  saving: {
    description:
      'It asks a model, `model_id`, or an `external_provider`: one of them. It works with the rights of who saved it last, ' +
      'who must be able to execute the model and to use the secret that `key_ref` names; one that is disabled is saved ' +
      'by anybody who may write the dataset, as long as it names nothing else. It works on items that come and on those ' +
      'whose text or file is changed; `POST …/{id}/run` has it work on items that are there already, `POST …/{id}/try` ' +
      'shows what it would write.',
    errors: ['model_unavailable', 'secret_unavailable'],
  },
  fields: {
    dataset_id: own(Uuid, ''),
    name: required(Name, { sort: true, words: true }),
    description: optional(Prose, ''),
    enabled: optional(Type.Boolean(), true, { filter: true }),
    order: optional(
      Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Lower ones come first.' }),
      0,
      { sort: true },
    ),
    model_id: optional(IdOrNone('A model that you may execute; or `external_provider`.'), '', {
      filter: true,
      ...absent,
    }),
    model_version: optional(
      IdOrNone('The id of a version of the model; the active one at each run when absent.'),
      '',
      absent,
    ),
    external_provider: optional(
      Word('`openai`, `huggingface`, `kserve`, `http`: who is asked; or `model_id`.'),
      '',
      { filter: true, ...absent },
    ),
    external_model: optional(Word('How the provider calls its model.'), '', absent),
    external_config: optional(
      Type.String({
        maxLength: 20_000,
        description:
          'A JSON object: `base_url`, `key_ref`, `timeout_seconds`, `max_tokens`, `temperature`, `language`, `labels`, ' +
          '`label_map`, `headers`. `key_ref` names a secret, `me/<name>` of yours or `org/<name>` of the organization of ' +
          'the dataset; a credential itself is refused.',
      }),
      '',
      { json: true, internal: true, ...absent },
    ),
    model_type: optional(Word('`stt`, `classification`, say; open-ended.'), ''),
    output_target: optional(OneOf(outputTargets), 'annotations'),
    auto_create_labels: optional(Type.Boolean(), false),
    confidence_threshold: optional(Type.Number({ minimum: 0, maximum: 1 }), 0),
    prompt: optional(Type.String({ maxLength: 20_000 }), '', absent),
    user_id: own(
      Type.String({ description: 'Who saved it last: it works with the rights of this person.' }),
      '',
    ),
    stopped_reason: own(
      Type.String({
        description:
          'Why Cairn disabled it; enabling it takes the reason away. `provider_not_served`: external providers are not asked ' +
          'yet; `saver_unavailable`: who saved it has no account in force; `entity_unavailable`: who saved it may not use ' +
          'the model, or write the dataset, any more; `quota_reached`: the account is full; `failing`: 20 jobs in a row ' +
          'failed alike.',
      }),
      '',
      absent,
    ),
  },
  transitions: {
    stopped: {
      description: 'It was disabled, because it cannot work.',
      schema: Type.Object({ reason: OpenWord(stopReasons) }),
      example: { reason: 'entity_unavailable' },
    },
  },
  example: {
    dataset_id: '018f4d1a-0000-7000-8000-000000000002',
    name: 'Spam or not',
    description: '',
    enabled: true,
    order: 1,
    model_id: '',
    model_version: '',
    external_provider: 'huggingface',
    external_model: 'mrm8488/bert-tiny-finetuned-sms-spam-detection',
    external_config: '{"timeout_seconds":20,"label_map":{"LABEL_1":"spam"}}',
    model_type: 'classification',
    output_target: 'annotations',
    auto_create_labels: false,
    confidence_threshold: 0.6,
    prompt: '',
    user_id: PERSON,
    stopped_reason: '',
  },
});
export type DatasetPostProcessor = RecordResource<typeof postProcessor.description>;
export type PostProcessorEvent = RecordEvent<typeof postProcessor.description>;

/** How far a post-processor is with its jobs. */
const PostProcessorStanding = Type.Object({
  waiting: Type.Integer({ minimum: 0, description: 'Jobs that wait or are worked on.' }),
  failed: Type.Integer({ minimum: 0, description: 'Jobs that failed, and were not retried.' }),
  oldest_waiting_at: Type.Optional(Time),
});
export type PostProcessorStanding = Readonly<Static<typeof PostProcessorStanding>>;

const besideModel = {
  model_name: Type.Optional(Type.String({ description: 'Absent for who may not see the model.' })),
  model_kind: Type.Optional(Type.String()),
  is_external: Type.Boolean(),
  provider_name: Type.Optional(Type.String()),
  jobs: Type.Optional(PostProcessorStanding),
};

/** A post-processor and what it asks. */
export type PostProcessorWithModel = DatasetPostProcessor &
  Readonly<Static<ReturnType<typeof Type.Object<typeof besideModel>>>>;
export const PostProcessorWithModel = Type.Unsafe<PostProcessorWithModel>(
  resource('PostProcessorWithModel', {
    ...(postProcessor.resource['properties'] as TProperties),
    ...besideModel,
  }),
);
