import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { optional, required } from '../kit/fields.js';
import { record, type RecordResource } from '../kit/record.js';
import { resource } from '../kit/resource.js';
import { Prose, recordFields, Time, uniqueName } from '../kit/schemas.js';

const text = (description?: string) =>
  optional(Type.String({ maxLength: 500, ...(description === undefined ? {} : { description }) }), '');
const flag = optional(Type.Boolean(), false);

/** What a model is of: its framework, what it is for, where it runs. */
export const application = record({
  area: 'models',
  entity: 'application',
  title: 'Application',
  plural: 'AllApplications',
  tag: 'Administration',
  paths: { many: '/admin/applications', one: '/admin/applications/{id}', update: '/admin/applications' },
  access: { read: 'administrator', write: 'administrator', delete: 'administrator' },
  fields: {
    name: required(uniqueName(), { sort: true, words: true }),
    description: optional(Prose, ''),
    base_framework: text(),
    base_framework_version: text(),
    framework: optional(Type.String({ maxLength: 500 }), '', { filter: true }),
    framework_version: text(),
    application: text('What its models are for: `text classification`, say.'),
    inference_host: text('Where its models run.'),
    inference_extensions: text('Extensions of the files that its models take.'),
    can_convert_to_onnx: flag,
    can_convert_to_onnx_int8: flag,
    can_convert_to_coreml: flag,
    can_convert_to_tensorflow: flag,
    can_convert_to_tflite: flag,
    continual_training: flag,
    has_embedding_support: flag,
    has_labels_file: flag,
    model_container: flag,
    disabled: optional(
      Type.Boolean({ description: 'Offered to nobody; models that have it keep it.' }),
      false,
      { filter: true },
    ),
  },
  unique: [{ field: 'name' }],
  example: {
    name: 'text classifier',
    description: 'Small transformers, exported to ONNX.',
    base_framework: 'pytorch',
    base_framework_version: '2.9',
    framework: 'onnxruntime',
    framework_version: '1.23',
    application: 'text classification',
    inference_host: '',
    inference_extensions: '.txt,.json',
    can_convert_to_onnx: true,
    can_convert_to_onnx_int8: true,
    can_convert_to_coreml: false,
    can_convert_to_tensorflow: false,
    can_convert_to_tflite: false,
    continual_training: false,
    has_embedding_support: false,
    has_labels_file: true,
    model_container: false,
    disabled: false,
  },
});
type Application = RecordResource<typeof application.description>;

/** Somebody whose assets are of an application. */
export const AdminSimpleUserInfo = resource('AdminSimpleUserInfo', {
  ...recordFields,
  username: Type.String(),
  email: Type.String(),
  name: Type.String(),
  firstname: Type.String(),
  last_login: Type.Optional(Time),
  disabled: Type.Boolean(),
  is_system_admin: Type.Boolean(),
  count: Type.Integer({ minimum: 0, description: 'How many of their models are of the application.' }),
});
export type AdminSimpleUserInfo = Readonly<Static<typeof AdminSimpleUserInfo>>;

export type AdminApplicationDetail = Application & { readonly user_info: readonly AdminSimpleUserInfo[] };
export const AdminApplicationDetail = Type.Unsafe<AdminApplicationDetail>(
  resource('AdminApplicationDetail', {
    ...(application.resource['properties'] as TProperties),
    user_info: Type.Array(AdminSimpleUserInfo, { description: 'Who has models of it.' }),
  }),
);
