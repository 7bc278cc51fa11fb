import { UnfitConfig } from '../config/config-reader.js';
import { type AlignedText, changed, slice } from './aligned-text.js';

/** Longer ones are looked up character by character, as SentencePiece does it. */
const LONGEST_GRAPHEME_BYTES = 5;
const UNIT_BYTES = 4;

/**
 * The table of SentencePiece that says what becomes what, as T5 and XLM-R bring it: a double array trie of the bytes of what
 * is replaced, then the texts that replace it, each ended by a 0.
 */
export const precompiled = (charsmap: string): ((text: AlignedText) => AlignedText) => {
  const replacementOf = openTable(Buffer.from(charsmap, 'base64'));
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const partsOf = (grapheme: string): readonly Part[] => {
    const whole = Buffer.byteLength(grapheme) <= LONGEST_GRAPHEME_BYTES ? replacementOf(grapheme) : undefined;
    if (whole !== undefined) return [[grapheme, whole]];
    return Array.from(grapheme, (character): Part => [character, replacementOf(character) ?? character]);
  };
  return (text) => {
    const parts = Array.from(graphemes.segment(text.characters.join('')), ({ segment }) => partsOf(segment));
    return withReplaced(text, parts.flat());
  };
};

type Part = readonly [from: string, to: string];

const withReplaced = (text: AlignedText, parts: readonly Part[]): AlignedText => {
  const changes: [string, number][] = [];
  let removedFirst = 0;
  for (const [from, to] of parts) {
    const [before, after] = [Array.from(from).length, Array.from(to)];
    after.forEach((character, place) => changes.push([character, place < before ? 0 : 1]));
    const removed = before - after.length;
    const last = changes.at(-1);
    if (removed <= 0) continue;
    if (last === undefined) removedFirst += removed;
    else last[1] -= removed;
  }
  return changed(slice(text, removedFirst, text.characters.length), changes);
};

const openTable = (bytes: Buffer): ((text: string) => string | undefined) => {
  const trieBytes = bytes.length < UNIT_BYTES ? 0 : bytes.readUInt32LE(0);
  const textsFrom = UNIT_BYTES + trieBytes;
  if (trieBytes === 0 || trieBytes % UNIT_BYTES !== 0 || textsFrom > bytes.length)
    throw new UnfitConfig('`normalizer.precompiled_charsmap` is no table of SentencePiece.');
  const units = Array.from({ length: trieBytes / UNIT_BYTES }, (_, place) =>
    bytes.readUInt32LE(UNIT_BYTES + place * UNIT_BYTES),
  );
  const texts = bytes.subarray(textsFrom);
  return (text) => {
    const place = placeIn(units, Buffer.from(text));
    if (place === undefined) return undefined;
    const end = texts.indexOf(0, place);
    return texts.toString('utf8', place, end < 0 ? texts.length : end);
  };
};

const HAS_LEAF = 0x1_00;
const VALUE = 0x7f_ff_ff_ff;
const LABEL = 0x80_00_00_ff;
const offsetOf = (unit: number): number => ((unit >>> 10) << ((unit & 0x2_00) >>> 6)) >>> 0;

/** Of the shortest beginning of the bytes that is in the trie. */
const placeIn = (units: readonly number[], bytes: Uint8Array): number | undefined => {
  let node = offsetOf(units[0] ?? 0);
  for (const byte of bytes) {
    if (byte === 0) return undefined;
    node ^= byte;
    const unit = units[node] ?? 0;
    if ((unit & LABEL) >>> 0 !== byte) return undefined;
    node ^= offsetOf(unit);
    if ((unit & HAS_LEAF) !== 0) return (units[node] ?? 0) & VALUE;
  }
  return undefined;
};
