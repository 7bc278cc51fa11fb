/** Questions of different callers come at the same time: each is answered as if it were alone. */
import type { Json } from '@cairn/kernel';
import type { ModelInput, RunAnswer, RunnableModel } from './port.js';
import { pngOf } from './testing/media.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';
import { imageModel, tabularModel } from './testing/models.js';
import {
  batchNormalizingModel,
  plusTheMeanModel,
  maskedAttentionModel,
  quantizingModel,
  treesModel,
  wordsTogetherModel,
} from './testing/mixing-models.js';

const DEADLINE_MS = 60_000;
const REQUESTS = 48;
const NEAR = 1e-6;

let models: ModelsForSpecs;
beforeAll(async () => (models = await modelsForSpecs({ pool: { workers: 1 } })));
afterAll(() => models.end());

type Input = (place: number) => ModelInput | Promise<ModelInput>;
const pair = (place: number): [number, number] => [(place % 7) - 3, (place % 5) * 0.75 - 1];
const row: Input = (place) => ({ kind: 'text', text: pair(place).join() });
const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'puffin', 'razorbill', 'gannet', 'fulmar'];
/** One to five words, so that texts are of several lengths. */
const words: Input = (place) => ({
  kind: 'text',
  text: Array.from({ length: 1 + (place % 5) }, (_, at) => WORDS[4 + ((place * 3 + at * at) % 4)]).join(' '),
});
const picture: Input = async (place) => {
  const colour = (x: number, y: number): [number, number, number] => [place * 5, x * 60, (y * place) % 256];
  return { kind: 'file', sha256: await models.saved(await pngOf(4, 4, colour)), contentType: 'image/png' };
};

const tokenizer = { type: 'whitespace', vocab: WORDS };
const KINDS: readonly (readonly [name: string, bytes: Buffer, config: Json | undefined, input: Input])[] = [
  ['a classifier of rows', tabularModel(), undefined, row],
  [
    'one that adds the mean over rows',
    plusTheMeanModel(),
    { task: 'raw' },
    (place) => ({ kind: 'raw', tensors: { x: [pair(place)] } }),
  ],
  [
    'one whose words are its first dimension',
    wordsTogetherModel(WORDS.length),
    { task: 'embedding', tokenizer },
    words,
  ],
  ['one that normalizes each batch', batchNormalizingModel(), undefined, row],
  ['a quantizing one', quantizingModel(), undefined, row],
  [
    'a transformer with a mask',
    maskedAttentionModel(WORDS.length),
    { task: 'text-classification', tokenizer: { ...tokenizer, type: 'wordpiece' } },
    words,
  ],
  ['trees', treesModel(), { output: { activation: 'none' } }, row],
  ['one of pictures', imageModel(4), { task: 'image-classification' }, picture],
];

const runOn = async (model: RunnableModel, input: ModelInput): Promise<RunAnswer> =>
  answered(await models.runner.run(model, input, DEADLINE_MS));

/** All numbers of an answer, and all else as it is. */
const partsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...partsOf(each)])
    : [value];

const isSame = (one: RunAnswer, other: RunAnswer): boolean => {
  const [parts, others] = [partsOf(one.predictions), partsOf(other.predictions)];
  return (
    parts.length === others.length &&
    parts.every((part, at) =>
      typeof part === 'number' ? Math.abs(part - Number(others[at])) <= NEAR : part === others[at],
    )
  );
};

it.each(KINDS)(
  '%s',
  async (_, bytes, config, input) => {
    const model = await models.model(bytes, config);
    const inputs = await Promise.all(Array.from({ length: REQUESTS }, async (_each, place) => input(place)));
    const alone: RunAnswer[] = [];
    for (const each of inputs) alone.push(await runOn(model, each));
    const together = await Promise.all(inputs.map((each) => runOn(model, each)));
    const changed = together.flatMap((answer, place) => (isSame(answer, alone[place]!) ? [] : [place]));
    expect(changed).toEqual([]);
    // They are not all the same, else anybody's answer would be right.
    expect(new Set(alone.map(({ predictions }) => JSON.stringify(predictions))).size).toBeGreaterThan(3);
  },
  60_000,
);

it('are run at once where the config says that rows are independent', async () => {
  const model = await models.model(tabularModel(), { task: 'tabular', batch: true });
  await runOn(model, await row(0));
  const inputs = await Promise.all(Array.from({ length: REQUESTS }, async (_each, place) => row(place)));
  const answers = await Promise.all(inputs.map((each) => runOn(model, each)));
  // Those of one run took equally long.
  expect(new Set(answers.map(({ inferenceMs }) => inferenceMs)).size).toBeLessThan(REQUESTS / 2);
});
