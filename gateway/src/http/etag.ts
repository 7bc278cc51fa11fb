import { hash } from 'node:crypto';
import { Problem } from '../problems/problem.js';

/** `"<revision>.<digest of the body>"` (decisions, section 2, *Concurrency*). */
export const etagOf = (revision: string, body: string): string =>
  `"${revision}.${hash('sha256', body, 'base64url').slice(0, 16)}"`;

const ENTITY_TAG = '(?:W/)?"[!#-~\\u0080-\\u00ff]*"';
const LIST = new RegExp(`^\\s*${ENTITY_TAG}(?:\\s*,\\s*${ENTITY_TAG})*\\s*$`);
const EACH = /(?:W\/)?("[!#-~\u0080-\u00ff]*")/g;
const OURS = /^"(\d{1,19})(?:\.[A-Za-z0-9_-]*)?"$/;

/** The tags of a header without their `W/`; `undefined` when it is no list of entity tags. */
const tagsOf = (header: string): readonly string[] | undefined =>
  LIST.test(header) ? [...header.matchAll(EACH)].map((match) => match[1]!) : undefined;

/** Whether `If-None-Match` names this tag or is `*`. A header that is no list of tags matches nothing. */
export const isNoneMatched = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || (tagsOf(header)?.includes(etag) ?? false));

/** What no stream's revision ever is, so that a tag of someone else's making fails. */
const NO_REVISION = 'none';

/**
 * The revision that `If-Match` asks for; `undefined` without the header and for `*`. The digest in the tag is not
 * compared. Throws `invalid_header` for what is no entity tag, and for tags of different revisions.
 */
export const revisionOfIfMatch = (header: string | undefined): string | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = tagsOf(header);
  if (tags === undefined)
    throw new Problem('invalid_header', '`If-Match` is `*` or an entity tag in double quotes.');
  const revisions = new Set(tags.map((tag) => OURS.exec(tag)?.[1] ?? NO_REVISION));
  if (revisions.size > 1) throw new Problem('invalid_header', '`If-Match` names more than one revision.');
  return revisions.values().next().value;
};
