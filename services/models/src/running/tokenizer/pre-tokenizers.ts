import { type ConfigReader, UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { type AlignedText, characterPlaces, mapped, prepended, slice, textOf } from './aligned-text.js';
import { literal, patternOf } from './patterns.js';

/** Cuts a text into words. */
export type PreTokenize = (text: AlignedText) => readonly AlignedText[];

const BEHAVIORS = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'] as const;
type Behavior = (typeof BEHAVIORS)[number];

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly isFound: boolean;
}

/** What is found and what stands between, from end to end. */
const piecesOf = (text: string, pattern: RegExp): readonly Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (from < index) pieces.push({ from, to: index, isFound: false });
    if (found !== '') pieces.push({ from: index, to: index + found.length, isFound: true });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ from, to: text.length, isFound: false });
  return pieces;
};

type Join = (pieces: readonly Piece[]) => readonly Piece[];

/** `joins` says whether a piece becomes one with the one before it. */
const joinedWhere =
  (joins: (piece: Piece, before: Piece) => boolean): Join =>
  (pieces) => {
    const made: Piece[] = [];
    pieces.forEach((piece, place) => {
      const [before, last] = [pieces[place - 1], made.at(-1)];
      if (before !== undefined && last !== undefined && joins(piece, before))
        made[made.length - 1] = { ...piece, from: last.from };
      else made.push(piece);
    });
    return made;
  };

const JOINS: Readonly<Record<Behavior, Join>> = {
  Isolated: (pieces) => pieces,
  Removed: (pieces) => pieces.filter(({ isFound }) => !isFound),
  MergedWithPrevious: joinedWhere((piece, before) => piece.isFound && !before.isFound),
  MergedWithNext: joinedWhere((piece, before) => !piece.isFound && before.isFound),
  Contiguous: joinedWhere((piece, before) => piece.isFound === before.isFound),
};

const splitting = (pattern: RegExp, behavior: Behavior, isInverted = false): PreTokenize => {
  return (text) => {
    const whole = textOf(text);
    const place = characterPlaces(text.characters);
    const pieces = piecesOf(whole, pattern).map((piece) => ({
      ...piece,
      isFound: piece.isFound !== isInverted,
    }));
    return JOINS[behavior](pieces).map(({ from, to }) => slice(text, place(from), place(to)));
  };
};

const inTurn =
  (steps: readonly PreTokenize[]): PreTokenize =>
  (text) =>
    steps.reduce<readonly AlignedText[]>((pieces, step) => pieces.flatMap((piece) => step(piece)), [text]);

const SPACE = /\p{White_Space}+/gu;
const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;
const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d`;
const WORDS = new RegExp(String.raw`[${WORD}]+|[^${WORD}\p{White_Space}]+`, 'gu');
/** How GPT-2 cuts a text, with the white space of Unicode. */
const GPT2 =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|(?:\p{White_Space}(?!\P{White_Space}))+|\p{White_Space}+/gu;

const behaviorOf = (definition: ConfigReader): Behavior =>
  definition.oneOf('behavior', BEHAVIORS) ?? 'Isolated';

/** The letter that GPT-2 writes for each byte: its own where it can be seen, else one from 256 on. */
const LETTERS: readonly string[] = (() => {
  let next = 256;
  const isSeen = (byte: number): boolean =>
    (byte > 32 && byte < 127) || (byte > 160 && byte < 256 && byte !== 173);
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCodePoint(isSeen(byte) ? byte : (next += 1) - 1),
  );
})();
const inLetters = (character: string): string =>
  Array.from(Buffer.from(character), (byte) => LETTERS[byte]).join('');

const byteLevel = (definition: ConfigReader): PreTokenize => {
  const cuts = (definition.flag('use_regex') ?? true) ? splitting(GPT2, 'Isolated') : inTurn([]);
  const addsSpace = definition.flag('add_prefix_space') ?? true;
  return (text) => {
    const begun = addsSpace && text.characters[0] !== ' ' ? prepended(' ', text) : text;
    return cuts(begun).map((piece) => mapped(piece, inLetters));
  };
};

const metaspace = (definition: ConfigReader): PreTokenize => {
  const sign = definition.text('replacement') ?? '▁';
  const scheme =
    definition.oneOf('prepend_scheme', ['always', 'first', 'never'] as const) ??
    ((definition.flag('add_prefix_space') ?? true) ? 'always' : 'never');
  const cuts =
    (definition.flag('split') ?? true)
      ? splitting(new RegExp(literal(sign), 'gu'), 'MergedWithNext')
      : inTurn([]);
  return (text) => {
    const signed = mapped(text, (character) => (character === ' ' ? sign : character));
    const prepends = scheme === 'always' || (scheme === 'first' && text.starts[0] === 0);
    return cuts(prepends && signed.characters[0] !== sign ? prepended(sign, signed) : signed);
  };
};

type Open = (definition: ConfigReader, library: TokenizerLibrary) => PreTokenize;

const PRE_TOKENIZERS = {
  BertPreTokenizer: () => inTurn([splitting(SPACE, 'Removed'), splitting(PUNCTUATION, 'Isolated')]),
  ByteLevel: byteLevel,
  CharDelimiterSplit: (definition) =>
    splitting(new RegExp(literal(definition.text('delimiter') ?? ''), 'gu'), 'Removed'),
  Digits: (definition) =>
    splitting(/\p{N}/gu, (definition.flag('individual_digits') ?? false) ? 'Isolated' : 'Contiguous'),
  Metaspace: metaspace,
  Punctuation: (definition) => splitting(PUNCTUATION, behaviorOf(definition)),
  Sequence: (definition, library) =>
    inTurn(definition.readers('pretokenizers').map((each) => preTokenizerOf(each, library))),
  Split: (definition, library) =>
    splitting(
      patternOf(definition.within('pattern'), library),
      behaviorOf(definition),
      definition.flag('invert') ?? false,
    ),
  Whitespace: () => splitting(WORDS, 'Removed', true),
  WhitespaceSplit: () => splitting(SPACE, 'Removed'),
} as const satisfies Readonly<Record<string, Open>>;

/** How a `tokenizer.json` cuts a text into words. Throws `UnfitConfig` for what is not done as PyPI's `tokenizers` does it. */
export const preTokenizerOf = (definition: ConfigReader, library: TokenizerLibrary): PreTokenize => {
  if (!definition.isThere) return inTurn([]);
  const type = definition.text('type') ?? '';
  const open: Open | undefined = Object.hasOwn(PRE_TOKENIZERS, type)
    ? PRE_TOKENIZERS[type as keyof typeof PRE_TOKENIZERS]
    : undefined;
  if (open === undefined)
    throw new UnfitConfig(
      `The pre-tokenizer ${type} is not known here: ${Object.keys(PRE_TOKENIZERS).join(', ')}.`,
    );
  return open(definition, library);
};
