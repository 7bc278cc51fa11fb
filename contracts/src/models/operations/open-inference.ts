import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok, okOrFile } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleModel } from '../examples.js';
import {
  HEAD_HEADER,
  OPEN_INFERENCE,
  OpenInferenceReply,
  OpenInferenceRequest,
  ServedModel,
  ServedModelReady,
  ServerLive,
  ServerMetadata,
  ServerReady,
} from '../open-inference.js';

const tag = 'Open inference protocol';
const model = `${OPEN_INFERENCE}/models/{id}`;
const version = `${model}/versions/{version}`;

const Params = Type.Object({ id: Uuid });
const VersionParams = Type.Object({
  id: Uuid,
  version: Type.String({
    pattern: /^(?:[1-9]\d{0,8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.source,
    description: 'The number of the version, or its id.',
  }),
});

export const getServerMetadata = operation({
  id: 'getServerMetadata',
  tag,
  summary: 'See which extensions of the protocol there are',
  method: 'GET',
  path: OPEN_INFERENCE,
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('What serves here.', ServerMetadata),
  example: { reply: { name: 'cairn', version: '0.1.0', extensions: ['binary_tensor_data'] } },
});

export const getServerLive = operation({
  id: 'getServerLive',
  tag,
  summary: 'Tell whether the process is alive',
  method: 'GET',
  path: `${OPEN_INFERENCE}/health/live`,
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('It is.', ServerLive),
  example: { reply: { live: true } },
});

export const getServerReady = operation({
  id: 'getServerReady',
  tag,
  summary: 'Tell whether the service takes requests',
  description: '`/readyz` says why not.',
  method: 'GET',
  path: `${OPEN_INFERENCE}/health/ready`,
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('It does.', ServerReady),
  errors: ['service_unavailable'],
  example: { reply: { ready: true } },
});

const served = {
  name: exampleModel.id,
  versions: ['1', '2'],
  platform: 'onnxruntime_onnx',
  inputs: [{ name: 'x', datatype: 'FP32', shape: [-1, 2] }],
  outputs: [{ name: 'probabilities', datatype: 'FP32', shape: [-1, 3] }],
};
const metadata = ok('Its inputs and outputs.', ServedModel);
const readiness = ok('It can.', ServedModelReady);

export const getServedModel = operation({
  id: 'getServedModel',
  tag,
  summary: 'See what the active version of a model takes and gives',
  method: 'GET',
  path: model,
  access: 'models:read',
  params: Params,
  replies: metadata,
  example: { reply: served },
});

export const getServedModelVersion = operation({
  id: 'getServedModelVersion',
  tag,
  summary: 'See what a version of a model takes and gives',
  method: 'GET',
  path: version,
  access: 'models:read',
  params: VersionParams,
  replies: metadata,
  example: { reply: served },
});

export const getServedModelReady = operation({
  id: 'getServedModelReady',
  tag,
  summary: 'Tell whether the active version of a model can be run',
  method: 'GET',
  path: `${model}/ready`,
  access: 'models:read',
  params: Params,
  replies: readiness,
  errors: ['model_not_ready'],
  example: { reply: { name: exampleModel.id, ready: true } },
});

export const getServedModelVersionReady = operation({
  id: 'getServedModelVersionReady',
  tag,
  summary: 'Tell whether a version of a model can be run',
  method: 'GET',
  path: `${version}/ready`,
  access: 'models:read',
  params: VersionParams,
  replies: readiness,
  errors: ['model_not_ready'],
  example: { reply: { name: exampleModel.id, ready: true } },
});

const description =
  'Named tensors as they are, whatever the task of the config: JSON, or JSON with the bytes of tensors behind it (the ' +
  'extension `binary_tensor_data`). At most 16 MiB of JSON and 256 MiB behind it; an answer has at most 12 MB as JSON. ' +
  'Every request is recorded as an inference, whose id the answer tells; the body is its file, unless the model has ' +
  '`privacy_enabled`. ';
const inferring = {
  access: 'models:execute',
  upload: { limit: 'itemFile', head: { header: HEAD_HEADER, schema: OpenInferenceRequest } },
  rateClass: 'inference',
  replies: okOrFile(
    `What the model put out. With \`${HEAD_HEADER}\` the body has the bytes of outputs behind its JSON.`,
    OpenInferenceReply,
  ),
  errors: [
    'forbidden',
    'model_not_runnable',
    'model_held_back',
    'malformed_json',
    'model_input_invalid',
    'model_failed',
    'model_busy',
    'quota_reached',
  ],
  example: {
    reply: {
      model_name: exampleModel.id,
      model_version: '1',
      id: 'a request',
      parameters: { inference_id: '018f4d1a-0000-7000-8000-0000000000c1' },
      outputs: [{ name: 'probabilities', datatype: 'FP32', shape: [1, 3], data: [0.9, 0.06, 0.04] }],
    },
  },
} as const;

export const inferModel = operation({
  id: 'inferModel',
  tag,
  summary: 'Run the active version of a model',
  description: `${description}The active version answers.`,
  method: 'POST',
  path: `${model}/infer`,
  params: Params,
  ...inferring,
});

export const inferModelVersion = operation({
  id: 'inferModelVersion',
  tag,
  summary: 'Run a version of a model',
  description,
  method: 'POST',
  path: `${version}/infer`,
  params: VersionParams,
  ...inferring,
});
