/**
 * The peer of B15: express that runs an ONNX model in its own process and answers its classes, the most likely first. It
 * asks nobody who they are and keeps nothing. `express-onnx.ts <model.onnx> <labels, with commas>`.
 */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { root } from '../../support/topology.js';

interface Tensor {
  readonly data: Float32Array;
}
interface Session {
  run(feeds: Readonly<Record<string, object>>): Promise<Readonly<Record<string, Tensor>>>;
}
interface Onnx {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => object;
}

const onnx = createRequire(join(root, 'services/models/native/package.json'))('onnxruntime-node') as Onnx;
const [, , path = '', names = ''] = process.argv;
const labels = names.split(',');

const classesOf = (scores: Float32Array) =>
  Array.from(scores, (confidence, classId) => ({
    prediction: labels[classId] ?? '',
    class_id: classId,
    confidence,
  })).sort((one, other) => other.confidence - one.confidence);

const serve = async (): Promise<void> => {
  // One thread, as Cairn's workers have.
  const session = await onnx.InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const app = express();
  app.use(express.json());
  app.post('/api/v1/inferences', async (request, response) => {
    const { input_text } = request.body as { readonly input_text: string };
    const row = Float32Array.from(input_text.split(','), Number);
    const { probabilities } = await session.run({ x: new onnx.Tensor('float32', row, [1, row.length]) });
    const inference_items = classesOf(probabilities?.data ?? new Float32Array());
    response.status(201).json({ prediction: inference_items[0]?.prediction, inference_items });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  process.on('SIGTERM', () => process.exit(0));
};

void serve();
