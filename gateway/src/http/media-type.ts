import { parse } from 'content-type';

/** A parsed `Content-Type`; both halves and names of parameters in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const TYPE = /^[a-z0-9!#$%&'*+.^_`|~-]+\/[a-z0-9!#$%&'*+.^_`|~-]+$/;

/** `undefined` when the header is no media type. Of parameters with one name the first counts. */
export const mediaTypeOf = (header: string): MediaType | undefined => {
  const { type, parameters } = parse(header);
  return TYPE.test(type) ? { type, parameters } : undefined;
};

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/;
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Whether a `Content-Type` is JSON in UTF-8. */
export const isJson = (header: string): boolean => {
  if (header === 'application/json') return true;
  const media = mediaTypeOf(header);
  if (media === undefined || !JSON_TYPE.test(media.type)) return false;
  const { charset } = media.parameters;
  return charset === undefined || UTF8.has(charset.toLowerCase());
};

const SENDABLE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;
const CHARSET = /^[a-z0-9_.:+-]+$/i;

/** A media type that can stand in a header, with its charset alone, else that of plain bytes (S32). */
export const sendableType = (header: string): string => {
  const media = mediaTypeOf(header);
  if (media === undefined || !SENDABLE.test(media.type)) return 'application/octet-stream';
  const { charset = '' } = media.parameters;
  return CHARSET.test(charset) ? `${media.type}; charset=${charset}` : media.type;
};
