import { UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { type AlignedText, rangeOf, textOf } from './aligned-text.js';

/** A token, and where it stands in the text: code points, half open. */
export interface Token {
  readonly id: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Cuts a word into tokens. */
export type Tokenize = (word: AlignedText) => readonly Token[];

export interface Subwords {
  /** Tokens in the vocabulary. */
  readonly size: number;
  readonly tokenize: Tokenize;
  readonly idOf: (token: string) => number | undefined;
}

/** As the file says it; what is in it was not looked at. */
export type Fields = Readonly<Record<string, unknown>>;

const MOST_TOKENS = 1_000_000;

const isId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 2 ** 31;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const vocabOf = ({ vocab }: Fields): Readonly<Record<string, number>> => {
  const entries = isRecord(vocab) ? Object.entries(vocab) : [];
  if (entries.length === 0 || entries.length > MOST_TOKENS || !entries.every(([, id]) => isId(id)))
    throw new UnfitConfig(`\`model.vocab\` is each token with its id, ${MOST_TOKENS} at most.`);
  return vocab as Readonly<Record<string, number>>;
};

const textIn = (fields: Fields, name: string): string => {
  const { [name]: value } = fields;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new UnfitConfig(`\`model.${name}\` is a text.`);
};

interface Piece {
  readonly text: string;
  /** Of characters of the word. */
  readonly length: number;
}

/** Pieces, one behind the other, at their places. */
const placedIn = function* (word: AlignedText, pieces: Iterable<Piece>) {
  let from = 0;
  for (const { text, length } of pieces) {
    const [start, end] = rangeOf(word, from, from + length);
    from += length;
    yield { text, start, end };
  }
};

const lengthOf = (text: string): number => Array.from(text).length;

const wordPiece = (model: Fields, { WordPiece }: TokenizerLibrary): Subwords => {
  const vocab = vocabOf(model);
  const prefix = textIn(model, 'continuing_subword_prefix') || '##';
  const unknown = textIn(model, 'unk_token') || '[UNK]';
  const ids = new Map(Object.entries(vocab));
  const unknownId = ids.get(unknown);
  if (unknownId === undefined)
    throw new UnfitConfig(`The vocabulary has no ${unknown}, for what is not in it.`);
  const { max_input_chars_per_word: longest = 100 } = model;
  const library = new WordPiece({
    ...{ type: 'WordPiece', vocab, unk_token: unknown },
    continuing_subword_prefix: prefix,
    max_input_chars_per_word: longest,
  });
  const tokenize: Tokenize = (word) => {
    const found = library.encode([textOf(word)]);
    const [start, end] = rangeOf(word, 0, word.characters.length);
    // A word of which a part is not known is unknown as a whole.
    if (found.length === 1 && found[0] === unknown) return [{ id: unknownId, text: unknown, start, end }];
    const pieces = found.map((text, place) => ({
      text,
      length: lengthOf(text) - (place === 0 ? 0 : lengthOf(prefix)),
    }));
    return Array.from(placedIn(word, pieces), (each) => ({ id: ids.get(each.text) ?? unknownId, ...each }));
  };
  return { size: ids.size, tokenize, idOf: (token) => ids.get(token) };
};

/** What a piece becomes that is not in the vocabulary: a token for each of its bytes, where it has them all. */
const bytesOf = (ids: ReadonlyMap<string, number>, text: string): readonly string[] | undefined => {
  const tokens = Array.from(
    Buffer.from(text),
    (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  return tokens.every((token) => ids.has(token)) ? tokens : undefined;
};

interface Unknown {
  readonly token: string;
  readonly id: number | undefined;
  /** Several one after the other are one. */
  readonly isFused: boolean;
  readonly hasBytes: boolean;
}

/** Tokens of pieces that cover the word. What is not in the vocabulary becomes bytes, the unknown token, or nothing. */
const tokensOf = (
  word: AlignedText,
  pieces: Iterable<Piece>,
  ids: ReadonlyMap<string, number>,
  unknown: Unknown,
): readonly Token[] => {
  const tokens: Token[] = [];
  let isAfterUnknown = false;
  for (const { text, start, end } of placedIn(word, pieces)) {
    const id = ids.get(text);
    const bytes = id === undefined && unknown.hasBytes ? bytesOf(ids, text) : undefined;
    const last = tokens.at(-1);
    if (id !== undefined) tokens.push({ id, text, start, end });
    else if (bytes !== undefined)
      tokens.push(...bytes.map((byte) => ({ id: ids.get(byte) ?? 0, text: byte, start, end })));
    else if (unknown.isFused && isAfterUnknown && last !== undefined)
      tokens[tokens.length - 1] = { ...last, end };
    else if (unknown.id !== undefined) tokens.push({ id: unknown.id, text: unknown.token, start, end });
    isAfterUnknown = id === undefined && bytes === undefined;
  }
  return tokens;
};

const MERGE = /^[^ ]+ [^ ]+$/;
const isMerge = (merge: unknown): boolean =>
  typeof merge === 'string'
    ? MERGE.test(merge)
    : Array.isArray(merge) && merge.length === 2 && merge.every((each) => typeof each === 'string');

const notDone = (name: string): never => {
  throw new UnfitConfig(`A model of BPE with \`${name}\` is not known here.`);
};

const bpe = (model: Fields, { BPE }: TokenizerLibrary): Subwords => {
  const vocab = vocabOf(model);
  const { merges, dropout, ignore_merges: ignoresMerges } = model;
  if (!Array.isArray(merges) || merges.length > MOST_TOKENS || !merges.every(isMerge))
    throw new UnfitConfig('`model.merges` is a list of two tokens each.');
  if (dropout !== undefined && dropout !== null && dropout !== 0) notDone('dropout');
  if (textIn(model, 'continuing_subword_prefix') !== '') notDone('continuing_subword_prefix');
  const ids = new Map(Object.entries(vocab));
  const token = textIn(model, 'unk_token');
  const suffix = textIn(model, 'end_of_word_suffix');
  const library = new BPE({
    ...{ type: 'BPE', vocab, merges },
    ...(suffix === '' ? {} : { end_of_word_suffix: suffix }),
  });
  const unknown: Unknown = {
    token,
    id: ids.get(token),
    isFused: model['fuse_unk'] === true,
    hasBytes: model['byte_fallback'] === true,
  };
  const tokenize: Tokenize = (word) => {
    const text = textOf(word);
    const merged = ignoresMerges === true && ids.has(text) ? [text] : library.bpe(text);
    const pieces = merged.map((piece, place) => ({
      text: piece,
      length: lengthOf(piece) - (place === merged.length - 1 && merged[0] !== text ? lengthOf(suffix) : 0),
    }));
    return tokensOf(word, pieces, ids, unknown);
  };
  return { size: ids.size, tokenize, idOf: (each) => ids.get(each) };
};

const isScored = (entry: unknown): entry is readonly [string, number] =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && typeof entry[1] === 'number';

const unigram = (model: Fields, { Unigram }: TokenizerLibrary): Subwords => {
  const { vocab, unk_id: unknownId } = model;
  if (!Array.isArray(vocab) || vocab.length === 0 || vocab.length > MOST_TOKENS || !vocab.every(isScored))
    throw new UnfitConfig(
      `\`model.vocab\` is a list of tokens, each with its score, ${MOST_TOKENS} at most.`,
    );
  const [token] = isId(unknownId) ? (vocab[unknownId] ?? []) : [];
  if (token === undefined) throw new UnfitConfig('`model.unk_id` is the place of a token in `model.vocab`.');
  const ids = new Map(vocab.map(([text], id) => [text, id]));
  const library = new Unigram({ type: 'Unigram', vocab, unk_id: unknownId }, '');
  const unknown: Unknown = {
    token,
    id: ids.get(token),
    isFused: false,
    hasBytes: model['byte_fallback'] === true,
  };
  const tokenize: Tokenize = (word) =>
    tokensOf(word, fused(library.tokenize(textOf(word)), ids), ids, unknown);
  return { size: ids.size, tokenize, idOf: (each) => ids.get(each) };
};

/** Unknown pieces that follow one another are one. */
const fused = (pieces: readonly string[], ids: ReadonlyMap<string, number>): readonly Piece[] => {
  const made: string[] = [];
  pieces.forEach((piece, place) => {
    const before = place === 0 ? undefined : pieces[place - 1];
    const joins = before !== undefined && !ids.has(before) && !ids.has(piece);
    if (joins) made[made.length - 1] += piece;
    else made.push(piece);
  });
  return made.map((text) => ({ text, length: lengthOf(text) }));
};

const MODELS = { WordPiece: wordPiece, BPE: bpe, Unigram: unigram } as const;

/** The model of a `tokenizer.json`; throws `UnfitConfig`. */
export const subwordsOf = (model: unknown, library: TokenizerLibrary): Subwords => {
  const fields = isRecord(model) ? model : {};
  const { type = 'none' } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(MODELS, type))
    throw new UnfitConfig(`\`model.type\` is ${String(type)}, not ${Object.keys(MODELS).join(', ')}.`);
  return MODELS[type as keyof typeof MODELS](fields, library);
};
