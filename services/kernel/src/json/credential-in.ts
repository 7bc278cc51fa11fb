import { pointerTo } from '../base/pointer.js';

/** What programs call credentials, without case, dashes and underscores: names that end so. */
const ENDINGS = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'signingkey',
  'authorization',
  'credential',
  'credentials',
  'accesstoken',
  'refreshtoken',
  'bearertoken',
  'authtoken',
  'apitoken',
  'sessiontoken',
];
/** Names that say so only when they stand alone: `eos_token` of a model is none. */
const NAMES = new Set(['token', 'cookie', 'setcookie', 'bearer']);

/** Texts that are one whatever they are called: a header, a key, an address with a password in it. */
const TEXTS = [
  /^(?:bearer|basic)\s+\S/i,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/,
  /^[a-z][a-z0-9+.-]{0,40}:\/\/[^/\s:@]{0,200}:[^/\s@]{1,200}@/i,
];

const isNamed = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[-_\s]/g, '');
  return NAMES.has(plain) || ENDINGS.some((ending) => plain.endsWith(ending));
};

/** Whether a member of an object says by its name that it is one. */
const isCalledOne = (key: string, value: unknown): boolean =>
  typeof value === 'string' && value !== '' && isNamed(key);

/**
 * Where in a JSON value something stands that is kept as a credential by its name or its form (RFC 6901); `undefined` when
 * nothing does. What is in an event is there for ever (law 8). Empty texts are none: they say that there is nothing.
 */
export const credentialIn = (value: unknown, pointer = ''): string | undefined =>
  keysTo(value)?.reduceRight(pointerTo, pointer);

/** The keys that lead to it, the last one first: they are told of what is found alone, for settings may have very many. */
const keysTo = (value: unknown): string[] | undefined => {
  if (typeof value === 'string') return TEXTS.some((text) => text.test(value)) ? [] : undefined;
  return typeof value === 'object' && value !== null ? keysWithin(value) : undefined;
};

const keysWithin = (value: object): string[] | undefined => {
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    const found = !isList && isCalledOne(key, inner) ? [] : keysTo(inner);
    if (found !== undefined) return [...found, key];
  }
  return undefined;
};
