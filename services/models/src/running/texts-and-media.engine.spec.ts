import type { Json } from '@cairn/kernel';
import type { ModelInput, Prediction, RunAnswer, RunFailure } from './port.js';
import { pngOf, wavOf } from './testing/media.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';
import { constantModel, identityModel, imageModel, textModel } from './testing/models.js';

const DEADLINE_MS = 60_000;
const text = (of: string, context?: string): ModelInput => ({
  kind: 'text',
  text: of,
  ...(context === undefined ? {} : { context }),
});

let models: ModelsForSpecs;
beforeAll(async () => (models = await modelsForSpecs({ pool: { workers: 1 } })));
afterAll(() => models.end());

const asked = async (
  bytes: Uint8Array,
  config: Json | undefined,
  input: ModelInput,
  labels?: readonly string[],
): Promise<RunAnswer | RunFailure> =>
  models.runner.run(await models.model(bytes, config, labels), input, DEADLINE_MS);
const predicted = async (...of: Parameters<typeof asked>): Promise<readonly Prediction[]> =>
  answered(await asked(...of)).predictions;
const file = async (bytes: Uint8Array, contentType = 'image/png'): Promise<ModelInput> => ({
  kind: 'file',
  sha256: await models.saved(bytes),
  contentType,
});
const of = (kind: string, message: RegExp): object => ({ of: kind, message: expect.stringMatching(message) });

describe('a text', () => {
  const VOCAB = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'ada', 'love', '##lace', 'lives', 'in', 'london', '.'];
  const tokenizer = { type: 'wordpiece', vocab: VOCAB };

  it('is cut into pieces of words, with the signs of the model, alone or with another', async () => {
    const config = { task: 'embedding', tokenizer, output: { name: 'y' } };
    const ids = async (width: number, input: ModelInput): Promise<Json | undefined> =>
      (await predicted(identityModel('int64', [1, width]), config, input))[0]?.value;
    expect(await ids(8, text('Ada LOVELACE lives!'))).toEqual({ vector: [2, 4, 5, 6, 7, 1, 3, 0] });
    expect(await ids(9, text('Ada Lovelace', 'London'))).toEqual({ vector: [2, 4, 5, 6, 3, 9, 3, 0, 0] });
    expect(await ids(4, text('Ada Lovelace lives in London'))).toEqual({ vector: [2, 4, 5, 3] });
  });

  it('has spans where the classes of its words say so, in code points', async () => {
    const labels = ['O', 'B-PER', 'I-PER', 'B-LOC'];
    // [CLS] 😀 ada love ##lace lives in london . [SEP]
    const classes = [0, 0, 1, 2, 0, 0, 0, 3, 0, 0];
    const scores = classes.flatMap((classId) => labels.map((_, index) => (index === classId ? 9 : 0)));
    const model = constantModel({ name: 'input_ids', type: 'int64', shape: [1, 'T'] }, [
      { name: 'logits', shape: [1, classes.length, labels.length], values: scores },
    ]);
    const config = { task: 'token-classification', tokenizer, labels };
    const spans = await predicted(model, config, text('😀 Ada Lovelace lives in London.'));
    expect(spans.map(({ prediction, type, value }) => [prediction, type, value])).toEqual([
      ['PER', 'span', { start: 2, end: 14, text: 'Ada Lovelace' }],
      ['LOC', 'span', { start: 24, end: 30, text: 'London' }],
    ]);
  });

  it.each([NaN, Infinity])('has no answer where a model that overflows puts out %d', async (overflow) => {
    const model = (shape: readonly number[]) =>
      constantModel({ name: 'input_ids', type: 'int64', shape: [1, 'T'] }, [
        { name: 'logits', shape, values: [0, overflow] },
      ]);
    const config = { tokenizer, labels: ['O', 'B-PER'], output: { activation: 'none' } };
    const [spans, classes] = ['token-classification', 'text-classification'];
    for (const [task, shape] of [
      [spans, [1, 1, 2]],
      [classes, [1, 2]],
    ] as const)
      expect(await asked(model(shape), { task, ...config }, text('Ada'))).toMatchObject(
        of('model', /are no numbers/),
      );
  });

  it('is refused where the model takes something else, and the other way round', async () => {
    expect(
      await asked(textModel(), { tokenizer: { type: 'whitespace' } }, await file(Buffer.from('x'))),
    ).toMatchObject(of('input', /takes a text/));
    expect(await asked(imageModel(4), { task: 'image-classification' }, text('x'))).toMatchObject(
      of('input', /takes a file: a picture/),
    );
    expect(await asked(textModel(), undefined, text('x'))).toMatchObject(
      of('model', /`tokenizer.type` is missing/),
    );
  });
});

