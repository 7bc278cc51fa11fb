import type { ObjectName } from './names.js';

export interface Listed {
  readonly name: ObjectName;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, by the store's clock. */
  readonly modified: number;
}

/** What is known of one copy of a blob. */
export interface Copy {
  readonly number: number;
  /** Bytes; `undefined` when the copy is gone and only marks are left. */
  readonly size: number | undefined;
  /** When it was written or touched last, milliseconds since 1970 by the store's clock. */
  readonly touched: number;
  /** When somebody set out to remove it, by the store's clock; `undefined` when nobody did. */
  readonly condemned: number | undefined;
}

const absent = (number: number): Copy => ({ number, size: undefined, touched: 0, condemned: undefined });

/** The copies that the objects of one blob make, by number. */
export const copiesAmong = (objects: readonly Listed[]): ReadonlyMap<number, Copy> => {
  const copies = new Map<number, Copy>();
  for (const { name, size, modified } of objects) {
    const copy = copies.get(name.copy) ?? absent(name.copy);
    copies.set(name.copy, {
      ...copy,
      ...(name.mark === undefined ? { size } : {}),
      ...(name.mark === 'condemned'
        ? { condemned: modified }
        : { touched: Math.max(copy.touched, modified) }),
    });
  }
  return copies;
};

/** The copy that a blob nearly always has, as if nothing were known of it. */
export const FIRST_COPY: Copy = absent(0);

/** The first copy that nobody set out to remove: there already or to be written. */
export const safeCopy = (copies: ReadonlyMap<number, Copy>): Copy => {
  for (let number = 0; ; number += 1) {
    const copy = copies.get(number) ?? absent(number);
    if (copy.condemned === undefined) return copy;
  }
};
