import { hash } from 'node:crypto';
import { idOf, streamOf } from '@cairn/kernel';
import { graphContent } from '../../domain/content/state.js';

/** The id of the stream of a version's content, and of its document. */
export const contentId = (versionId: string): string => idOf(streamOf(graphContent, versionId));

/** `until` of a row that is so now. */
export const OPEN = 2 ** 32 - 1;

/** Between the parts of an id: it is in no uid, and before every character that is. */
const SEPARATOR = '\u001f';
const BEHIND_SEPARATOR = '\u0020';

/**
 * What the rows of one content begin with: 90 bits of its id, which is a hash. It stands in each row several times, and a
 * whole UUID would double what a small element takes.
 */
export const spaceOf = (id: string): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, 12).toString('base64url');

/** Longer uids are kept by their beginning and a hash. */
const KEPT_CODE_UNITS = 48;

/**
 * A uid as it orders rows. It keeps the order of the uids, so that rows of neighbours in a file stand beside each other:
 * hashes would make writing three times slower.
 */
export const keyOf = (uid: string): string =>
  uid.length <= KEPT_CODE_UNITS ? uid : wholePairs(uid.slice(0, KEPT_CODE_UNITS)) + digestOf(uid);

/** Without half of a surrogate pair at the end. */
export const wholePairs = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));
const digestOf = (uid: string): string => hash('sha256', uid, 'base64url').slice(0, 22);

/** Six digits: more changes than that no stream has. */
const ordinal = (revision: number): string => revision.toString(36).padStart(6, '0');

/** A row: what an element is from a revision on. */
export const rowId = (space: string, key: string, since: number): string =>
  [space, key, ordinal(since)].join(SEPARATOR);

/** A range of ids. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** The rows of all elements of a content. */
export const rowsOfSpace = (space: string): Range => ({
  from: space + SEPARATOR,
  to: space + BEHIND_SEPARATOR,
});

/** The rows of one element through a revision, or all. */
export const rowsOfElement = (space: string, key: string, through: number = OPEN): Range => {
  const start = [space, key, ''].join(SEPARATOR);
  return {
    from: start,
    to: through === OPEN ? space + SEPARATOR + key + BEHIND_SEPARATOR : rowId(space, key, through + 1),
  };
};

/** A piece of what is said of the graph itself from a revision on. */
export const factsId = (space: string, revision: number, piece: number): string =>
  [space, ordinal(revision), ordinal(piece)].join(SEPARATOR);

/** What is said of the graph itself up to a revision. */
export const factsThrough = (space: string, revision: number): Range => ({
  from: space + SEPARATOR,
  to: changeId(space, revision + 1),
});

export const changeId = (space: string, revision: number): string => space + SEPARATOR + ordinal(revision);

/** How many elements have a label, or a type. Names are up to 1,000 characters of any kind: they are no part of a path. */
export const termId = (space: string, kind: TermKind, name: string): string =>
  [space, kind, keyOf(name)].join(SEPARATOR);
export type TermKind = 'label' | 'type';
