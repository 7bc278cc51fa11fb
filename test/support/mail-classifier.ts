import { onnxFile } from './onnx-file.js';

/** A text and the name of its class. */
export interface Example {
  readonly text: string;
  readonly label: string;
}

/** Probabilities of the classes, in their order; the most likely, and how far it is before the next. */
interface Verdict {
  readonly label: string;
  readonly probabilities: readonly number[];
  readonly margin: number;
}

export interface Classifier {
  readonly labels: readonly string[];
  /** What the training code itself says. */
  classify(text: string): Verdict;
  /** The same as a file, for a text cut at spaces and in small letters. */
  onnx(): Uint8Array<ArrayBuffer>;
}

interface Training {
  readonly words: number;
  readonly epochs: number;
  /** Of the order in which examples come. */
  readonly seed: number;
}

/** Frequencies of the words that count, by their places. */
type Frequencies = ReadonlyMap<number, number>;

const STEP = 2;

/** Numbers from 0 up to 1, the same for a seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** In an order that the seed alone decides. */
export const shuffled = <Each>(some: readonly Each[], seed: number): readonly Each[] => {
  const random = randomOf(seed);
  return some
    .map((each) => ({ each, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);
};

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** The words that stand in most texts, of equal ones the first in the alphabet. */
const vocabularyOf = (texts: readonly (readonly string[])[], most: number): readonly string[] => {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word);
};

/** Of length 1, as `LpNormalization` makes them. */
const frequenciesOf = (words: readonly string[], places: ReadonlyMap<string, number>): Frequencies => {
  const counts = new Map<number, number>();
  for (const word of words) {
    const place = places.get(word);
    if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const length = Math.hypot(...counts.values()) || 1;
  return new Map([...counts].map(([place, count]) => [place, count / length]));
};

const softmax = (values: readonly number[]): readonly number[] => {
  const powers = values.map((value) => Math.exp(value - Math.max(...values)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
};

/** Weights of each class, a row for each word, as a model has them. */
class Regression {
  readonly weights: Float32Array<ArrayBuffer>;
  readonly biases: Float32Array<ArrayBuffer>;

  constructor(
    readonly words: number,
    readonly classes: number,
  ) {
    this.weights = new Float32Array(words * classes);
    this.biases = new Float32Array(classes);
  }

  probabilities(frequencies: Frequencies): readonly number[] {
    const scores = Array.from(this.biases);
    for (const [place, frequency] of frequencies)
      scores.forEach((score, of) => (scores[of] = score + frequency * this.#weight(place, of)));
    return softmax(scores);
  }

  /** One step against the gradient of the logarithmic loss. */
  learn(frequencies: Frequencies, right: number): void {
    this.probabilities(frequencies).forEach((probability, of) => {
      const step = STEP * ((of === right ? 1 : 0) - probability);
      this.biases[of] = (this.biases[of] ?? 0) + step;
      for (const [place, frequency] of frequencies)
        this.weights[place * this.classes + of] = this.#weight(place, of) + step * frequency;
    });
  }

  #weight(place: number, of: number): number {
    return this.weights[place * this.classes + of] ?? 0;
  }
}

/** A classifier of texts by logistic regression on the frequencies of words; the same for the same examples and seed. */
export const trained = (
  examples: readonly Example[],
  { words: most, epochs, seed }: Training,
): Classifier => {
  const labels = [...new Set(examples.map(({ label }) => label))].sort();
  const texts = examples.map(({ text }) => wordsOf(text));
  const vocabulary = vocabularyOf(texts, most);
  const places = new Map(vocabulary.map((word, place) => [word, place]));
  const known = examples.map(({ label }, at) => ({
    right: labels.indexOf(label),
    frequencies: frequenciesOf(texts[at] ?? [], places),
  }));
  const regression = new Regression(vocabulary.length, labels.length);
  for (let epoch = 0; epoch < epochs; epoch += 1)
    for (const { frequencies, right } of shuffled(known, seed + epoch)) regression.learn(frequencies, right);
  return {
    labels,
    classify: (text) => verdictOf(labels, regression.probabilities(frequenciesOf(wordsOf(text), places))),
    onnx: () => fileOf(vocabulary, regression),
  };
};

const verdictOf = (labels: readonly string[], probabilities: readonly number[]): Verdict => {
  const [first = 0, second = 0] = [...probabilities].sort((one, other) => other - one);
  return { label: labels[probabilities.indexOf(first)] ?? '', probabilities, margin: first - second };
};

const fileOf = (
  vocabulary: readonly string[],
  { words, classes, weights, biases }: Regression,
): Uint8Array<ArrayBuffer> =>
  onnxFile({
    input: { name: 'words', type: 'string', shape: ['N', 'T'] },
    nodes: [
      {
        operation: 'TfIdfVectorizer',
        inputs: ['words'],
        output: 'counts',
        attributes: {
          ...{ mode: 'TF', min_gram_length: 1, max_gram_length: 1, max_skip_count: 0 },
          ngram_counts: [0],
          ngram_indexes: vocabulary.map((_, place) => place),
          pool_strings: vocabulary,
        },
      },
      { operation: 'LpNormalization', inputs: ['counts'], output: 'x', attributes: { axis: 1, p: 2 } },
      { operation: 'Gemm', inputs: ['x', 'w', 'b'], output: 'z' },
      { operation: 'Softmax', inputs: ['z'], output: 'probabilities', attributes: { axis: 1 } },
    ],
    weights: [
      { name: 'w', shape: [words, classes], values: weights },
      { name: 'b', shape: [classes], values: biases },
    ],
    output: { name: 'probabilities', type: 'float32', shape: ['N', classes] },
  });
