import type { Json } from '@cairn/kernel';
import type { RunAnswer, RunFailure } from './port.js';
import { answered, type ModelsForSpecs, modelsForSpecs } from './testing/models-for-specs.js';
import { graph, node, onnxFile, tensor, valueInfo } from './testing/onnx-writer.js';

let models: ModelsForSpecs;
beforeAll(async () => {
  models = await modelsForSpecs({ pool: { workers: 1 } });
});
afterAll(() => models.end());

/** Answers what it is given: ids, as a vector; with `mask`, the mask instead. */
const echo = (width: number | string, answers: 'input_ids' | 'attention_mask' | 'token_type_ids'): Buffer =>
  onnxFile(
    graph({
      nodes: [node('Cast', [answers], ['vector'], { attributes: { to: { int: 1 } } })],
      initializers: [],
      inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
        valueInfo(name, 'int64', [1, width]),
      ),
      outputs: [valueInfo('vector', 'float32', [1, width])],
    }),
  );

/** Says of each token the class that its id names. */
const taggers = (classes: number): Buffer =>
  onnxFile(
    graph({
      nodes: [node('OneHot', ['input_ids', 'depth', 'values'], ['logits'])],
      initializers: [tensor('depth', 'int64', [1], [classes]), tensor('values', 'float32', [2], [0, 20])],
      inputs: [valueInfo('input_ids', 'int64', [1, 'T'])],
      outputs: [valueInfo('logits', 'float32', [1, 'T', classes])],
    }),
  );

type Part = Readonly<Record<string, Json>>;
const wordPieces = (tokens: readonly string[], parts: Part = {}): Part => ({
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
  },
  normalizer: { type: 'BertNormalizer' },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: { type: 'BertProcessing', cls: ['[CLS]', 1], sep: ['[SEP]', 2] },
  ...parts,
});
const VOCAB = [
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[PAD]',
  '10€',
  '5',
  '°',
  '##°',
  '##c',
  'good',
  '##👍',
  'so',
  '##ft',
  '10',
  '€',
  '👍',
  'soft',
  'c',
  'zero',
  '##width',
];
const config = (more: Part = {}): Json => ({ task: 'embedding', ...more });
const byConfig = (more: Part = {}): Json =>
  config({ tokenizer: { type: 'wordpiece', vocab: VOCAB }, ...more });

const run = async (
  file: Buffer,
  said: Json,
  input: { readonly text: string; readonly context?: string },
  tokenizer?: Json,
  labels?: readonly string[],
): Promise<RunAnswer | RunFailure> => {
  const bytes = tokenizer === undefined ? undefined : Buffer.from(JSON.stringify(tokenizer));
  const model = {
    ...(await models.model(file, said, labels)),
    ...(bytes && { tokenizer: { sha256: await models.saved(bytes), sizeBytes: bytes.length } }),
  };
  return models.runner.run(model, { kind: 'text', ...input }, 60_000);
};
const vectorOf = (answer: RunAnswer | RunFailure): Json => {
  const { value } = answered(answer).predictions[0] ?? {};
  return (value as { readonly vector: Json }).vector;
};

describe('a text of a `wordpiece` config', () => {
  it.each([
    ['10€', [1, 4, 2]],
    ['5°c', [1, 5, 7, 8, 2]],
    ['good👍', [1, 9, 10, 2]],
    ['so\u00adft', [1, 16, 2]],
    ['zero\u200bwidth', [1, 18, 19, 2]],
  ])('%s has the ids that BERT gives it', async (text, ids) =>
    expect(vectorOf(await run(echo('T', 'input_ids'), byConfig(), { text }))).toEqual(ids),
  );
});

