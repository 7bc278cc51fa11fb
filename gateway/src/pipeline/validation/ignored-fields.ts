import { type FieldError, pointerTo } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import { preferencesOf } from '../../http/prefer.js';
import type { Exchange } from '../exchange.js';

/** Of so many the header tells, of so many a refusal. */
const MOST_TOLD = 20;
const MOST_REFUSED = 100;
/** What the header may take, characters, and each field in it before it is encoded. */
const MOST_TEXT = 2_000;
const MOST_NAME = 100;
/** Stands at the end of the header when there are more. */
const MORE = '...';

/**
 * JSON pointers to the fields of a body that its pruning left out, `most` of them. What was left whole is the same object
 * on both sides and is not gone through.
 */
export const ignoredFields = (sent: unknown, kept: unknown, most = MOST_REFUSED): readonly string[] => {
  const found: string[] = [];
  const path: (string | number)[] = [];
  const look = (one: unknown, left: unknown): void => {
    if (one === left || !isObject(one) || !isObject(left)) return;
    for (const key in one) {
      if (found.length === most) return;
      path.push(key);
      if (Object.hasOwn(left, key)) look(one[key], left[key]);
      else found.push(path.reduce<string>(pointerTo, ''));
      path.pop();
    }
  };
  look(sent, kept);
  return found;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Tells the caller of fields that the operation does not take: in `X-Ignored-Fields`, or, under `Prefer: handling=strict`,
 * by `invalid_body`, which is thrown.
 */
export const tellIgnored = (
  exchange: Pick<Exchange, 'headers' | 'header'>,
  pointers: readonly string[],
): void => {
  const isStrict = preferencesOf(exchange.header('prefer')).strict;
  if (isStrict) exchange.headers['Preference-Applied'] = 'handling=strict';
  if (pointers.length === 0) return;
  if (!isStrict) exchange.headers['X-Ignored-Fields'] = headerOf(pointers);
  else
    throw new Problem('invalid_body', 'The body has fields that this operation does not take.', {
      errors: pointers.slice(0, MOST_REFUSED).map(unknownField),
    });
};

const unknownField = (pointer: string): FieldError => ({
  pointer,
  code: 'unknown_field',
  message: 'is not a field of this operation',
});

/** Pointers without their first slash, what is no plain name in percent-encoded UTF-8, separated by commas. */
const headerOf = (pointers: readonly string[]): string => {
  const told: string[] = [];
  let length = MORE.length;
  for (const pointer of pointers.slice(0, MOST_TOLD)) {
    const name = encoded(pointer.slice(1));
    length += name.length + 2;
    if (length > MOST_TEXT) break;
    told.push(name);
  }
  return [...told, ...(told.length < pointers.length ? [MORE] : [])].join(', ');
};

/** A character that the bound halves is told as one that cannot be shown. */
const encoded = (text: string): string =>
  text
    .split('/')
    .map((key) => encodeURIComponent(key.slice(0, MOST_NAME).toWellFormed()))
    .join('/');