describe('a picture', () => {
  const config = { task: 'image-classification', labels: ['red', 'green', 'blue'] };

  it('is put into the colours, size and scale that the model takes', async () => {
    const orange = await pngOf(9, 5, () => [255, 102, 0]);
    const values = async (input: Json): Promise<readonly number[]> => {
      const found = await predicted(
        imageModel(4),
        { ...config, input, output: { activation: 'none' } },
        await file(orange),
      );
      return [...found]
        .sort((a, b) => a.classId - b.classId)
        .map(({ confidence }) => Number(confidence.toFixed(3)));
    };
    expect(await values({})).toEqual([1, 0.4, 0]);
    expect(await values({ color: 'BGR' })).toEqual([0, 0.4, 1]);
    expect(await values({ scale: 1, mean: [100, 100, 0], std: [310, 4, 1] })).toEqual([0.5, 0.5, 0]);
    expect(await values({ fit: 'letterbox' })).toEqual([
      expect.closeTo(0.724, 1),
      expect.closeTo(0.424, 1),
      expect.closeTo(0.224, 1),
    ]);
  });

  it.each([
    ['S30: an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', Buffer.from('no picture')],
    ['a sound', wavOf(16_000, [0, 1])],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused with what is wanted', async (_, bytes) => {
    expect(await asked(imageModel(4), config, await file(bytes))).toMatchObject(
      of('input', /no picture that can be read.*: JPEG, PNG/),
    );
  });

  it('S26: that is cut, or has more pixels than may be, is refused by its header', async () => {
    const png = await pngOf(40, 40, (x, y) => [x, y, x * y]);
    expect(await asked(imageModel(4), config, await file(png.subarray(0, 300)))).toMatchObject(
      of('input', /damaged/),
    );
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(await asked(imageModel(4), config, await file(bomb))).toMatchObject(of('input', /pixels|damaged/));
  });

  it('has rectangles in its own pixels, of those that overlap the likeliest (yolov8)', async () => {
    // Two classes, four boxes in a tensor of 8 × 8: cx, cy, w, h, scores.
    const boxes = [
      [4, 4, 4, 2, 0.9, 0.1],
      [4, 4, 4, 2.2, 0.8, 0.1],
      [2, 4, 2, 2, 0.1, 0.7],
      [6, 4, 1, 1, 0.1, 0.2],
    ];
    const values = [0, 1, 2, 3, 4, 5].flatMap((row) => boxes.map((box) => box[row] ?? 0));
    const model = constantModel({ name: 'images', shape: [1, 3, 8, 8] }, [
      { name: 'output0', shape: [1, 6, 4], values },
    ]);
    const found = await predicted(
      model,
      { task: 'object-detection', output: { decoder: 'yolov8' }, labels: ['cat', 'dog'] },
      await file(await pngOf(16, 8, () => [9, 9, 9])),
    );
    const rounded = found.map(({ prediction, confidence, value }) => [
      prediction,
      Number(confidence.toFixed(2)),
      value,
    ]);
    // Letterboxed: twice as small, two rows above and below.
    expect(rounded).toEqual([
      ['cat', 0.9, { x: 4, y: 2, width: 8, height: 4 }],
      ['dog', 0.7, { x: 2, y: 2, width: 4, height: 4 }],
    ]);
  });

  it('has no rectangle of a box that lies beyond it or has no size, and those at the lowest score', async () => {
    const boxes = [
      [4, 4, 4, 2, 0.7],
      [7, 4, 6, 2, 0.8],
      [-3, 4, 2, 2, 0.9],
      [20, 20, 4, 4, 0.9],
      [4, 6, 0, 0, 0.9],
      [4, 5, -2, 1, 0.9],
    ];
    const values = [0, 1, 2, 3, 4].flatMap((row) => boxes.map((box) => box[row] ?? 0));
    const model = constantModel({ name: 'images', shape: [1, 3, 8, 8] }, [
      { name: 'output0', shape: [1, 5, boxes.length], values },
    ]);
    const output = { decoder: 'yolov8', nms: { iou: 0.45, score: 0.7 } };
    const config = { task: 'object-detection', output, labels: ['cat'] };
    const picture = await file(await pngOf(16, 8, () => [9, 9, 9]));
    const found = await predicted(model, config, picture);
    expect(found.map(({ value }) => value)).toEqual([
      { x: 8, y: 2, width: 8, height: 4 },
      { x: 4, y: 2, width: 8, height: 4 },
    ]);
    const overflowing = constantModel({ name: 'images', shape: [1, 3, 8, 8] }, [
      { name: 'output0', shape: [1, 5, 1], values: [4, 4, 4, 2, NaN] },
    ]);
    expect(await asked(overflowing, config, picture)).toMatchObject(of('model', /are no numbers/));
  });

  it('has rectangles of three outputs (ssd)', async () => {
    const outputs = (names: readonly [string, string, string], box: readonly number[]) => [
      { name: names[0], shape: [1, 1, 4], values: box },
      { name: names[1], shape: [1, 1], values: [0.6] },
      { name: names[2], shape: [1, 1], values: [1] },
    ];
    const config = { task: 'object-detection', input: { fit: 'fill' }, output: { decoder: 'ssd' } };
    const picture = await file(await pngOf(16, 8, () => [9, 9, 9]));
    const input = { name: 'image', shape: [1, 3, 8, 8] };
    const relative = constantModel(
      input,
      outputs(['detection_boxes', 'detection_scores', 'detection_classes'], [0.25, 0.5, 0.75, 1]),
    );
    const absolute = constantModel(input, outputs(['boxes', 'scores', 'labels'], [4, 2, 8, 6]));
    for (const model of [relative, absolute])
      expect(await predicted(model, config, picture)).toMatchObject([
        { classId: 1, value: { x: 8, y: 2, width: 8, height: 4 } },
      ]);
  });

  it('is read as a text (ctc): repeats fall together, blanks fall away', async () => {
    const steps = [0, 1, 1, 0, 1, 2, 2, 0];
    const values = steps.flatMap((step) => [0, 1, 2].map((classId) => (classId === step ? 20 : 0)));
    const model = constantModel({ name: 'x', shape: [1, 3, 4, 8] }, [
      { name: 'y', shape: [8, 1, 3], values },
    ]);
    const config = { task: 'image-classification', output: { decoder: 'ctc' }, labels: ['a', 'b'] };
    const [only] = await predicted(model, config, await file(await pngOf(8, 4, () => [0, 0, 0])));
    expect(only).toMatchObject({ prediction: 'aab', type: 'transcription', value: { text: 'aab' } });
    expect(only?.confidence).toBeGreaterThan(0.99);
  });
});

