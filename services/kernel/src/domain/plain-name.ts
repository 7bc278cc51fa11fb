import { SEEN } from '@cairn/contracts';
import { foldName } from './fold-name.js';

/** A character that no reader sees. */
const UNSEEN = `(?!${SEEN.source})[^]`;
/** What changes how the character before it looks: the last part of an emoji, say. */
const SELECTORS = '\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}\\u{e0100}-\\u{e01ef}\\u180b-\\u180d\\u180f';

const BLANKS = /[\p{White_Space}\p{Cc}]+/gu;
const BEFORE = new RegExp(`^(?:${UNSEEN})+`, 'u');
const BEHIND = new RegExp(`(?:(?![${SELECTORS}])${UNSEEN})+$`, 'u');
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A name as it is kept: without blanks and invisible characters around it, with one blank where there are several, in NFC
 * (decisions, section 7, 31). Empty when nothing of it can be seen.
 */
export const plainName = (name: string): string =>
  PLAIN.test(name)
    ? name
    : name.replace(BEFORE, '').replace(BEHIND, '').replace(BLANKS, ' ').normalize('NFC');

/** How names that must be unique are told apart (decisions, section 7, 31): they are one when this is. */
export const nameKey = (name: string): string => foldName(plainName(name));
