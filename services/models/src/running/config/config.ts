import { ConfigReader, UnfitConfig } from './config-reader.js';

const TASKS = [
  'text-classification',
  'token-classification',
  'image-classification',
  'object-detection',
  'audio',
  'tabular',
  'embedding',
  'raw',
] as const;
export type Task = (typeof TASKS)[number];
const ACTIVATIONS = ['softmax', 'sigmoid', 'none'] as const;
export type Activation = (typeof ACTIVATIONS)[number];
const ANSWER_TYPES = ['classification', 'regression'] as const;
/** Whether numbers that come out are scores of classes or values. */
export type AnswerType = (typeof ANSWER_TYPES)[number];
const DECODERS = ['argmax', 'topk', 'ctc', 'yolov8', 'ssd'] as const;
type Decoder = (typeof DECODERS)[number];

export interface InputConfig {
  /** Of the tensor that the text, image or sound goes to; needed where there are several. */
  readonly name?: string;
  readonly layout?: 'NCHW' | 'NHWC';
  /** Width, height in pixels. */
  readonly size?: readonly [number, number];
  /** Subtracted after `scale`; one number, or one for each channel. */
  readonly mean?: readonly number[];
  /** Divided by after `mean`. */
  readonly std?: readonly number[];
  /** Each value is multiplied by it first; 1/255 for floats without it. */
  readonly scale?: number;
  readonly color?: 'RGB' | 'BGR' | 'GRAY';
  /** `fill` stretches, `letterbox` keeps the proportions and fills up, `cover` keeps them and cuts. */
  readonly fit?: 'fill' | 'letterbox' | 'cover';
  /** Hertz that a sound must have. */
  readonly sample_rate?: number;
  /** Tokens at most, where the shape of the model does not say it; without it what `tokenizer.json` says, else 512. */
  readonly max_length?: number;
}

export interface TokenizerConfig {
  readonly type: 'whitespace' | 'wordpiece' | 'none';
  /** A list of tokens, each with its place as id. */
  readonly vocab?: readonly string[];
  readonly lowercase: boolean;
  /** What stands for words that are not in the vocabulary. */
  readonly unknown: string;
}

interface OutputConfig {
  readonly name?: string;
  readonly type?: AnswerType;
  readonly activation?: Activation;
  readonly decoder?: Decoder;
  readonly nms: { readonly iou: number; readonly score: number };
  /** The class that CTC drops. */
  readonly blank: number;
  /** How tokens become one vector (embedding). */
  readonly pooling: 'mean' | 'cls';
  readonly normalize: boolean;
}

/** How a model is asked and how its answer is read. */
export interface ModelConfig {
  readonly task?: Task;
  readonly input: InputConfig;
  readonly tokenizer?: TokenizerConfig;
  readonly output: OutputConfig;
  readonly labels?: readonly string[];
  /** Predictions at most. */
  readonly top: number;
  /** Whether requests may be run together; without it, where the inspection has shown that rows are independent. */
  readonly batch?: boolean;
}

const LARGEST_SIDE = 4_096;
const DEFAULT_TOP = 5;
const MOST_PREDICTIONS = 1_000;

/** Reads the config of a version. `''` is one that says nothing. Throws `UnfitConfig` with what is wrong and where. */
export const readConfig = (text: string): ModelConfig => {
  const config = new ConfigReader(parsed(text), '');
  const task = config.oneOf('task', TASKS);
  const tokenizer = config.within('tokenizer');
  const labels = config.texts('labels');
  const batch = config.flag('batch');
  return {
    ...(task === undefined ? {} : { task }),
    input: inputOf(config.within('input')),
    ...(tokenizer.isThere ? { tokenizer: tokenizerOf(tokenizer) } : {}),
    output: outputOf(config.within('output')),
    ...(labels === undefined ? {} : { labels }),
    top: config.whole('top', 1, MOST_PREDICTIONS) ?? DEFAULT_TOP,
    ...(batch === undefined ? {} : { batch }),
  };
};

const parsed = (text: string): unknown => {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnfitConfig('The config is no JSON.');
  }
};

const inputOf = (input: ConfigReader): InputConfig => {
  const size = input.numbers('size');
  if (size !== undefined && (size.length !== 2 || !size.every(isSide)))
    throw new UnfitConfig(`\`input.size\` is width and height in pixels, 1 to ${LARGEST_SIDE} each.`);
  return definedOnly({
    name: input.text('name'),
    layout: input.oneOf('layout', ['NCHW', 'NHWC'] as const),
    size: size as [number, number] | undefined,
    mean: input.numbers('mean'),
    std: positive(input.numbers('std')),
    scale: input.number('scale', -1e9, 1e9),
    color: input.oneOf('color', ['RGB', 'BGR', 'GRAY'] as const),
    fit: input.oneOf('fit', ['fill', 'letterbox', 'cover'] as const),
    sample_rate: input.whole('sample_rate', 100, 768_000),
    max_length: input.whole('max_length', 1, 1_000_000),
  });
};

const isSide = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= LARGEST_SIDE;

const positive = (numbers: readonly number[] | undefined): readonly number[] | undefined => {
  if (numbers?.some((each) => each <= 0) === true) throw new UnfitConfig('`input.std` has numbers above 0.');
  return numbers;
};

const tokenizerOf = (tokenizer: ConfigReader): TokenizerConfig => {
  const type = tokenizer.oneOf('type', ['whitespace', 'wordpiece', 'none'] as const);
  if (type === undefined)
    throw new UnfitConfig('`tokenizer.type` is missing: whitespace, wordpiece or none.');
  const vocab = tokenizer.vocabulary('vocab');
  if (type === 'wordpiece' && vocab === undefined)
    throw new UnfitConfig('`tokenizer.vocab` is missing: the tokens of the vocabulary, in order.');
  return {
    type,
    ...(vocab === undefined ? {} : { vocab }),
    lowercase: tokenizer.flag('lowercase') ?? type === 'wordpiece',
    unknown: tokenizer.text('unknown') ?? '[UNK]',
  };
};

const outputOf = (output: ConfigReader): OutputConfig => {
  const nms = output.within('nms');
  return {
    ...definedOnly({
      name: output.text('name'),
      type: output.oneOf('type', ANSWER_TYPES),
      activation: output.oneOf('activation', ACTIVATIONS),
      decoder: output.oneOf('decoder', DECODERS),
    }),
    nms: { iou: nms.number('iou', 0, 1) ?? 0.45, score: nms.number('score', 0, 1) ?? 0.25 },
    blank: output.whole('blank', 0, 1_000_000) ?? 0,
    pooling: output.oneOf('pooling', ['mean', 'cls'] as const) ?? 'mean',
    normalize: output.flag('normalize') ?? false,
  };
};

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

const definedOnly = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
