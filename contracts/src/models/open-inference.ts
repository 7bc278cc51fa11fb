import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';

/** Where the open inference protocol is served, as its clients expect it. */
export const OPEN_INFERENCE = '/v2';

/** Whether a path, or the target of a request, is the protocol's. */
export const isOpenInference = (path: string): boolean => /^\/v2(?:[/?]|$)/.test(path);

/** How many of the first bytes of a body are JSON: the binary extension of the protocol. */
export const HEAD_HEADER = 'Inference-Header-Content-Length';

/** What the file of an inference is called that has bytes behind its JSON. */
export const OPEN_INFERENCE_TYPE = 'application/vnd.cairn.v2+octet-stream';

const Parameters = Type.Optional(Type.Record(Type.String(), Type.Unknown()));
const datatype = Type.String({
  description: '`BOOL`, `UINT8` to `UINT64`, `INT8` to `INT64`, `FP16`, `FP32`, `FP64`, `BYTES`.',
});

export const ServerMetadata = resource('ServerMetadata', {
  name: Type.String(),
  version: Type.String(),
  extensions: Type.Array(Type.String()),
});
export const ServerLive = resource('ServerLive', { live: Type.Boolean() });
export const ServerReady = resource('ServerReady', { ready: Type.Boolean() });

const TensorMetadata = resource('TensorMetadata', {
  name: Type.String(),
  datatype,
  shape: Type.Array(Type.Integer({ minimum: -1 }), { description: '-1 where a size is free.' }),
});

export const ServedModel = resource('ServedModel', {
  name: Type.String({ description: 'The id of the model.' }),
  versions: Type.Array(Type.String(), { description: 'Numbers, the newest 1,000 at most, in order.' }),
  platform: Type.String({ description: '`onnxruntime_onnx`.' }),
  inputs: Type.Array(TensorMetadata, { description: 'None where the version cannot be run.' }),
  outputs: Type.Array(TensorMetadata),
});
export type ServedModel = Readonly<Static<typeof ServedModel>>;

export const ServedModelReady = resource('ServedModelReady', {
  name: Type.String(),
  ready: Type.Boolean(),
});

/** The JSON of a request: what is read of it is decided where it is decoded, in the process that runs the model. */
export const OpenInferenceRequest = resource('OpenInferenceRequest', {
  id: Type.Optional(Type.String({ maxLength: 1_000, description: 'Comes back with the answer.' })),
  parameters: Parameters,
  inputs: Type.Array(
    resource('OpenInferenceInput', {
      name: Type.String(),
      shape: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 8 }),
      datatype,
      parameters: Parameters,
      data: Type.Optional(
        Type.Array(Type.Unknown(), { description: 'Flat or nested; else `parameters.binary_data_size`.' }),
      ),
    }),
  ),
  outputs: Type.Optional(
    Type.Array(resource('OpenInferenceOutput', { name: Type.String(), parameters: Parameters })),
  ),
});

export const OpenInferenceReply = resource('OpenInferenceReply', {
  model_name: Type.String(),
  model_version: Type.String(),
  id: Type.Optional(Type.String()),
  parameters: Type.Record(Type.String(), Type.Unknown(), {
    description: '`inference_id`: what was recorded.',
  }),
  outputs: Type.Array(
    resource('OpenInferenceResult', {
      name: Type.String(),
      datatype,
      shape: Type.Array(Type.Integer({ minimum: 0 })),
      data: Type.Optional(Type.Array(Type.Unknown())),
      parameters: Parameters,
    }),
  ),
});
export type OpenInferenceReply = Readonly<Static<typeof OpenInferenceReply>>;
