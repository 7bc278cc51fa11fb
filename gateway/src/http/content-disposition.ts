import { encodeExtended, parse } from 'content-disposition';

/**
 * `Content-Disposition` of a download (RFC 6266, RFC 8187, S32): the name in ASCII for old clients and whole in UTF-8.
 * Whatever the name holds, it cannot end the header or the quoted string.
 */
export const contentDisposition = (type: 'attachment' | 'inline', fileName: string): string => {
  const name = safeFileName(fileName);
  if (name === '') return type;
  const ascii = name.replace(/[^ !#-$&-.0-[\]-~]/g, '_');
  return `${type}; filename="${ascii}"; filename*=${encodeExtended(name)}`;
};

const MAX_NAME = 255;
/** Control characters, and marks that reorder or hide what stands around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A name as a client gave it, without any path and without what cannot be shown; `''` when nothing is left. */
export const safeFileName = (given: string): string => {
  const last =
    given
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const name = Array.from(last.replace(UNPRINTABLE, '').trim()).slice(-MAX_NAME).join('');
  return name === '.' || name === '..' ? '' : name;
};

/** The file name in a request's `Content-Disposition`, `filename*` before `filename`; `''` when there is none. */
export const fileNameOf = (header: string): string => {
  // The library passes over escapes that are not well formed; here they are kept as they came.
  const { 'filename*': extended = '', filename = '' } = parse(header, { extended: false }).parameters;
  return safeFileName(decodedExtended(extended) || latin1AsUtf8(filename));
};

const decodedExtended = (value: string): string => {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value);
  return match === null ? '' : percentDecoded(match[1]!);
};

/** Percent escapes resolved; the text itself when they are not well formed. */
const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Node reads header bytes as Latin-1; clients send UTF-8. */
const latin1AsUtf8 = (text: string): string => {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
};

/** The file name in `X-Filename`, as it is or percent encoded. */
export const fileNameOfHeader = (header: string): string =>
  safeFileName(percentDecoded(latin1AsUtf8(header)));
