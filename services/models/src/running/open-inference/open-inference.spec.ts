import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@cairn/kernel';
import type { TensorFacts } from '../port.js';
import type { Tensor } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { openTensors } from '../worker/open-tensors.js';
import { bytesOfTexts } from './texts.js';

const facts = (name: string, type: string, ...shape: (number | null)[]): TensorFacts => ({
  name,
  type,
  shape,
});
const X = facts('x', 'float32', null, 2);

describe('a request of the open inference protocol', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-open-inference-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  interface Sent {
    readonly request: Json | string;
    readonly binary?: Uint8Array;
    readonly inputs?: readonly TensorFacts[];
    readonly outputs?: readonly TensorFacts[];
    readonly headBytes?: number;
  }
  const YZ = [facts('y', 'float32', null, 2), facts('z', 'string')];
  const opened = ({ request, binary = Buffer.alloc(0), inputs = [X], outputs = YZ, headBytes }: Sent) => {
    const path = join(folder, 'request');
    const head = Buffer.from(typeof request === 'string' ? request : JSON.stringify(request));
    writeFileSync(path, Buffer.concat([head, binary]));
    const asked = { kind: 'tensors', path, headBytes: headBytes ?? head.length } as const;
    return openTensors(asked, { inputs, outputs });
  };
  const fed = (sent: Sent): Tensor | undefined => opened(sent).feeds['x'];
  const refusal = (sent: Sent): string => {
    try {
      opened(sent);
    } catch (error) {
      if (error instanceof UnfitInput) return error.message;
      throw error;
    }
    return 'taken';
  };
  const x = (more: Readonly<Record<string, Json>>, datatype = 'FP32'): Json => ({
    inputs: [{ name: 'x', datatype, shape: [1, 2], ...more }],
  });
  const size = (binary_data_size: Json) => ({ parameters: { binary_data_size } });

  it('gives no output that the protocol cannot tell, and says so', () => {
    const outputs = [facts('y', 'float32', null, 2), facts('boxes', 'sequence or map')];
    const request = x({ data: [1, 2] }) as { readonly inputs: Json };
    expect(refusal({ request, outputs })).toMatch(/boxes is a sequence or map.*ask for others.*gives y/);
    expect(refusal({ request: { ...request, outputs: [{ name: 'y' }] }, outputs })).toBe('taken');
  });

  it.each([
    ['flat', [1, 2.5]],
    ['nested', [[1, 2.5]]],
  ])('has its values in JSON, %s', (_, data) => {
    expect(fed({ request: x({ data }) })).toEqual({
      type: 'float32',
      dims: [1, 2],
      data: Float32Array.of(1, 2.5),
    });
  });

  it('or behind it, as the bytes that the protocol names', () => {
    const binary = Buffer.from('0000803f00002040', 'hex');
    expect(fed({ request: x(size(8)), binary })?.data).toEqual(Float32Array.of(1, 2.5));
  });

  it.each([
    ['BOOL', 'bool', '0100', Uint8Array.of(1, 0)],
    ['UINT8', 'uint8', 'ff01', Uint8Array.of(255, 1)],
    ['INT16', 'int16', 'ffff0100', Int16Array.of(-1, 1)],
    ['UINT32', 'uint32', 'ffffffff01000000', Uint32Array.of(4294967295, 1)],
    ['INT64', 'int64', 'ffffffffffffffff0100000000000000', BigInt64Array.of(-1n, 1n)],
    ['FP16', 'float16', '003c00c0', Uint16Array.of(0x3c00, 0xc000)],
    ['FP64', 'float64', '000000000000f03f0000000000000040', Float64Array.of(1, 2)],
    ['BYTES', 'string', '02000000c3a900000000', ['é', '']],
  ])('of %s', (datatype, type, hex, data) => {
    const binary = Buffer.from(hex, 'hex');
    const request = x(size(binary.length), datatype);
    expect(fed({ request, binary, inputs: [facts('x', type, 1, 2)] })).toMatchObject({ type, data });
  });

  it('takes whole numbers of 64 bits as texts, where JSON has no such number', () => {
    const inputs = [facts('x', 'int64', 1, 2)];
    const request = x({ data: ['9223372036854775807', -5] }, 'INT64');
    expect(fed({ request, inputs })?.data).toEqual(BigInt64Array.of(9223372036854775807n, -5n));
    const written = (data: string): string =>
      `{"inputs":[{"name":"x","datatype":"INT64","shape":[1,2],"data":[${data}]}]}`;
    expect(fed({ request: written('9007199254740993,-9223372036854775808'), inputs })?.data).toEqual(
      BigInt64Array.of(9007199254740993n, -9223372036854775808n),
    );
    expect(refusal({ request: written('1,9223372036854775808'), inputs })).toMatch(
      /inputs\[0\]\.data\[1\] is 9223372036854775808/,
    );
  });

  it('says which outputs it wants, and how', () => {
    const wanted = (request: Readonly<Record<string, Json>>) =>
      opened({ request: { ...(x({ data: [1, 2] }) as object), ...request } }).form;
    expect(wanted({})).toEqual({
      outputs: [
        { name: 'y', binary: false },
        { name: 'z', binary: false },
      ],
    });
    expect(wanted({ parameters: { binary_data_output: true }, id: 'a' })).toEqual({
      id: 'a',
      outputs: [
        { name: 'y', binary: true },
        { name: 'z', binary: true },
      ],
    });
    const outputs = [{ name: 'z', parameters: { binary_data: false } }, { name: 'y' }];
    expect(wanted({ parameters: { binary_data_output: true }, outputs })?.outputs).toEqual([
      { name: 'z', binary: false },
      { name: 'y', binary: true },
    ]);
  });

  const one = { name: 'x', datatype: 'FP32', shape: [1, 2], data: [1, 2] };
  it.each<[string, Sent, RegExp]>([
    ['no JSON', { request: '{' }, /no JSON/],
    ['a key twice', { request: '{"inputs":[],"inputs":[]}' }, /a key stands twice/],
    ['a text with NUL', { request: x({ data: ['a\0b', 'c'] }, 'BYTES') }, /NUL/],
    ['not UTF-8', { request: '', binary: Buffer.from([0xff]), headBytes: 1 }, /not UTF-8/],
    ['no object', { request: [] }, /no JSON object/],
    ['no inputs', { request: {} }, /`inputs` is a list/],
    ['an input of no kind', { request: { inputs: [null] } }, /no JSON object/],
    [
      'an unknown input',
      { request: { inputs: [one, { ...one, name: 'w' }] } },
      /no input w; it takes x float32 \[\*, 2\]/,
    ],
    ['an input twice', { request: { inputs: [one, one] } }, /input x is there twice/],
    ['a missing input', { request: { inputs: [] } }, /x is missing: float32 \[\*, 2\]/],
    ['another datatype', { request: x({ data: [1, 2] }, 'FP64') }, /x is FP32, float32 \[\*, 2\]/],
    ['another shape', { request: x({ shape: [2, 1], data: [1, 2] }) }, /x is float32 \[\*, 2\]; .*\[2, 1\]/],
    ['a negative shape', { request: x({ shape: [-1, -2], data: [1, 2] }) }, /`shape` of x/],
    [
      'a shape that overflows',
      { request: x({ shape: [2 ** 40, 2 ** 40], data: [1] }) },
      /more than 67108864 values/,
    ],
    [
      'a shape of 2 GB',
      { request: x({ shape: [2 ** 28, 2], ...size(2 ** 31) }) },
      /2147483648 bytes.* are 0/,
    ],
    ['nine dimensions', { request: x({ shape: [1, 1, 1, 1, 1, 1, 1, 1, 2], data: [1, 2] }) }, /at most 8/],
    ['too few values', { request: x({ data: [1] }) }, /1 values; its shape has 2/],
    ['a value of another kind', { request: x({ data: [1, 'two'] }) }, /inputs\[0\]\.data\[1\] is "two"/],
    ['uneven lists', { request: x({ shape: [2, 2], data: [[1, 2, 3], [4]] }) }, /not as long .*data\[0\]/],
    ['a list among values', { request: x({ data: [1, [2]] }) }, /not as long/],
    ['a list too few', { request: x({ shape: [2, 2], data: [[1, 2]] }) }, /not as long/],
    ['lists too deep', { request: x({ data: [[1, [2]]] }) }, /not as long .*data\[0\]\[1\]/],
    ['data in no list', { request: x({ data: 1 }) }, /`data` of x is no list/],
    ['values twice', { request: x({ data: [1, 2], ...size(8) }), binary: Buffer.alloc(8) }, /one of them/],
    ['no values', { request: x({}) }, /one of them/],
    ['a size below 0', { request: x(size(-8)) }, /no number of bytes/],
    ['a size beyond numbers', { request: x(size(2 ** 53)) }, /no number of bytes/],
    [
      'bytes that nobody names',
      { request: x({ data: [1, 2] }), binary: Buffer.alloc(4) },
      /have 0 bytes .* are 4/,
    ],
    [
      'fewer bytes than its shape',
      { request: x(size(4)), binary: Buffer.alloc(4) },
      /has 4 bytes; its shape has 8/,
    ],
    ['a head beyond the body', { request: x({ data: [1, 2] }), headBytes: 10_000 }, /told to have 10000/],
    ['shared memory', { request: x({ parameters: { shared_memory_region: 'r' } }) }, /shared memory/],
    ['deep JSON', { request: '['.repeat(1_000_000) + ']'.repeat(1_000_000) }, /more than 32 deep/],
    ['a text without an end', { request: `{"id":"${'a'.repeat(5_000_000)}` }, /no JSON/],
    [
      'an unknown output',
      { request: { inputs: [one], outputs: [{ name: 'no' }] } },
      /no output no; it gives y, z/,
    ],
    [
      'an output twice',
      { request: { inputs: [one], outputs: [{ name: 'y' }, { name: 'y' }] } },
      /there twice/,
    ],
    [
      'classes',
      { request: { inputs: [one], outputs: [{ name: 'y', parameters: { classification: 3 } }] } },
      /not given here/,
    ],
    ['a long id', { request: { inputs: [one], id: 'a'.repeat(1_001) } }, /at most 1000/],
  ])('refused: %s', (_, sent, message) => {
    expect(refusal(sent)).toMatch(message);
  });

  it.each([
    ['INT8', 'int8', [128, 0]],
    ['UINT8', 'uint8', [-1, 0]],
    ['INT32', 'int32', [0.5, 0]],
    ['UINT64', 'uint64', ['-1', 0]],
    ['BOOL', 'bool', [2, 0]],
    ['BYTES', 'string', [1, 'a']],
    ['FP16', 'float16', [1, 65_520]],
    ['FP32', 'float32', [1e39, 2]],
    ['FP32', 'float32', ['0x10', 2]],
    ['FP32', 'float32', [null, 2]],
    ['INT32', 'int32', [1, 2_147_483_648]],
    ['INT64', 'int64', ['NaN', 1]],
    ['FP64', 'float64', [true, 1]],
  ])('refused: %s of another value', (datatype, type, data) => {
    expect(refusal({ request: x({ data }, datatype), inputs: [facts('x', type, 1, 2)] })).toMatch(/input x/);
  });

  it('says where in the body the value stands, and what is no JSON at all', () => {
    const at = (request: Json | string) => {
      try {
        opened({ request });
      } catch (error) {
        return error instanceof UnfitInput ? error.at : undefined;
      }
      return undefined;
    };
    expect(at(x({ data: [[1, '']] }))).toEqual({ pointer: '/inputs/0/data/0/1' });
    expect(at('{"id":"a","id":"b"}')).toEqual({ pointer: '/id', isMalformed: true });
    expect(at('{"inputs":[1e400]}')).toEqual({ pointer: '/inputs/0', isMalformed: false });
  });

  it('has -0 where it says -0', () => {
    const request = '{"inputs":[{"name":"x","datatype":"FP32","shape":[1,2],"data":[-0.0,"-0"]}]}';
    expect(fed({ request })?.data).toEqual(Float32Array.of(-0, -0));
  });

  it('has numbers of 16 bits, rounded to the nearest', () => {
    const request = x({ data: [1.5, 2049] }, 'FP16');
    expect(fed({ request, inputs: [facts('x', 'float16', 1, 2)] })?.data).toEqual(
      Uint16Array.of(0x3e00, 0x6800),
    );
  });

  it('refused: bytes of a text with NUL, which would come to the model cut', () => {
    const binary = bytesOfTexts(['a\0b', 'c']);
    const request = x(size(binary.length), 'BYTES');
    expect(refusal({ request, binary, inputs: [facts('x', 'string', 1, 2)] })).toMatch(/NUL/);
  });

  it.each([
    ['longer than what is there', 'ffffffff61'],
    ['cut within a length', '0100000061000000'],
    ['more than the shape', '000000000000000000000000'],
    ['fewer than the shape', '0100000061'],
    ['no UTF-8', '01000000ff0100000061'],
  ])('refused: texts that are %s', (_, hex) => {
    const binary = Buffer.from(hex, 'hex');
    const request = x(size(binary.length), 'BYTES');
    expect(refusal({ request, binary, inputs: [facts('x', 'string', 1, 2)] })).toMatch(/x/);
  });

  it('refused unread: more than a worker may hold', () => {
    const path = join(folder, 'large');
    writeFileSync(path, '{}');
    truncateSync(path, 257 * 1024 * 1024);
    const asked = { kind: 'tensors', path } as const;
    const model = { inputs: [X], outputs: [] };
    expect(() => openTensors({ ...asked, headBytes: 2 }, model)).toThrow(/more than 268435456 bytes/);
    expect(() => openTensors({ ...asked, headBytes: 17 * 1024 * 1024 }, model)).toThrow(
      /more than 16777216 bytes/,
    );
  });

  it('is answered with what can be told, and refused beyond', () => {
    const { read } = opened({ request: x({ data: [1, 2] }) });
    const tensor = (values: number): Tensor => ({
      type: 'float32',
      dims: [values],
      data: new Float32Array(values).fill(1 / 3),
    });
    expect(read({ y: tensor(1) })[0]?.value).toEqual({
      y: { type: 'float32', shape: [1], data: [0.33333334] },
    });
    expect(() => read({ y: tensor(2_000_000) })).toThrow(/may have 12000000 bytes/);
    expect(() => read({ y: tensor(6_000_001) })).toThrow(/6000001 values/);
  });
});
