import type { Json } from '@cairn/kernel';
import { itemsOfRun, toldItems } from '../domain/inference/items.js';
import type { ModelInput, Prediction, RunAnswer, RunFailure } from './port.js';
import { pngOf } from './testing/media.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';
import {
  constantModel,
  identityModel,
  imageModel,
  tabularModel,
  treeLikeModel,
  zerosModel,
} from './testing/models.js';

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

describe('a large answer', () => {
  const zeros = (count: number): ModelInput => ({ kind: 'raw', tensors: { x: [count] } });

  it('S11: of tensors is told whole up to 12 MB of JSON, and no more is', async () => {
    const answer = await predicted(zerosModel(), { task: 'raw' }, zeros(5_000_000));
    const [item] = await toldItems(itemsOfRun(answer));
    const { y } = item!.value as { readonly y: { readonly data: readonly Json[] } };
    expect(y.data.length).toBe(5_000_000);
    expect(y.data.every((value) => value === 0)).toBe(true);
    for (const count of [6_000_000, 20_000_000])
      expect(await asked(zerosModel(), { task: 'raw' }, zeros(count))).toMatchObject(
        of('input', /may have 12000000 bytes as JSON/),
      );
  });

  it('S11: of any other task is the model’s failure beyond 1 MB', async () => {
    const values = Array.from({ length: 100_000 }, (_, place) => place + 1 / 3);
    const outputs = [{ name: 'y', shape: [1, values.length], values }];
    const embedding = constantModel({ name: 'x', shape: [1, 1] }, outputs);
    const answer = asked(embedding, { task: 'embedding', output: { name: 'y' } }, text('1'));
    expect(await answer).toMatchObject(of('model', /may have 1000000/));
  });
});

describe('a row', () => {
  it.each(['2, 1', '[2, 1]', '[[2, 1]]', ' 2 ,1 \n'])('may be written as %j', async (row) => {
    const [first] = await predicted(tabularModel(), { labels: ['up', 'down', 'flat'] }, text(row));
    expect(first).toMatchObject({ prediction: 'up', classId: 0 });
  });

  it.each([
    ['1', /takes 2 values \(x float32 \[\*, 2\]\); the row has 1/],
    ['1,2,3', /takes 2 values/],
    ['one,2', /value 1 of the row is "one"/],
    ['0.9,0.1\n0.1,0.9', /One row/],
    ['a,b\n2,1', /One row/],
    ['', /One row/],
    ['[1, null]', /list of numbers/],
    ['[1, 2', /begins as JSON .*no JSON/],
    ['{"a": 1}', /no input a; it takes x/],
    ['1,2\n3,4\n5,6', /One row/],
  ])('that does not fit (%j) is told what is wanted', async (row, message) => {
    expect(await asked(tabularModel(), undefined, text(row))).toMatchObject(of('input', message));
  });

  it('is read by a classifier that puts out a label and scores', async () => {
    const [first] = await predicted(treeLikeModel(), { task: 'tabular' }, text('3, 1'));
    expect(first?.classId).toBe(0);
    expect(first?.confidence).toBeCloseTo(1 / (1 + Math.exp(-2)), 4);
  });

  it('that is asked for one number is given it', async () => {
    const model = constantModel({ name: 'x', shape: ['N', 2] }, [
      { name: 'y', shape: [1, 1], values: [-3.5] },
    ]);
    const config = { task: 'tabular', output: { activation: 'none' } };
    expect(await predicted(model, config, text('1,2'))).toEqual([
      { prediction: '-3.5', classId: -1, confidence: 1, type: 'regression', value: { value: -3.5 } },
    ]);
  });

  it('has as many predictions as the config says, 5 without it, and one by argmax', async () => {
    const scores = Array.from({ length: 9 }, (_, index) => index);
    const model = constantModel({ name: 'x', shape: ['N', 2] }, [
      { name: 'y', shape: [1, 9], values: scores },
    ]);
    const count = async (config: Json): Promise<number> =>
      (await predicted(model, config, text('1,2'))).length;
    const output = { type: 'classification' };
    expect(await count({ task: 'tabular', output })).toBe(5);
    expect(await count({ task: 'tabular', output, top: 7 })).toBe(7);
    expect(await count({ task: 'tabular', output: { decoder: 'argmax' } })).toBe(1);
  });
});

