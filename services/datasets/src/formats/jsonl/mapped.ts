import type { ColumnTarget } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { listedNames } from '../column-names.js';
import type { ColumnMapping, RecordError } from '../format.js';
import { joined, objectOf } from '../reading/fields.js';
import type { JsonObject, Placed } from '../reading/json-file.js';

/** What JSON objects have a place for: no score of a label, no box. */
export const jsonTargets = [
  'id',
  'name',
  'text',
  'file_name',
  'label',
  'labels',
  'split',
  'attribute',
] as const satisfies readonly ColumnTarget[];

/** Objects as the caller says that their keys are meant, and which of these keys none of them had. */
export class MappedObjects {
  readonly targets: ReadonlySet<ColumnTarget>;
  readonly #byKey: ReadonlyMap<string, ColumnTarget>;
  readonly #unseen: Set<string>;
  #first: Placed | undefined;

  constructor(mapping: ColumnMapping = []) {
    this.#byKey = new Map(mapping.map(({ target, column }) => [column, target]));
    this.targets = new Set(this.#byKey.values());
    this.#unseen = new Set(this.#byKey.keys());
  }

  /** The object with its keys as they are meant; a key that another one stands in for is an attribute. */
  of(placed: Placed): JsonObject {
    const { object } = placed;
    if (this.#byKey.size === 0) return object;
    this.#first ??= placed;
    const meant: [string, Json][] = [];
    const attributes: [string, Json][] = [];
    for (const [key, value] of Object.entries(object)) {
      const target = this.#byKey.get(key);
      this.#unseen.delete(key);
      if (target === 'attribute' || (target === undefined && this.#isReplaced(key)))
        attributes.push([key, value]);
      else meant.push([target ?? key, value]);
    }
    return withAttributes(Object.fromEntries(meant), Object.fromEntries(attributes));
  }

  /** What is wrong when no object had one of the keys. */
  refusal(): RecordError | undefined {
    if (this.#unseen.size === 0 || this.#first === undefined) return undefined;
    const { where, object } = this.#first;
    const message = `no record has ${listedNames([...this.#unseen])}; the keys of the first are: ${listedNames(Object.keys(object))}`;
    return { kind: 'error', where, code: 'columns_invalid', message, refusing: true };
  }

  #isReplaced(key: string): boolean {
    return this.targets.has((key === 'data' ? 'text' : key) as ColumnTarget);
  }
}

const withAttributes = (object: JsonObject, more: JsonObject): JsonObject => {
  if (Object.keys(more).length === 0) return object;
  return { ...object, attributes: joined(objectOf(object['attributes'], 'attributes') ?? {}, more) };
};
