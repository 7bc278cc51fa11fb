import { hash } from 'node:crypto';
import { derivedId, nameKey } from '@cairn/kernel';
import type { Ordinals } from './ordinals.js';

/** What tells one item of a version from another: its content and the name of its file within its split. */
export interface Identity {
  readonly text: string;
  /** SHA-256 of the file, `''` without one. */
  readonly sha256: string;
  /** Without folders. */
  readonly fileName: string;
  /** Names. */
  readonly splits: readonly string[];
}

/**
 * The id of an imported item: of the version, the split, the content, the file name, and which one of several equals it
 * is. The same archive gives the same ids whenever it comes, so that nothing is added twice (SPEC-1).
 */
export const itemId = (
  versionId: string,
  { text, sha256, fileName, splits }: Identity,
  ordinals: Ordinals,
): string => {
  const where = JSON.stringify([...splits].map(nameKey).sort());
  const content = hash('sha256', `${sha256}\0${fileName.length}\0${fileName}\0${where}\0${text}`, 'hex');
  return derivedId(versionId, 'item', content, ordinals.next(content));
};
