import { type Json, pointerTo } from '@cairn/kernel';
import type { Properties } from '../../../formats/element.js';
import { shown } from '../../../formats/reading/refusal.js';
import type { DeclaredProperty } from '../../schema.js';
import type { Flaw } from '../elements.js';
import { type PropertyKind, propertyKind } from './property-words.js';

/** The properties of an element that have a value: null says that there is none. */
export type Values = ReadonlyMap<string, Json>;

export const valuesOf = (properties: Properties): Values =>
  new Map(Object.entries(properties).filter(([, value]) => value !== null));

/** Names that are in both, at the cost of the smaller one: a large schema costs a small element nothing. */
const inBoth = (
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown> | ReadonlySet<string>,
): readonly string[] => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few.keys()].filter((name) => many.has(name));
};

/** What a type declares of the properties of its elements. A type that is declared twice has what both say. */
export class DeclaredProperties {
  /** Kinds are few, so that a property that is declared ten thousand times has not as many. */
  readonly #kinds = new Map<string, Set<PropertyKind>>();
  readonly #required = new Set<string>();
  readonly #unique = new Set<string>();

  constructor(private readonly type: string) {}

  declare(properties: readonly DeclaredProperty[] = []): void {
    for (const { name, type, required, unique } of properties) {
      if (name === undefined) continue;
      if (required === true) this.#required.add(name);
      if (unique === true) this.#unique.add(name);
      const kind = propertyKind(type);
      if (kind !== undefined) this.#kinds.set(name, (this.#kinds.get(name) ?? new Set()).add(kind));
    }
  }

  /** Whether there are no flaws. An edge may be asked of a thousand declarations, so no flaw is made for it. */
  accept(values: Values): boolean {
    for (const name of this.#required) if (!values.has(name)) return false;
    return this.#wrong(values).next().done === true;
  }

  *flaws(values: Values): Generator<Flaw, void, void> {
    for (const [name, { what }] of this.#wrong(values))
      yield this.#flaw(name, 'property_type', `must be ${what}`);
    for (const name of this.#required)
      if (!values.has(name)) yield this.#flaw(name, 'property_missing', 'is required');
  }

  get uniques(): readonly string[] {
    return [...this.#unique];
  }

  /** The properties whose value no other element of the type may have. */
  uniqueNames(values: Values): Iterable<string> {
    return inBoth(values, this.#unique);
  }

  *#wrong(values: Values): Generator<readonly [string, PropertyKind], void, void> {
    for (const name of inBoth(values, this.#kinds))
      for (const kind of this.#kinds.get(name) ?? [])
        if (!kind.accepts(values.get(name) ?? null)) yield [name, kind];
  }

  #flaw(name: string, code: string, message: string): Flaw {
    return {
      pointer: pointerTo('/properties', name),
      code,
      message: `${message} (type ${shown(this.type)})`,
    };
  }
}
