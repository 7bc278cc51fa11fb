import { onnxFile } from './onnx-file.js';

type Node = Parameters<typeof onnxFile>[0]['nodes'][number];

/** A square of so much, as `m0`, times itself again and again; its sum is `sum`. */
const products = (size: string, count: number, keepdims: number): readonly Node[] => [
  { operation: 'ConstantOfShape', inputs: [size], output: 'm0' },
  ...Array.from({ length: count }, (_, at) => ({
    ...{ operation: 'MatMul', inputs: [`m${at}`, 'm0'], output: `m${at + 1}` },
  })),
  { operation: 'ReduceSum', inputs: [`m${count}`], output: 'sum', attributes: { keepdims } },
];

/** Multiplies squares of the size that it is asked with, twenty times. */
export const slowModel = (): Uint8Array<ArrayBuffer> =>
  onnxFile({
    input: { name: 'x', type: 'int64', shape: [2] },
    nodes: products('x', 20, 1),
    weights: [],
    output: { name: 'sum', type: 'float32', shape: [1, 1] },
  });

/** What it is asked: squares of 1,500 take some seconds. */
export const slowAt = (size: number) => ({ inputs: { x: [size, size] } });

/** So many zeros as it is asked for, at once. */
export const zerosModel = (): Uint8Array<ArrayBuffer> =>
  onnxFile({
    input: { name: 'x', type: 'int64', shape: [1] },
    nodes: [{ operation: 'ConstantOfShape', inputs: ['x'], output: 'y' }],
    weights: [],
    output: { name: 'y', type: 'float32', shape: ['N'] },
  });

/** Multiplies for minutes when it is opened. Those that say something else are different files. */
export const foldingModel = (says: string): Uint8Array<ArrayBuffer> =>
  onnxFile({
    says,
    input: { name: 'x', type: 'float32', shape: [1] },
    nodes: [...products('size', 60, 0), { operation: 'Add', inputs: ['x', 'sum'], output: 'y' }],
    weights: [{ name: 'size', shape: [2], values: BigInt64Array.of(3_000n, 3_000n) }],
    output: { name: 'y', type: 'float32', shape: [1] },
  });
