import { SEEN } from '@cairn/contracts';
import { foldName } from './fold-name.js';

/** A character that no reader sees. */
const UNSEEN = `(?!${SEEN.source})[^]`;
/** What changes how the character before it looks: the last part of an emoji, say. */
const SELECTORS = '\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}\\u{e0100}-\\u{e01ef}\\u180b-\\u180d\\u180f';

const BLANKS = /[\p{White_Space}\p{Cc}]+/gu;
const BEFORE = new RegExp(`^(?:${UNSEEN})+`, 'u');
const BEHIND = new RegExp(`^(?![${SELECTORS}])${UNSEEN}$`, 'u');
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A name as it is kept: without blanks and invisible characters around it, with one blank where there are several, in NFC
 * (SPEC-31). Empty when nothing of it can be seen.
 */
export const plainName = (name: string): string =>
  PLAIN.test(name) ? name : withoutEnd(name.replace(BEFORE, '')).replace(BLANKS, ' ').normalize('NFC');

/** Looked at from behind, so that a name of blanks alone takes no longer than its length. */
const withoutEnd = (name: string): string => {
  let end = name.length;
  for (let last = lastOf(name, end); BEHIND.test(last); last = lastOf(name, end)) end -= last.length;
  return name.slice(0, end);
};

const lastOf = (name: string, end: number): string =>
  String.fromCodePoint(name.codePointAt(end - 2) ?? 0).length === 2
    ? name.slice(end - 2, end)
    : name.slice(end - 1, end);

/** How names that must be unique are told apart (SPEC-31): they are one when this is. */
export const nameKey = (name: string): string => foldName(plainName(name));
