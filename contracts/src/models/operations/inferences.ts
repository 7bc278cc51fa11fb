import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok, storedFile } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { exampleInference } from '../examples.js';
import { AddedInference, Inference, InferenceChanges, InferenceInput } from '../inference.js';

const tag = 'Inferences';
const path = '/api/v1/inferences';
const Params = Type.Object({ id: Uuid });
const { inference_items: _, ...listed } = exampleInference;

export const listInferences = operation({
  id: 'listInferences',
  tag,
  summary: 'List inferences',
  description:
    'Your own. With `model_id` of a model that you may write through a role in its organization, also those of the ' +
    'members of that organization. Hidden ones with `hidden=true`.',
  method: 'GET',
  path,
  access: 'models:read',
  list: {
    sort: ['created_at'],
    defaultSort: '-created_at',
    filters: {
      model_id: Uuid,
      model_version_id: Uuid,
      dataset_item_id: Uuid,
      hidden: Type.Boolean(),
      error_reported: Type.Boolean(),
      from: Time,
      to: Time,
    },
  },
  replies: ok('Inferences without their input and their items.', Type.Array(Inference)),
  example: { reply: [{ ...listed, inference_items: [] }] },
});

export const getInference = operation({
  id: 'getInference',
  tag,
  summary: 'Read an inference',
  method: 'GET',
  path: `${path}/{id}`,
  access: 'models:read',
  params: Params,
  etag: true,
  replies: ok('The inference with its items.', Inference),
  example: { reply: exampleInference },
});

const running =
  'JSON, or a form with the file (`file`) for models of pictures and sound. The answer is recorded with the version of ' +
  'the model and its time; the input with it, unless the model has `privacy_enabled`. A failure of the model itself is ' +
  'recorded too, and told in `error`. ';
const runErrors = [
  'forbidden',
  'dataset_unavailable',
  'model_not_runnable',
  'model_held_back',
  'model_config_invalid',
  'model_input_invalid',
  'model_busy',
] as const;

export const runModel = operation({
  id: 'runModel',
  tag,
  summary: 'Ask a model',
  description: `${running}The active version answers.`,
  method: 'POST',
  path: `${path}/{model_id}`,
  access: 'models:execute',
  params: Type.Object({ model_id: Uuid }),
  body: InferenceInput,
  bodyLimit: 'configured',
  upload: { limit: 'itemFile' },
  rateClass: 'inference',
  replies: created('What it answered.', Inference),
  errors: runErrors,
  example: { body: { input_text: 'You have won!' }, reply: exampleInference },
});

export const runModelVersion = operation({
  id: 'runModelVersion',
  tag,
  summary: 'Ask a version of a model',
  description: running,
  method: 'POST',
  path: `${path}/{model_id}/versions/{model_version_id}`,
  access: 'models:execute',
  params: Type.Object({ model_id: Uuid, model_version_id: Uuid }),
  body: InferenceInput,
  bodyLimit: 'configured',
  upload: { limit: 'itemFile' },
  rateClass: 'inference',
  replies: created('What it answered.', Inference),
  errors: runErrors,
  example: { body: { input_text: 'You have won!' }, reply: exampleInference },
});

export const addInference = operation({
  id: 'addInference',
  tag,
  summary: 'Record an inference that was made elsewhere',
  description:
    'On a device, say. Without `model_version_id` it is one of the active version. Of a model with `privacy_enabled` the ' +
    'input is not kept.',
  method: 'POST',
  path: `${path}/{model_id}/add`,
  access: 'models:execute',
  params: Type.Object({ model_id: Uuid }),
  body: AddedInference,
  bodyLimit: 'configured',
  replies: created('The inference.', Inference),
  errors: ['forbidden', 'foreign_version', 'dataset_unavailable', 'quota_reached'],
  example: {
    body: { prediction: 'spam', confidence: 0.93, inference_host: 'a phone' },
    reply: { ...exampleInference, inference_host: 'a phone' },
  },
});

export const updateInference = operation({
  id: 'updateInference',
  tag,
  summary: 'Name, hide or report an inference',
  method: 'PUT',
  path: `${path}/{inference_id}`,
  access: 'models:execute',
  params: Type.Object({ inference_id: Uuid }),
  etag: true,
  body: InferenceChanges,
  bodyLimit: 'configured',
  replies: ok('The inference as it is now.', Inference),
  errors: ['forbidden'],
  example: { body: { hidden: true }, reply: { ...exampleInference, hidden: true } },
});

export const deleteInference = operation({
  id: 'deleteInference',
  tag,
  summary: 'Delete an inference for good',
  description: 'Its input and its answers cannot be read by anybody afterwards.',
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'models:execute',
  params: Params,
  etag: true,
  replies: deleted('The inference', Inference),
  errors: ['forbidden'],
  example: { reply: exampleInference },
});

export const uploadInference = operation({
  id: 'uploadInference',
  tag,
  summary: 'Keep the file that an inference was made of',
  description: 'Of one that has none, and that is not private.',
  method: 'POST',
  path: `${path}/{id}/upload`,
  access: 'models:execute',
  params: Params,
  etag: true,
  upload: { limit: 'itemFile' },
  rateClass: 'upload',
  replies: ok('The inference as it is now.', Inference),
  errors: ['forbidden', 'inference_private', 'inference_has_file', 'quota_reached'],
  example: { reply: exampleInference },
});

export const downloadInference = operation({
  id: 'downloadInference',
  tag,
  summary: 'Download the file that an inference was made of',
  method: 'GET',
  path: `${path}/{id}/download`,
  access: 'models:read',
  params: Params,
  replies: storedFile('The file.'),
});
