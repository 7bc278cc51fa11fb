import type { Page } from '@cairn/kernel';
import { invalidCursor as invalid } from '../problems/problem.js';

type After = NonNullable<Page<unknown>['next']>;

/** What a cursor is good for: one list, in one order. */
export const orderOf = (operation: { readonly id: string }, sort: string): string =>
  `${operation.id} ${sort}`;

/** The place where a page of a list ends, opaque to the caller: base64url of `[order, value, id]`. */
export const cursorOf = (order: string, after: After): string =>
  Buffer.from(JSON.stringify([order, after.value, after.id])).toString('base64url');

const MAX_CURSOR = 4000;

/** Reads a cursor. Throws `invalid_parameter` for one that was not made here, or for another list or order. */
export const afterCursor = (cursor: string, order: string): After => {
  const parts = cursor.length <= MAX_CURSOR ? partsOf(cursor) : undefined;
  if (!Array.isArray(parts) || parts.length !== 3) throw invalid('is not a cursor of this service');
  const [ordered, value, id] = parts as readonly unknown[];
  if (ordered !== order) throw invalid('belongs to another list or another order');
  if (!isScalar(value) || !isKey(id)) throw invalid('is not a cursor of this service');
  return { value, id };
};

const partsOf = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** What a row can be called: nothing here has a name with NUL or half a character in it. */
const isKey = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && id.isWellFormed() && !id.includes('\0');

const isScalar = (value: unknown): value is After['value'] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
