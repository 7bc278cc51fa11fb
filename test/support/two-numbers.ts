import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onnxFile } from './onnx-file.js';

/** Whether what runs models is there: `npm run models:install`. */
export const runsModels = existsSync(
  join(__dirname, '../../services/models/native/node_modules/onnxruntime-node/package.json'),
);

/** An ONNX model: `softmax(x W + b)` of two numbers, three classes; the first is the more likely the larger the first number is. */
export const twoNumbersModel = (): Uint8Array<ArrayBuffer> =>
  onnxFile({
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
