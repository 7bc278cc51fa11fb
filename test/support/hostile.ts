/** Texts that mean something to a store, to its keys or to a language: separators, quotes, NUL, halves of characters, lengths. */
const pieces: readonly string[] = [
  '\0',
  'a\0b',
  '\0\0\0',
  '\ud800',
  'a\udfff',
  '\udc00\ud800',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
  '\u0001',
  '\u001f\u001e',
  '\u007f',
  '\u2028',
  '\ufeff',
  "'",
  "''",
  '"',
  '`',
  "' OR '1'='1",
  "' OR 1=1 --",
  '"; DROP TABLE documents; --',
  ') OR (1=1',
  "x' UNION SELECT doc FROM datasets --",
  '* OR *',
  'name:a',
  'NEAR(a b)',
  'a AND b',
  'a*',
  '^a',
  '%',
  '_',
  '\\',
  '\\0',
  '%00',
  '${1+1}',
  '{{7*7}}',
  '{"$gt":""}',
  '{"$where":"1"}',
  '$ne',
  '[]',
  '{}',
  'null',
  'true',
  '-1',
  '1e999',
  '9e999',
  '-9e999',
  'NaN',
  '0x7f',
  '9223372036854775808',
  '..',
  '../../log.db',
  'a.b',
  'a/b',
  'a-b',
  'a:b',
  'a|b',
  'a,b',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];

/** Some 200: each by itself, within others, and very long. */
export const hostileTexts: readonly string[] = [
  ...pieces,
  ...pieces.map((piece) => `ab${piece}cd`),
  ...pieces.map((piece) => `${piece}'"${piece}`),
  ...['a', '\0', "'", '\ud800', '\u{1f600}', '-'].map((piece) => piece.repeat(2_000)),
];

/** What a query string or a path can carry: halves of characters have no bytes in UTF-8. */
export const isSendable = (text: string): boolean => text.isWellFormed();

/** A cursor as somebody could forge it who has looked at one. */
export const forgedCursor = (list: string, sort: string, value: unknown, id: unknown): string =>
  Buffer.from(JSON.stringify([`${list} ${sort}`, value, id])).toString('base64url');

/** Texts that mean something to a store that takes them for more than texts. */
export const TRICKS: readonly string[] = [
  "' OR '1'='1",
  '" OR 1=1 --',
  'a* NEAR b',
  '"',
  '%',
  '_',
  '\\',
  '\u001f',
  '{}',
  '$ne',
  '(',
  'a:b',
  '*',
];

/** An object of JSON with one more member, written as it is given. */
export const withOneMore = (object: string, member: string): string =>
  object === '{}' ? `{${member}}` : `${object.slice(0, -1)},${member}}`;

/** Members that would reach what every object inherits. */
export const PROTOTYPES: readonly string[] = ['__proto__', 'constructor', 'prototype'].flatMap((key) => [
  `"${key}":{"polluted":true}`,
  `"more":[{"deep":{"${key}":1}}]`,
]);

/** What becomes of an object of JSON that none may take for JSON, or keep. */
export const NO_JSON: Readonly<Record<string, (object: string) => string | Uint8Array>> = {
  'a duplicate key': (object) => withOneMore(object, '"twice":1,"twice":2'),
  'a duplicate key, escaped': (object) => withOneMore(object, '"twice":1,"tw\\u0069ce":2'),
  NaN: (object) => withOneMore(object, '"more":NaN'),
  Infinity: (object) => withOneMore(object, '"more":-Infinity'),
  '1e400': (object) => withOneMore(object, '"more":1e400'),
  'an integer over 2^53': (object) => withOneMore(object, '"more":9007199254740993'),
  'a lone surrogate': (object) => withOneMore(object, '"more":"\\ud800"'),
  'a lone surrogate in a key': (object) => withOneMore(object, '"\\udc00":1'),
  'bytes that are not UTF-8': (object) => Buffer.from(withOneMore(object, '"more":"\u00ff"'), 'latin1'),
  'a comment': (object) => withOneMore(object, '"more":1/**/'),
  'something behind the end': (object) => `${object} {}`,
  'no end': (object) => object.slice(0, -1),
  'a byte order mark of UTF-16': (object) => Buffer.from(`\ufeff${object}`, 'utf16le'),
};
