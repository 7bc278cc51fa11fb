import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onnxFile } from './onnx-file.js';

/** What installs what runs models. */
export const MODELS_NEED = 'npm run models:install';

/** Whether what runs models is there. */
export const runsModels = existsSync(
  join(__dirname, '../../services/models/native/node_modules/onnxruntime-node/package.json'),
);

/**
 * An ONNX model: `softmax(x W + b)` of two numbers, three classes; the first is the more likely the larger the first number
 * is. Those that say something else are different files.
 */
export const twoNumbersModel = (says = ''): Uint8Array<ArrayBuffer> =>
  onnxFile({
    says,
    input: { name: 'x', type: 'float32', shape: ['N', 2] },
    nodes: [
      { operation: 'Gemm', inputs: ['x', 'w', 'b'], output: 'z' },
      { operation: 'Softmax', inputs: ['z'], output: 'probabilities', attributes: { axis: 1 } },
    ],
    weights: [
      { name: 'w', shape: [2, 3], values: Float32Array.of(1, -1, 0, -1, 1, 0) },
      { name: 'b', shape: [3], values: Float32Array.of(0, 0, 0.5) },
    ],
    output: { name: 'probabilities', type: 'float32', shape: ['N', 3] },
  });

/** One that runs 2^62 times round a loop. */
export const endlessModel = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.from(
      [
        'CAgSC2NhaXJuLXNwZWNzOoICCr8BCgV0cmlwcwoACgF4EgF5IgRMb29wKqUBCgRib2R5MpkBChYKAmdvEgRnb2VzIghJZGVudGl0eToA',
        'ChUKAXYKA29uZRIEbmV4dCIDQWRkOgASBWdyYXBoKg8IARABQgNvbmVKBAAAgD9aCwoBaRIGCgQIBxIAWgwKAmdvEgYKBAgJEgBaEAoB',
        'dhILCgkIARIFCgMSAUtiDgoEZ29lcxIGCgQICRIAYhMKBG5leHQSCwoJCAESBQoDEgFLoAEFOgASBWdyYXBoKhMQB0IFdHJpcHNKCAAA',
        'AAAAAABAWhAKAXgSCwoJCAESBQoDEgFLYhAKAXkSCwoJCAESBQoDEgFLQgQKABANQg4KCmFpLm9ubngubWwQAQ==',
      ].join(''),
      'base64',
    ),
  );
