import { hash } from 'node:crypto';
import { Problem } from '../problems/problem.js';

/** `"<revision>.<digest of the body>"` (SPEC-concurrency). */
export const etagOf = (revision: string, body: string): string =>
  `"${revision}.${hash('sha256', body, 'base64url').slice(0, 16)}"`;

const ENTITY_TAG = '(?:W/)?"[!#-~\\u0080-\\u00ff]*"';
/** Elements may be empty (RFC 9110, 5.6.1). */
const LIST = new RegExp(`^[\\s,]*${ENTITY_TAG}(?:\\s*,[\\s,]*${ENTITY_TAG})*[\\s,]*$`);
const EACH = /(?:W\/)?"[!#-~\u0080-\u00ff]*"/g;
const OURS = /^"(\d{1,19})(?:\.[A-Za-z0-9_-]*)?"$/;

/** The tags of a header; `undefined` when it is no list of entity tags. */
const tagsOf = (header: string): readonly string[] | undefined =>
  LIST.test(header) ? header.match(EACH)! : undefined;

const isAny = (header: string): boolean => header.trim() === '*';
const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** Whether `If-None-Match` names this tag or is `*`. A header that is no list of tags matches nothing. */
export const isNoneMatched = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (isAny(header) || (tagsOf(header)?.map(opaque).includes(etag) ?? false));

/** Whether `If-Match` is absent, `*` or names this very tag (RFC 9110, 8.8.3.2: a weak one never does). Throws `invalid_header`. */
export const isMatched = (header: string | undefined, etag: string): boolean =>
  header === undefined || isAny(header) || wantedTags(header).includes(etag);

/**
 * The revisions of which `If-Match` asks for any; `undefined` without the header and for `*`. The digest in a tag is not
 * compared, a weak tag or one of someone else's making stands for none. Throws `invalid_header` for what is no entity tag.
 */
export const revisionsOfIfMatch = (header: string | undefined): readonly string[] | undefined =>
  header === undefined || isAny(header)
    ? undefined
    : wantedTags(header).flatMap((tag) => OURS.exec(tag)?.[1] ?? []);

const wantedTags = (header: string): readonly string[] => {
  const tags = tagsOf(header);
  if (tags !== undefined) return tags;
  throw new Problem('invalid_header', '`If-Match` is `*` or entity tags in double quotes.');
};

/** Whether `If-Match` lets a resource of this revision be read. Throws `invalid_header`. */
export const isRevisionMatched = (header: string | undefined, etag: string): boolean =>
  revisionsOfIfMatch(header)?.includes(OURS.exec(etag)?.[1] ?? '') ?? true;
