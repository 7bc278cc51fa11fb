import type { AssetTypeName } from '@cairn/contracts';
import { zipOf } from './archive-maker.js';
import { onnxFile } from './onnx-file.js';

type Bytes = Uint8Array<ArrayBuffer>;

const FILE_BYTES = 100_000_000;
/** A header of safetensors, labels: what Cairn reads of them at most. */
const HEADER_BYTES = 4_900_000;
const LABELS = 10_000;
const TOKENS = 500_000;
/** A zip counts its entries in 16 bits, unless it is a ZIP64. */
export const ENTRIES = 65_000;

interface LargestFile {
  readonly asset_type: AssetTypeName;
  readonly name: string;
  readonly content: Bytes;
}

/** For each type of file of a model the largest that are taken for one, and those that are hard to read. */
export const largestFiles = function* (): Generator<LargestFile, void, void> {
  yield { asset_type: 'onnx_model', name: 'weights.onnx', content: heavyModel() };
  yield { asset_type: 'onnx_int8_model', name: 'weights.onnx', content: heavyModel() };
  yield { asset_type: 'onnx_model', name: 'nodes.onnx', content: longModel() };
  yield { asset_type: 'tflite_model', name: 'zeros.tflite', content: tflite() };
  for (const asset_type of ['ml_model', 'lora_adapter'] as const) {
    yield { asset_type, name: 'heavy.safetensors', content: safetensors('{"__metadata__":{}}', FILE_BYTES) };
    yield { asset_type, name: 'deep.safetensors', content: safetensors(deepHeader()) };
    yield { asset_type, name: 'many.safetensors', content: safetensors(longHeader()) };
  }
  yield { asset_type: 'labels_file', name: 'zeros.txt', content: Buffer.alloc(FILE_BYTES, 48) };
  const names = Array.from({ length: LABELS }, (_, n) => `label ${n} ${'x'.repeat(80)}`);
  yield { asset_type: 'labels_file', name: 'many.txt', content: Buffer.from(names.join('\n')) };
  yield { asset_type: 'labels_file', name: 'many.json', content: Buffer.from(JSON.stringify(names)) };
  const yaml = names.map((name, n) => `  ${n}: ${name}`).join('\n');
  yield { asset_type: 'labels_file', name: 'many.yaml', content: Buffer.from(`names:\n${yaml}\n`) };
  yield { asset_type: 'tokenizer', name: 'tokenizer.json', content: tokenizer() };
};

/** An archive of as many JSON lines, an item each. */
export const manyEntries = (): Bytes =>
  Uint8Array.from(
    zipOf(
      Array.from({ length: ENTRIES }, (_, n) => ({ name: `${n}.jsonl`, content: `{"text":"text ${n}"}` })),
    ),
  );

/** Of 100 MB of weights. */
const heavyModel = (): Bytes =>
  onnxFile({
    input: { name: 'x', type: 'float32', shape: ['N', 5_000] },
    nodes: [{ operation: 'MatMul', inputs: ['x', 'w'], output: 'y' }],
    weights: [{ name: 'w', shape: [5_000, 5_000], values: new Float32Array(FILE_BYTES / 4) }],
    output: { name: 'y', type: 'float32', shape: ['N', 5_000] },
  });

/** Of as many nodes as some megabytes hold. */
const longModel = (): Bytes => {
  const count = 100_000;
  const nodes = Array.from({ length: count }, (_, n) => ({
    ...{
      operation: 'Identity',
      inputs: [n === 0 ? 'x' : `v${n}`],
      output: n === count - 1 ? 'y' : `v${n + 1}`,
    },
  }));
  const value = { type: 'float32', shape: ['N', 2] } as const;
  return onnxFile({ input: { name: 'x', ...value }, nodes, weights: [], output: { name: 'y', ...value } });
};

const tflite = (): Bytes => {
  const content = Buffer.alloc(FILE_BYTES);
  content.write('TFL3', 4);
  return content;
};

const safetensors = (header: string, dataBytes = 0): Bytes => {
  const head = Buffer.from(header);
  const content = Buffer.alloc(8 + head.length + dataBytes);
  content.writeBigUInt64LE(BigInt(head.length));
  content.set(head, 8);
  return content;
};

const deepHeader = (): string => {
  const depth = Math.floor(HEADER_BYTES / 2) - 10;
  return `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
};

const longHeader = (): string => {
  const tensor = { dtype: 'F32', shape: [0], data_offsets: [0, 0] };
  const count = Math.floor(HEADER_BYTES / 70);
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`tensor${n}`, tensor])));
};

const tokenizer = (): Bytes => {
  const words = Array.from({ length: TOKENS }, (_, n) => [`word${n}`, n + 1] as const);
  const model = {
    type: 'WordPiece',
    unk_token: '[UNK]',
    vocab: Object.fromEntries([['[UNK]', 0], ...words]),
  };
  return Buffer.from(JSON.stringify({ version: '1.0', model }));
};
