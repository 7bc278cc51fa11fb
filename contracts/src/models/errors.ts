import type { ErrorDefinition } from '../errors/definition.js';

/** What can be refused about models, their versions and files. */
export const modelErrors = {
  application_unavailable: {
    status: 422,
    title: 'Application not available',
    text: 'The application is none that a model can be of.',
    when: '`application_id` names no application, a deleted or a disabled one. `GET /api/v1/applications` lists those that there are.',
  },
  dataset_unavailable: {
    status: 422,
    title: 'Dataset not available',
    text: 'The dataset, or what is named in one, is none that you may use.',
    when: '`dataset_id`, `dataset_version_id` or `dataset_item_id` names what does not exist or what the caller may not read, or the version is none of the dataset.',
  },
  version_in_use: {
    status: 409,
    title: 'Version in use',
    text: 'The version has answered inferences: its files stay as they are.',
    when: 'A file of a version is sent again, or taken back, after the version has served. Make another version and activate it.',
  },
  version_active: {
    status: 409,
    title: 'Active version',
    text: 'The version is the active one of its model.',
    when: 'The active version is deleted. Activate another one first, or delete the model.',
  },
  version_aliased: {
    status: 409,
    title: 'Version with an alias',
    text: 'The version has an alias of its model.',
    when: 'A version is deleted that an alias names. Move the alias to another one or remove it first, or delete the model.',
  },
  aliases_too_many: {
    status: 422,
    title: 'Too many aliases',
    text: 'A model has at most 50 aliases.',
    when: 'A version is given an alias that would be one more. Remove one first.',
  },
  asset_type_unknown: {
    status: 422,
    title: 'Unknown type of file',
    text: 'It is not said which file of the version this is, or the type is unknown.',
    when: 'The name of the form field is no type of file and there is no `asset_type`; or two files of one request are of the same type.',
  },
  asset_invalid: {
    status: 422,
    title: 'Not such a file',
    text: 'The file is not what its type says.',
    when: 'The first bytes of a file are not those of its type, its header is broken, or it was cut short. Nothing of the upload was stored.',
  },
  labels_invalid: {
    status: 422,
    title: 'Labels that cannot be read',
    text: 'The file of labels cannot be read.',
    when: 'It is no list in UTF-8: a name a line, a JSON list or map, or YAML with `names`; or it is over 1 MB, over 10,000 names or over 500 characters in a name; or numbers in it have a gap.',
  },
  labels_mismatch: {
    status: 422,
    title: 'Labels do not fit the model',
    text: 'The file of labels has not as many names as the model has classes.',
    when: 'A version has a model whose output has a known width, and a file of labels of another count.',
  },
  model_not_runnable: {
    status: 409,
    title: 'Model not runnable',
    text: 'There is nothing that can be run here.',
    when: 'The model has no version, the version no ONNX file that was opened, what runs models is not installed, or the version is out of service because it has ended what ran it. `detail` says which.',
  },
  model_held_back: {
    status: 409,
    title: 'Model held back from your account',
    text: 'What your account asked this file has ended the processes that ran it.',
    when: 'Three questions of your account ended what ran the file within ten minutes: it answers your account again after an hour, others meanwhile. `detail` says how they ended and until when, `Retry-After` in how many seconds.',
  },
  reinstated_lately: {
    status: 409,
    title: 'Put back lately',
    text: 'The version was put back into service less than 30 days ago.',
    when: 'Who may write a model puts a version of it back a second time within 30 days. An administrator can at any time; another file or version takes its place.',
  },
  model_config_invalid: {
    status: 422,
    title: 'Config does not fit the model',
    text: 'The config does not say how the model is asked.',
    when: 'The `config` of the version, else of its model, does not go together with its file or its labels, or does not say what the file leaves open. `detail` says what is missing: `PUT` another `config`.',
  },
  model_input_invalid: {
    status: 422,
    title: 'Input does not fit the model',
    text: 'The model cannot be asked that.',
    when: 'The input has another shape or type than the model takes, a value that its type cannot hold, a picture or a sound cannot be read, or there are several inputs or none. `detail` says what is wanted, `errors[].pointer` which value of the body it is.',
  },
  model_busy: {
    status: 503,
    title: 'Model busy',
    text: 'What runs models did not answer in time.',
    when: 'The process that ran it ended or was stopped at its deadline, or too many wait. Others go on. Ask again.',
  },
  model_not_ready: {
    status: 400,
    title: 'Model not ready',
    text: 'The version cannot be run.',
    when: 'A client of the open inference protocol asks whether a model is ready that has no version, or whose version has no ONNX file that was opened.',
  },
  model_failed: {
    status: 422,
    title: 'Model failed',
    text: 'The model itself failed with this input.',
    when: 'A client of the open inference protocol runs a model that fails. It is recorded as an inference, with `error`.',
  },
  inference_private: {
    status: 409,
    title: 'Private inference',
    text: 'What a private model is asked about is not kept.',
    when: 'A file is sent for an inference of a model with `privacy_enabled`.',
  },
  input_not_kept: {
    status: 422,
    title: 'Input not kept',
    text: 'What the model was asked was not kept.',
    when: 'In `errors` of an answer: an inference of a model with `privacy_enabled`, or one without text and file, cannot become an item.',
  },
  inference_has_file: {
    status: 409,
    title: 'File is there',
    text: 'The inference has the file that it was made of.',
    when: 'Another file is sent for an inference that has one.',
  },
  metrics_too_many: {
    status: 422,
    title: 'Too many metrics',
    text: 'A version has metrics of at most 1,000 names.',
    when: 'A point has a name that would be one more. Put what differs into `tags` or `label_id`.',
  },
} as const satisfies Record<string, ErrorDefinition>;
