import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AssetType } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { zipOf } from '@cairn/kernel/testkit';
import type { ModelFacts, RunFailure, TokenizerFacts } from '../running/port.js';
import { checkedAsset, checkedAssets } from './check.js';
import type { Looking } from './inspecting.js';
import { hereReading } from './testing/here-reading.js';
import { bytes, coreMl, onnxModel, safetensors, tflite } from './testing/files.js';

/** How much of a file was read. */
let read = 0;
const looking = (content: Uint8Array, runner?: Partial<Looking['runner']>) => ({
  asker: {},
  reader: hereReading,
  runner: runner && {
    inspect: async () => facts,
    inspectTokenizer: async () => ({ vocabulary: 1 }),
    ...runner,
  },
  blobs: {
    open: async (_: string, range = { start: 0, end: content.length - 1 }) => {
      const part = content.subarray(range.start, range.end + 1);
      read += part.length;
      return Readable.from([part]);
    },
  },
});
const sent = (asset_type: AssetType, content: Uint8Array) => ({
  asset_type,
  file: {
    sha256: createHash('sha256').update(content).digest('hex'),
    size: content.length,
    content_type: 'application/octet-stream',
    file_name: 'file',
  },
});
const check = (type: AssetType, content: Uint8Array, runner?: Parameters<typeof looking>[1]) =>
  checkedAsset(looking(content, runner), sent(type, content));
const codeOf = async (type: AssetType, content: Uint8Array): Promise<string> => {
  const checked = await check(type, content);
  return isRefusal(checked) ? checked.refused : checked.flags.join() || 'taken';
};

const facts: ModelFacts = {
  inputs: [],
  outputs: [{ name: 'probabilities', type: 'float32', shape: [null, 2] }],
  opset: 18,
  producer: 'pytorch',
  quantized: false,
};

describe('a file that is sent as', () => {
  it.each([
    ['tflite_model', tflite, 'taken'],
    ['tflite_model', bytes('TFL3TFL2'), 'asset_invalid'],
    ['tflite_model', bytes('TFL'), 'asset_invalid'],
    ['lora_adapter', safetensors(), 'taken'],
    ['ml_model', safetensors(), 'taken'],
    ['ml_model', coreMl, 'taken'],
    ['ml_model', bytes('\x80\x02}q\x00.'), 'pickle'],
    ['ml_model', bytes('\x80\x05\x95'), 'pickle'],
    ['ml_model', bytes('\x80\x09'), 'asset_invalid'],
    ['ml_model', bytes('#!/bin/sh'), 'asset_invalid'],
    ['onnx_model', onnxModel(), 'taken'],
    ['onnx_int8_model', onnxModel(), 'taken'],
    ['onnx_model', onnxModel().subarray(0, -1), 'asset_invalid'],
    ['onnx_model', bytes('\x08\x07'), 'asset_invalid'],
    ['onnx_model', tflite, 'asset_invalid'],
    ['labels_file', bytes('cat\ndog\n'), 'taken'],
    ['labels_file', Buffer.from([0xff, 0xfe, 0]), 'labels_invalid'],
    ['tokenizer', bytes(' {"model":{}}'), 'taken'],
    ['tokenizer', bytes('[]'), 'asset_invalid'],
    ['tokenizer', Buffer.alloc(50_000_001, '{'), 'asset_invalid'],
  ] as const)('%s is looked at by its bytes: case %#', async (type, content, expected) =>
    expect(await codeOf(type, content)).toBe(expected),
  );

  it('a zip is whole, and flagged when there is a pickle in it', async () => {
    const zip = await zipOf({ 'model/data.pkl': 'x', 'model/version': '3' });
    expect(await codeOf('ml_model', zip)).toBe('pickle');
    expect(await codeOf('ml_model', await zipOf({ 'Manifest.json': '{}' }))).toBe('taken');
    expect(await codeOf('ml_model', zip.subarray(0, 60))).toBe('asset_invalid');
  });

  it('a header of safetensors is bounded, and its tensors lie within the file', async () => {
    const header = (length: bigint): Buffer => {
      const content = Buffer.alloc(20, '{');
      content.writeBigUInt64LE(length);
      return content;
    };
    for (const broken of [
      header(10n ** 12n),
      header(4_000_000_000n),
      header(13n),
      header(12n),
      safetensors({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 9] } }),
      safetensors({ a: { dtype: 'F32', shape: [2], data_offsets: [8, 0] } }),
      safetensors({ a: { dtype: 'F32', shape: 'none', data_offsets: [0, 8] } }),
      safetensors({ a: null }),
    ])
      expect(await codeOf('lora_adapter', broken)).toBe('asset_invalid');
  });

  it('S33 is never read whole: of a large model the heads of its fields', async () => {
    const large = onnxModel(5_000_000);
    read = 0;
    expect(await codeOf('onnx_model', large)).toBe('taken');
    expect(read).toBeLessThan(200_000);
  });

  it('names the file that is wrong', async () => {
    const checked = await checkedAssets(looking(bytes('no')), [sent('tflite_model', bytes('no'))]);
    expect(checked).toMatchObject({
      refused: 'asset_invalid',
      errors: [{ pointer: '/tflite_model', code: 'asset_invalid' }],
    });
  });
});

describe('a tokenizer.json', () => {
  const opened = (found: TokenizerFacts | RunFailure) =>
    check('tokenizer', bytes('{}'), { inspectTokenizer: async () => found });

  it('is opened where models are run, and refused with what is wrong with it', async () => {
    expect(await opened({ vocabulary: 5 })).toMatchObject({ asset_type: 'tokenizer' });
    const message = '`tokenizer.json`: The normalizer Nmt is not known here.';
    expect(await opened({ of: 'model', code: 'model_config_invalid', message })).toMatchObject({
      refused: 'asset_invalid',
      detail: message,
      errors: [{ pointer: '/tokenizer' }],
    });
  });
  it('S33 is not read whole before', async () => {
    read = 0;
    await check('tokenizer', bytes(`{${' '.repeat(10_000)}}`));
    expect(read).toBeLessThan(1_000);
  });
});

describe('a model that can be opened', () => {
  const opened = (found: ModelFacts | RunFailure, type: AssetType = 'onnx_model') =>
    check(type, onnxModel(), { inspect: async () => found });

  it('is told by what it takes and gives', async () => {
    expect(await opened(facts)).toMatchObject({ inspected: facts });
    expect(await check('onnx_model', onnxModel())).not.toHaveProperty('inspected');
  });
  it('is refused when it is broken, and stored unopened where nothing opens it', async () => {
    const failure = { code: 'x', message: 'no' };
    expect(await opened({ of: 'model', ...failure })).toMatchObject({ refused: 'asset_invalid' });
    expect(await opened({ of: 'worker', ...failure })).toMatchObject({
      refused: 'service_unavailable',
      retryAfterSeconds: 5,
    });
    expect(await opened({ of: 'absent', ...failure })).not.toHaveProperty('inspected');
  });
  it('is int8 when it says so', async () => {
    expect(await opened(facts, 'onnx_int8_model')).toMatchObject({ refused: 'asset_invalid' });
    expect(await opened({ ...facts, quantized: true }, 'onnx_int8_model')).toHaveProperty('inspected');
  });
});
