import { type ConfigReader, UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { type AlignedText, alignedText, mapped, prepended, replaced, slice, textOf } from './aligned-text.js';
import { patternOf } from './patterns.js';
import { precompiled } from './precompiled.js';
import { unicodeForm } from './unicode-forms.js';
import { spacesFrom } from './white-space.js';

export type Normalize = (text: AlignedText) => AlignedText;

const CONTROL = /^[\0\ufffd\p{Cc}\p{Cf}\p{Co}\p{Cs}]$/u;
const BLANK = /^[\t\n\r\p{White_Space}]$/u;
const CHINESE =
  /^[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]$/u;
const NONSPACING = /^\p{Mn}$/u;
const MARK = /^\p{M}$/u;

const without =
  (what: RegExp): Normalize =>
  (text) =>
    mapped(text, (character) => (what.test(character) ? '' : character));

/** Each character by itself, so that a Greek word ends in σ as in PyPI's `tokenizers`. */
const lowercase: Normalize = (text) => mapped(text, (character) => character.toLowerCase());

const cleaned: Normalize = (text) =>
  mapped(text, (character) => {
    if (/^[\t\n\r]$/.test(character)) return ' ';
    if (CONTROL.test(character)) return '';
    return BLANK.test(character) ? ' ' : character;
  });

const chineseApart: Normalize = (text) =>
  mapped(text, (character) => (CHINESE.test(character) ? ` ${character} ` : character));

const accentsStripped: Normalize = (text) => without(NONSPACING)(unicodeForm(text, 'NFD'));

const inTurn = (steps: readonly Normalize[]): Normalize => {
  return (text) => steps.reduce((made, step) => step(made), text);
};

const when = (isSaid: boolean, step: Normalize): readonly Normalize[] => (isSaid ? [step] : []);

const bert = (definition: ConfigReader): Normalize => {
  const isLowercase = definition.flag('lowercase') ?? true;
  return inTurn([
    ...when(definition.flag('clean_text') ?? true, cleaned),
    ...when(definition.flag('handle_chinese_chars') ?? true, chineseApart),
    ...when(definition.flag('strip_accents') ?? isLowercase, accentsStripped),
    ...when(isLowercase, lowercase),
  ]);
};

const stripped = (definition: ConfigReader): Normalize => {
  const [left, right] = [definition.flag('strip_left') ?? true, definition.flag('strip_right') ?? true];
  return (text) => {
    const { length } = text.characters;
    const from = left ? spacesFrom(text.characters, 0, 1) : 0;
    const to = right ? spacesFrom(text.characters, length, -1) : length;
    return slice(text, from, Math.max(from, to));
  };
};

type Open = (definition: ConfigReader, library: TokenizerLibrary) => Normalize;

const NORMALIZERS = {
  BertNormalizer: bert,
  Lowercase: () => lowercase,
  NFC: () => (text) => unicodeForm(text, 'NFC'),
  NFD: () => (text) => unicodeForm(text, 'NFD'),
  NFKC: () => (text) => unicodeForm(text, 'NFKC'),
  NFKD: () => (text) => unicodeForm(text, 'NFKD'),
  StripAccents: () => without(MARK),
  Strip: stripped,
  Precompiled: (definition) => precompiled(definition.text('precompiled_charsmap') ?? ''),
  Prepend: (definition) => {
    const prefix = definition.text('prepend') ?? '';
    return (text) => prepended(prefix, text);
  },
  Replace: (definition, library) => {
    const pattern = patternOf(definition.within('pattern'), library);
    const content = definition.text('content') ?? '';
    return (text) => replaced(text, pattern, content);
  },
  Sequence: (definition, library) =>
    inTurn(definition.readers('normalizers').map((each) => normalizerOf(each, library))),
} as const satisfies Readonly<Record<string, Open>>;

/**
 * What a `tokenizer.json` makes of a text before it cuts it, with the place of each character. Throws `UnfitConfig` for what
 * is not done as PyPI's `tokenizers` does it.
 */
export const normalizerOf = (definition: ConfigReader, library: TokenizerLibrary): Normalize => {
  if (!definition.isThere) return (text) => text;
  const type = definition.text('type') ?? '';
  const open: Open | undefined = Object.hasOwn(NORMALIZERS, type)
    ? NORMALIZERS[type as keyof typeof NORMALIZERS]
    : undefined;
  if (open === undefined)
    throw new UnfitConfig(
      `The normalizer ${type} is not known here: ${Object.keys(NORMALIZERS).join(', ')}.`,
    );
  return open(definition, library);
};

/** The text that a normalizer makes of one. */
export const normalizedText = (normalize: Normalize, text: string): string =>
  textOf(normalize(alignedText(text)));
