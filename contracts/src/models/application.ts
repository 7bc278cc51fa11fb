import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Name, namedFields, Prose, recordFields, Time, Uuid } from '../kit/schemas.js';

const texts = {
  base_framework: Type.String(),
  base_framework_version: Type.String(),
  framework: Type.String(),
  framework_version: Type.String(),
  application: Type.String({ description: 'What its models are for: `text classification`, say.' }),
  inference_host: Type.String({ description: 'Where its models run.' }),
  inference_extensions: Type.String({ description: 'Extensions of the files that its models take.' }),
};
const flags = {
  can_convert_to_onnx: Type.Boolean(),
  can_convert_to_onnx_int8: Type.Boolean(),
  can_convert_to_coreml: Type.Boolean(),
  can_convert_to_tensorflow: Type.Boolean(),
  can_convert_to_tflite: Type.Boolean(),
  continual_training: Type.Boolean(),
  has_embedding_support: Type.Boolean(),
  has_labels_file: Type.Boolean(),
  model_container: Type.Boolean(),
  disabled: Type.Boolean({ description: 'Offered to nobody; models that have it keep it.' }),
};

/** What an application says beside its name, all of it set by administrators. */
export const applicationFields = { description: Type.String(), ...texts, ...flags };

/** What a model is of: its framework, what it is for, where it runs. */
export const Application = resource('Application', { ...namedFields, ...texts, ...flags });
export type Application = Readonly<Static<typeof Application>>;

const Text = Type.Optional(Type.String({ maxLength: 500 }));
const Flag = Type.Optional(Type.Boolean());
const optional = <Key extends string, Schema>(fields: Readonly<Record<Key, unknown>>, schema: Schema) =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, schema])) as Record<Key, Schema>;
const settable = {
  description: Type.Optional(Prose),
  ...optional<keyof typeof texts, typeof Text>(texts, Text),
  ...optional<keyof typeof flags, typeof Flag>(flags, Flag),
};

export const ApplicationInput = resource('ApplicationInput', { name: Name, ...settable });
export type ApplicationInput = Readonly<Static<typeof ApplicationInput>>;

/** The path has no id: the body says which. */
export const ApplicationChanges = resource('ApplicationChanges', {
  id: Uuid,
  name: Type.Optional(Name),
  ...settable,
});
export type ApplicationChanges = Readonly<Static<typeof ApplicationChanges>>;

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

export const AdminApplicationDetail = resource('AdminApplicationDetail', {
  ...namedFields,
  ...texts,
  ...flags,
  user_info: Type.Array(AdminSimpleUserInfo, { description: 'Who has models of it.' }),
});
export type AdminApplicationDetail = Readonly<Static<typeof AdminApplicationDetail>>;