describe('a sound', () => {
  const wav = (samples: readonly number[], channels = 1): Buffer => wavOf(16_000, samples, channels);
  const config = { task: 'audio', input: { sample_rate: 16_000 }, output: { activation: 'none' } };
  const sound = (bytes: Buffer): Promise<ModelInput> => file(bytes, 'audio/wav');

  it('is one channel of numbers, with silence to the length that the model takes', async () => {
    const found = await predicted(
      identityModel('float32', [1, 4]),
      config,
      await sound(wav([0.5, 0.5, 0.25, 0.75, 0, 1], 2)),
    );
    const values = [...found]
      .sort((a, b) => a.classId - b.classId)
      .map(({ confidence }) => Number(confidence.toFixed(3)));
    expect(values).toEqual([0.5, 0.5, 0.5, 0]);
  });

  it('of another rate, or longer than the model takes, is refused with what is wanted', async () => {
    const model = identityModel('float32', [1, 4]);
    expect(await asked(model, config, await sound(wavOf(8_000, [0])))).toMatchObject(
      of('input', /16000 Hz; this one has 8000 Hz/),
    );
    expect(await asked(model, config, await sound(wav([0, 0, 0, 0, 0])))).toMatchObject(
      of('input', /takes 4 samples; the sound has 5/),
    );
    expect(await asked(model, config, await sound(wav([]).subarray(0, 30)))).toMatchObject(
      of('input', /WAV/),
    );
  });

  it('of another kind or encoding is refused with what is wanted', async () => {
    const model = identityModel('float32', [1, 4]);
    const picture = await sound(await pngOf(2, 2, () => [0, 0, 0]));
    expect(await asked(model, config, picture)).toMatchObject(of('input', /no WAV sound/));
    const aLaw = wav([0, 0]);
    aLaw.writeUInt16LE(6, 20);
    expect(await asked(model, config, await sound(aLaw))).toMatchObject(of('input', /is PCM of 8, 16/));
  });
});
