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

/** `-2^63 / x`, of whole numbers: -1 ends the process that divides. */
export const endingModel = (): Uint8Array<ArrayBuffer> =>
  onnxFile({
    input: { name: 'x', type: 'int64', shape: ['N'] },
    nodes: [{ operation: 'Div', inputs: ['least', 'x'], output: 'y' }],
    weights: [{ name: 'least', shape: [1], values: BigInt64Array.of(-(2n ** 63n)) }],
    output: { name: 'y', type: 'int64', shape: ['N'] },
  });