describe('a config', () => {
  it.each<readonly [string, Json, RegExp]>([
    ['is a list', [], /no object/],
    ['names a task that is none', { task: 'guess' }, /`task` is one of/],
    [
      'names an output that is not there',
      { output: { name: 'z' } },
      /`output.name` is z; the model has the outputs probabilities/,
    ],
    ['has labels for other classes', { labels: ['a', 'b'] }, /3 classes; there are 2 labels/],
    ['has a picture’s task for a row', { task: 'image-classification' }, /2 dimensions; a picture is four/],
    ['asks for boxes without a decoder', { task: 'object-detection' }, /`output.decoder` is missing/],
    ['has no vocabulary', { tokenizer: { type: 'wordpiece' } }, /`tokenizer.vocab` is missing/],
  ])('that %s is refused with what is wrong', async (_, config, message) => {
    expect(await asked(tabularModel(), config, text('1,2'))).toMatchObject(of('model', message));
  });

  it('that says nothing is refused where the model can be several things', async () => {
    expect(await asked(imageModel(4), undefined, text(''))).toMatchObject(of('model', /no `task`/));
  });

  it('is not needed where the file brings its own (Ultralytics)', async () => {
    const metadata = { task: 'classify', names: "{0: 'red', 1: 'green', 2: 'blue'}" };
    const red = await pngOf(4, 4, () => [255, 0, 0]);
    const [first] = await predicted(imageModel(4, { metadata }), undefined, await file(red));
    expect(first?.prediction).toBe('red');
  });
});

describe('named tensors', () => {
  const raw = (
    type: 'float32' | 'int64' | 'string' | 'bool',
    tensors: Json,
  ): Promise<RunAnswer | RunFailure> =>
    asked(identityModel(type, ['N', 2]), { task: 'raw' }, { kind: 'raw', tensors });
  const valueOf = async (...of: Parameters<typeof raw>): Promise<Json | undefined> =>
    answered(await raw(...of)).predictions[0]?.value;

  it('come back as they went in', async () => {
    expect(await valueOf('int64', { x: [['9007199254740993', 1]] })).toEqual({
      y: { type: 'int64', shape: [1, 2], data: ['9007199254740993', 1] },
    });
    expect(await valueOf('float32', { x: { shape: [1, 2], data: ['NaN', '-Infinity'] } })).toEqual({
      y: { type: 'float32', shape: [1, 2], data: ['NaN', '-Infinity'] },
    });
    expect(await valueOf('string', { x: [['a', 'ü']] })).toEqual({
      y: { type: 'string', shape: [1, 2], data: ['a', 'ü'] },
    });
    expect(await valueOf('bool', { x: [[true, false]] })).toEqual({
      y: { type: 'bool', shape: [1, 2], data: [true, false] },
    });
  });

  it.each<readonly [Json, RegExp]>([
    [[1, 2], /takes named tensors: x float32 \[\*, 2\]/],
    [{}, /The input x is missing: float32/],
    [{ x: [[1, 2]], z: [] }, /has no input z; it takes x/],
    [{ x: [1, 2] }, /is float32 \[\*, 2\]; what was sent is float32 \[2\]/],
    [{ x: [[1, 2], [3]] }, /not as long as its shape says: inputs\.x\[1\]/],
    [{ x: [['a', 'b']] }, /takes numbers of 32 bits; inputs\.x\[0\]\[0\] is "a"/],
    [{ x: { shape: [1, 1e9], data: [] } }, /more than 67108864 values/],
    [{ x: { shape: [-1, 2], data: [] } }, /nested lists/],
  ])('that do not fit (%j) are told what is wanted', async (tensors, message) => {
    expect(await raw('float32', tensors)).toMatchObject(of('input', message));
  });
});

describe('an embedding', () => {
  it('is one vector: the mean of the tokens, or the first', async () => {
    const model = constantModel({ name: 'input_ids', type: 'int64', shape: [1, 4] }, [
      { name: 'last_hidden_state', shape: [1, 4, 2], values: [1, 2, 3, 6, 99, 99, 99, 99] },
    ]);
    const vector = async (output: Json): Promise<Json | undefined> =>
      (
        await predicted(
          model,
          { task: 'embedding', tokenizer: { type: 'whitespace', vocab: ['a', 'b'] }, output },
          text('a b'),
        )
      )[0]?.value;
    expect(await vector({})).toEqual({ vector: [2, 4] });
    expect(await vector({ pooling: 'cls' })).toEqual({ vector: [1, 2] });
    expect(await vector({ pooling: 'cls', normalize: true })).toEqual({
      vector: [expect.closeTo(0.447, 3), expect.closeTo(0.894, 3)],
    });
  });
});
