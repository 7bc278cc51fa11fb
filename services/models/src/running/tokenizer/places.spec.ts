import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigReader } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { type AlignedText, alignedText, rangeOf, textOf } from './aligned-text.js';
import { normalizerOf } from './normalizers.js';
import { preTokenizerOf } from './pre-tokenizers.js';

type Piece = readonly [text: string, start: number, end: number];
interface Recorded {
  readonly definition: { readonly type: string };
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** What PyPI's `tokenizers` 0.23.3 made of texts: `testing/record-places.py`. */
const recorded = JSON.parse(readFileSync(join(__dirname, 'testing/places.json'), 'utf8')) as Readonly<
  Record<'normalizers' | 'pre_tokenizers', readonly Recorded[]>
>;

/** Reads the patterns that stand in the records; models are not needed here. */
const library = {
  SplitPreTokenizer: class {
    readonly pattern: RegExp;
    constructor({ pattern }: { readonly pattern: { readonly Regex: string } }) {
      this.pattern = new RegExp(pattern.Regex, 'gu');
    }
  },
} as TokenizerLibrary;

const placed = (text: AlignedText): Piece => [textOf(text), ...rangeOf(text, 0, text.characters.length)];

describe('a text stands where PyPI’s tokenizers places it', () => {
  it.each(recorded.normalizers.map((each) => [each.definition.type, each] as const))(
    'when it is normalised by %s: case %#',
    (_, { definition, text, pieces }) => {
      const made = normalizerOf(new ConfigReader(definition, ''), library)(alignedText(text));
      const found = made.characters.map((character, at) => [character, made.starts[at], made.ends[at]]);
      expect(found).toEqual(pieces);
    },
  );

  it.each(recorded.pre_tokenizers.map((each) => [each.definition.type, each] as const))(
    'when it is cut by %s: case %#',
    (_, { definition, text, pieces }) => {
      const cut = preTokenizerOf(new ConfigReader(definition, ''), library)(alignedText(text));
      expect(cut.map(placed)).toEqual(pieces);
    },
  );
});

describe('a text of which the beginning is removed', () => {
  // PyPI's `tokenizers` counts what was removed there for nothing: all places behind it are too small.
  it('has the rest at its places', () => {
    const precompiled = recorded.normalizers.find(({ definition }) => definition.type === 'Precompiled');
    const normalize = normalizerOf(new ConfigReader(precompiled?.definition, ''), library);
    expect(placed(normalize(alignedText('\u00adab')))).toEqual(['ab', 1, 3]);
  });
});

describe('a text of a stranger', () => {
  const normalized = (type: string, text: string): string =>
    textOf(normalizerOf(new ConfigReader({ type }, ''), library)(alignedText(text)));

  it.each(['\u0301\u0323', '\u1161'])('of thousands of marks %j on one letter is refused', (marks) => {
    const normalize = (): string => normalized('NFC', `\u1100${marks.repeat(50_000)}e\u0301`);
    expect(normalize).toThrow('has more than 256 marks');
  });

  it('with half of a surrogate pair has U+FFFD there', () =>
    expect(normalized('NFC', 'a\ud83db')).toBe('a\ufffdb'));
});

describe('what is not done as PyPI’s tokenizers does it', () => {
  it.each(['Nmt', 'ByteLevel', 'constructor', ''])('is refused by name: the normalizer %s', (type) =>
    expect(() => normalizerOf(new ConfigReader({ type }, ''), library)).toThrow(
      `The normalizer ${type} is not known here`,
    ),
  );
  it.each(['UnicodeScripts', 'FixedLength', 'toString'])('is refused by name: the pre-tokenizer %s', (type) =>
    expect(() => preTokenizerOf(new ConfigReader({ type }, ''), library)).toThrow(
      `The pre-tokenizer ${type} is not known here`,
    ),
  );
});