describe('a text of a version with `tokenizer.json`', () => {
  const file = wordPieces(VOCAB);

  it('is cut by it, whatever the config says', async () => {
    const said = config({ tokenizer: { type: 'whitespace', vocab: ['good'] } });
    expect(vectorOf(await run(echo('T', 'input_ids'), said, { text: 'good soft' }, file))).toEqual([
      1, 9, 16, 2,
    ]);
  });

  it('that is too long says so, and keeps its special tokens', async () => {
    const answer = await run(
      echo('T', 'input_ids'),
      config({ input: { max_length: 4 } }),
      { text: 'good soft good' },
      file,
    );
    expect(vectorOf(answer)).toEqual([1, 9, 16, 2]);
    expect(answer).toMatchObject({ tokens: { total: 5, used: 4 } });
  });

  it.each([
    ['the model', 3, { input: { max_length: 5 } }, 7, 3],
    ['the config', 'T', { input: { max_length: 5 } }, 7, 5],
    ['the file', 'T', {}, 7, 6],
  ] as const)('is as long as %s says', async (_, width, more, total, used) => {
    const short = { ...file, truncation: { max_length: 6, strategy: 'LongestFirst', direction: 'Right' } };
    const answer = await run(echo(width, 'input_ids'), config(more), { text: 'good '.repeat(5) }, short);
    expect(answer).toMatchObject({ tokens: { total, used } });
  });

  it('of 600 words tells that 512 tokens were used', async () =>
    expect(await run(echo('T', 'input_ids'), config(), { text: 'good '.repeat(600) }, file)).toMatchObject({
      tokens: { total: 602, used: 512 },
    }));

  it('is filled up where the model is wider, with a mask of 0 there', async () => {
    const right = await run(echo(6, 'input_ids'), config(), { text: 'good' }, file);
    expect(vectorOf(right)).toEqual([1, 9, 2, 3, 3, 3]);
    expect(right).toMatchObject({ tokens: { total: 3, used: 3 } });
    expect(vectorOf(await run(echo(6, 'attention_mask'), config(), { text: 'good' }, file))).toEqual([
      1, 1, 1, 0, 0, 0,
    ]);
    const left = { ...file, padding: { direction: 'Left', pad_id: 7, pad_type_id: 0 } };
    expect(vectorOf(await run(echo(6, 'input_ids'), config(), { text: 'good' }, left))).toEqual([
      7, 7, 7, 1, 9, 2,
    ]);
    expect(vectorOf(await run(echo(6, 'attention_mask'), config(), { text: 'good' }, left))).toEqual([
      0, 0, 0, 1, 1, 1,
    ]);
  });

  it('with a context is a pair', async () => {
    const pair = { text: 'good', context: 'soft soft' };
    expect(vectorOf(await run(echo('T', 'input_ids'), config(), pair, file))).toEqual([1, 9, 2, 16, 16, 2]);
    expect(vectorOf(await run(echo('T', 'token_type_ids'), config(), pair, file))).toEqual([
      0, 0, 0, 1, 1, 1,
    ]);
  });

  it('of more characters than can be made tokens of is refused', async () =>
    expect(await run(echo('T', 'input_ids'), config(), { text: 'a'.repeat(100_001) }, file)).toMatchObject({
      of: 'input',
      message: 'A text that becomes tokens has at most 100000 characters.',
    }));

  it.each([
    [{ normalizer: { type: 'Nmt' } }, '`tokenizer.json`: The normalizer Nmt is not known here'],
    [{ model: { type: 'WordLevel', vocab: {} } }, '`model.type` is WordLevel, not WordPiece, BPE, Unigram'],
  ])('is refused where the file says what is not known: case %#', async (parts, message) => {
    const answer = await run(echo('T', 'input_ids'), config(), { text: 'x' }, wordPieces(VOCAB, parts));
    expect(answer).toMatchObject({
      of: 'model',
      code: 'model_config_invalid',
      message: expect.stringContaining(message),
    });
  });
});

describe('spans of a text', () => {
  const TOKENS = ['[UNK]', '[CLS]', '[SEP]', 'ana', 'pa', '##ris', '▁ana', '▁pa', 'ris', '▁'];
  const LABELS = ['O', 'O', 'O', 'B-PER', 'B-LOC', 'O', 'B-PER', 'B-LOC', 'O', 'O'];
  const text = '  Ána,   Pãris!';
  const spans = [
    { start: 2, end: 5, text: 'Ána' },
    { start: 9, end: 14, text: 'Pãris' },
  ];
  const valuesOf = async (tokenizer: Json): Promise<Json> =>
    answered(
      await run(taggers(10), { task: 'token-classification' }, { text }, tokenizer, LABELS),
    ).predictions.map(({ value }) => value);

  it('stand in the text as it was sent: WordPiece', async () =>
    expect(await valuesOf(wordPieces(TOKENS))).toEqual(spans));

  it('stand in the text as it was sent: Unigram, without the white space that a token begins with', async () => {
    const scores = TOKENS.map((token, id) => [token, id < 3 ? 0 : -1 - id / 100]);
    const unigram = {
      model: { type: 'Unigram', unk_id: 0, vocab: scores },
      normalizer: {
        type: 'Sequence',
        normalizers: ['NFD', 'StripAccents', 'Lowercase'].map((type) => ({ type })),
      },
      pre_tokenizer: { type: 'Metaspace' },
    };
    // A comma is a token of the word that it stands behind.
    expect(await valuesOf(unigram)).toEqual([
      { start: 2, end: 6, text: 'Ána,' },
      { start: 9, end: 15, text: 'Pãris!' },
    ]);
  });
});

describe('a tokenizer.json that is sent', () => {
  it('is opened in a worker, and told by the size of its vocabulary', async () => {
    const inspect = (file: string) => models.runner.inspectTokenizer(models.file(Buffer.from(file)));
    expect(await inspect(JSON.stringify(wordPieces(VOCAB)))).toEqual({ vocabulary: VOCAB.length });
    for (const [broken, message] of [
      ['{', 'It is no JSON object.'],
      ['{}', '`model.type` is none'],
      [
        JSON.stringify(wordPieces(VOCAB, { pre_tokenizer: { type: 'UnicodeScripts' } })),
        'UnicodeScripts is not known',
      ],
      [JSON.stringify(wordPieces(VOCAB, { added_tokens: 5 })), '`added_tokens` is a list'],
      [
        JSON.stringify(
          wordPieces(VOCAB, {
            post_processor: { type: 'BertProcessing', cls: ['[CLS]', 1.5], sep: ['[SEP]', 2] },
          }),
        ),
        'The id of the special token [CLS] is 1.5.',
      ],
      [JSON.stringify({ ...wordPieces([]) }), '`model.vocab` is each token with its id'],
    ] as const)
      expect(await inspect(broken)).toMatchObject({ of: 'model', message: expect.stringContaining(message) });
  });
});
