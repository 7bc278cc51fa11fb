import type { Json } from '@cairn/kernel';
import type { ModelInput, Prediction, RunAnswer, RunFailure } from './port.js';
import { pngOf, turnedPictureOf, type PictureFormat, wavOf } from './testing/media.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';
import { constantModel, flatModel, identityModel, imageModel, textModel } from './testing/models.js';

const DEADLINE_MS = 60_000;
let models: ModelsForSpecs;
beforeAll(async () => (models = await modelsForSpecs({ pool: { workers: 1 } })));
afterAll(() => models.end());

const asked = async (bytes: Uint8Array, config: Json, input: ModelInput): Promise<RunAnswer | RunFailure> =>
  models.runner.run(await models.model(bytes, config), input, DEADLINE_MS);
const predicted = async (...of: Parameters<typeof asked>): Promise<readonly Prediction[]> =>
  answered(await asked(...of)).predictions;
const text = (row: string): ModelInput => ({ kind: 'text', text: row });
const raw = (x: Json): ModelInput => ({ kind: 'raw', tensors: { x } });
const file = async (bytes: Uint8Array, contentType = 'image/png'): Promise<ModelInput> => ({
  kind: 'file',
  sha256: await models.saved(bytes),
  contentType,
});
const byClass = (found: readonly Prediction[]): readonly number[] =>
  [...found].sort((a, b) => a.classId - b.classId).map(({ confidence }) => Number(confidence.toFixed(3)));

describe('a model of 16-bit floats', () => {
  const none = { output: { activation: 'none' } };

  it('takes and gives numbers: a row', async () => {
    const model = identityModel('float16', ['N', 3]);
    const [only] = await predicted(model, { task: 'embedding' }, text('-5,1,2.25'));
    expect(only?.value).toEqual({ vector: [-5, 1, 2.25] });
    expect(byClass(await predicted(model, none, text('0.5,0.25,1')))).toEqual([0.5, 0.25, 1]);
    expect(await asked(model, none, text('1,2,65520'))).toMatchObject({
      of: 'input',
      pointer: '/input_text',
    });
  });

  it('takes and gives numbers: a picture, a sound, named tensors', async () => {
    const picture = await file(await pngOf(4, 4, () => [255, 51, 0]));
    const image = { task: 'image-classification', ...none };
    expect(byClass(await predicted(imageModel(4, {}, 'float16'), image, picture))).toEqual([1, 0.2, 0]);
    const sound = await file(wavOf(8_000, [0.5, 0.25]), 'audio/wav');
    const model = identityModel('float16', [1, 2]);
    expect(byClass(await predicted(model, { task: 'audio', ...none }, sound))).toEqual([0.5, 0.25]);
    const [only] = await predicted(model, { task: 'raw' }, raw([['-0', 2049]]));
    expect(only?.value).toEqual({ y: { type: 'float16', shape: [1, 2], data: ['-0', 2048] } });
  });

  it('of another kind (bfloat16) is refused by its name', async () => {
    const model = models.file(identityModel('bfloat16'));
    expect(await models.runner.inspect(model)).toMatchObject({
      of: 'model',
      message: 'The model cannot be opened: no input or output may be bfloat16.',
    });
  });
});

describe('a value', () => {
  it.each([
    'int8',
    'uint8',
    'int16',
    'uint16',
    'int32',
    'uint32',
    'int64',
    'uint64',
    'float16',
    'float32',
    'float64',
  ] as const)('of %s comes to the model as it is, or is refused with its place', async (type) => {
    const model = identityModel(type, [1, 2]);
    const [only] = await predicted(model, { task: 'raw' }, raw([[1, 100]]));
    expect(only?.value).toEqual({ y: { type, shape: [1, 2], data: [1, 100] } });
    expect(await asked(model, { task: 'raw' }, raw([[1, '1e400']]))).toMatchObject({
      of: 'input',
      code: 'model_input_invalid',
      pointer: '/inputs/x/0/1',
    });
  });

  it('of 64 bits is exact in a row', async () => {
    const [only] = await predicted(
      identityModel('int64', [1, 1]),
      { task: 'raw' },
      raw([['9007199254740993']]),
    );
    expect(only?.value).toMatchObject({ y: { data: ['9007199254740993'] } });
  });

  it('that is a text is not cut', async () => {
    const model = identityModel('string', [1, 1]);
    expect(await asked(model, { task: 'raw' }, raw([['a\0b']]))).toMatchObject({ of: 'input' });
    const words = { task: 'text-classification', tokenizer: { type: 'whitespace' } };
    expect(await asked(textModel(), words, text('a\0b'))).toMatchObject({ of: 'input' });
  });

  it('of a request whose body has a key twice is said to be no JSON', async () => {
    const body = Buffer.from('{"inputs":[],"inputs":[]}');
    const sha256 = await models.saved(body);
    const input = { kind: 'tensors', sha256, sizeBytes: body.length, headBytes: body.length } as const;
    expect(await asked(identityModel(), { task: 'raw' }, input)).toMatchObject({
      of: 'input',
      code: 'malformed_json',
    });
  });
});

/** As a camera stores an upright picture for each orientation of EXIF: where its pixel stands among the stored ones. */
const STORED: Readonly<
  Record<number, (x: number, y: number, w: number, h: number) => readonly [number, number]>
> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _, h) => [h - 1 - y, x],
  7: (x, y, w, h) => [h - 1 - y, w - 1 - x],
  8: (x, y, w) => [y, w - 1 - x],
};

describe('a picture', () => {
  const pixels = { task: 'embedding', output: { name: 'y' } };
  const [WIDTH, HEIGHT] = [32, 16];
  /** A red left upper quarter, seen upright. */
  const upright = (x: number, y: number): readonly [number, number, number] =>
    x < WIDTH / 2 && y < HEIGHT / 2 ? [255, 0, 0] : [0, 0, 255];
  const held = (format: PictureFormat, orientation: number): Promise<Buffer> => {
    const [w, h] = orientation > 4 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
    const place = STORED[orientation]!;
    return turnedPictureOf(format, orientation, w, h, (x, y) => {
      const [column, row] = place(x, y, w, h);
      return upright(column, row);
    });
  };
  const bright = async (bytes: Uint8Array): Promise<readonly boolean[]> => {
    const [only] = await predicted(flatModel('uint8', [1, 3, 2, 2]), pixels, await file(bytes));
    const { vector } = (only?.value ?? {}) as { readonly vector?: readonly number[] };
    return (vector ?? []).map((value) => value > 128);
  };

  const cases = (['jpeg', 'png', 'webp', 'tiff'] as const).flatMap((format) =>
    Object.keys(STORED).map((orientation) => [format, Number(orientation)] as const),
  );
  it.each(cases)('of %s with orientation %i stands upright', async (format, orientation) => {
    const [red, green, blue] = [
      [true, false, false, false],
      [false, false, false, false],
      [false, true, true, true],
    ] as const;
    expect(await bright(await held(format, orientation))).toEqual([...red, ...green, ...blue]);
  });

  it.each(Object.keys(STORED).map(Number))(
    'has its boxes in upright pixels: orientation %i',
    async (orientation) => {
      const values = [2, 2, 4, 4, 0.9];
      const model = constantModel({ name: 'images', shape: [1, 3, 8, 8] }, [
        { name: 'output0', shape: [1, 5, 1], values },
      ]);
      const config = { task: 'object-detection', input: { fit: 'fill' }, output: { decoder: 'yolov8' } };
      const [box] = await predicted(model, config, await file(await held('jpeg', orientation)));
      expect(box?.value).toEqual({ x: 0, y: 0, width: WIDTH / 2, height: HEIGHT / 2 });
    },
  );

  it('for whole numbers is refused where the config gives others, and says which', async () => {
    const model = flatModel('int8', [1, 3, 1, 1]);
    const picture = await file(await pngOf(2, 2, () => [0, 128, 255]));
    const ask = (input: Json) => asked(model, { ...pixels, input }, picture);
    expect(await ask({})).toMatchObject({
      of: 'model',
      message: expect.stringMatching(/a pixel of 128 is 128/),
    });
    const [only] = answered(await ask({ mean: [128] })).predictions;
    expect(only?.value).toEqual({ vector: [-128, 0, 127] });
  });
});

describe('a sound of 16 bits', () => {
  const config = { task: 'embedding', input: { sample_rate: 8_000 }, output: { name: 'y' } };
  const sampled = async (bytes: Buffer, size: number): Promise<Json | undefined> => {
    const [only] = await predicted(identityModel('int16', [1, size]), config, await file(bytes, 'audio/wav'));
    return only?.value;
  };

  it('has the nearest samples, clamped', async () => {
    const pcm = wavOf(8_000, [0, 0, 0, 0]);
    [32_767, -32_768, 1, -1].forEach((sample, at) => pcm.writeInt16LE(sample, 44 + at * 2));
    expect(await sampled(pcm, 4)).toEqual({ vector: [32_767, -32_768, 1, -1] });
    const floats = Buffer.alloc(44 + 16);
    wavOf(8_000, []).copy(floats);
    floats.writeUInt16LE(3, 20);
    floats.writeUInt16LE(4, 32);
    floats.writeUInt16LE(32, 34);
    floats.writeUInt32LE(16, 40);
    [1.2, -1.2, 0.5, 1.4 / 32_768].forEach((sample, at) => floats.writeFloatLE(sample, 44 + at * 4));
    expect(await sampled(floats, 4)).toEqual({ vector: [32_767, -32_768, 16_384, 1] });
  });

  it('that is cut is refused', async () => {
    const cut = await file(wavOf(8_000, [0, 0.5]).subarray(0, 46), 'audio/wav');
    expect(await asked(identityModel('int16', [1, 2]), config, cut)).toMatchObject({
      of: 'input',
      message: expect.stringMatching(/is cut/),
    });
  });
});
