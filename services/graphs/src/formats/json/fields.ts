import type { Json } from '@cairn/kernel';
import type { Properties } from '../element.js';
import { limits } from '../limits.js';
import { checkedLabels, checkedName, checkedUid, checkedWord } from '../reading/names.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import { isObject, isTexts, type JsonObject, specialNumber } from '../values.js';

/** A value with where it stands, out of which an element is made. Everything throws `FileRefused`. */
export class Fields {
  readonly #taken: string[] = [];
  constructor(
    private readonly object: JsonObject,
    /** For people: "a node". */
    private readonly what: string,
    readonly place: Place,
    private readonly known: KnownNames,
  ) {}

  static of(value: Json | undefined, what: string, place: Place, known: KnownNames): Fields {
    if (!isObject(value)) throw new FileRefused('structure_invalid', `${what} is not an object`, place);
    return new Fields(value, what, place, known);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.object, key);
  }

  /** The value, taken out of what `rest` gives; null counts as absent. */
  take(key: string): Json | undefined {
    this.#taken.push(key);
    return this.has(key) ? (this.object[key] ?? undefined) : undefined;
  }

  peek(key: string): Json | undefined {
    return this.has(key) ? this.object[key] : undefined;
  }

  /** A uid: a text, or an integer that is taken for its digits. */
  uid(key: string): string {
    const uid = this.optionalUid(key);
    return checkedUid(uid, `${key} of ${this.what}`, this.place);
  }

  optionalUid(key: string): string | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    const text = uidText(value);
    if (text === undefined)
      throw new FileRefused('uid_invalid', `${key} of ${this.what} is no text and no integer`, this.place);
    return checkedUid(text, `${key} of ${this.what}`, this.place);
  }

  text(key: string): string | undefined {
    const value = this.take(key);
    return value === undefined || typeof value === 'string' ? value : this.#refuse(key, 'a text');
  }

  flag(key: string): boolean | undefined {
    const value = this.take(key);
    return value === undefined || typeof value === 'boolean' ? value : this.#refuse(key, 'true or false');
  }

  /** The type of an edge. */
  type(key: string): string {
    return checkedWord(this.text(key) ?? '', `the ${key} of an edge`, this.place);
  }

  labels(key: string): readonly string[] {
    const value = this.take(key) ?? [];
    return isTexts(value) ? checkedLabels(value, this.place) : this.#refuse(key, 'a list of texts');
  }

  objectAt(key: string): JsonObject {
    const value = this.take(key) ?? {};
    return isObject(value) ? value : this.#refuse(key, 'an object');
  }

  properties(key: string): Properties {
    return this.known.checked(this.objectAt(key), this.what, this.place);
  }

  /** The keys that were not taken. */
  untaken(): readonly string[] {
    return Object.keys(this.object).filter((key) => !this.#taken.includes(key));
  }

  /** What was not taken. */
  rest(): JsonObject {
    return Object.fromEntries(this.untaken().map((key) => [key, this.object[key]!]));
  }

  restProperties(): Properties {
    return this.known.checked(this.rest(), this.what, this.place);
  }

  #refuse(key: string, wanted: string): never {
    throw new FileRefused('structure_invalid', `${key} of ${this.what} is not ${wanted}`, this.place);
  }
}

const uidText = (value: Json): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const special = specialNumber(value);
  return special?.kind === 'integer' ? special.text : undefined;
};

const MOST_KNOWN = 10_000;

/** Names of properties are few: each is looked at once. */
export class KnownNames {
  readonly #names = new Set<string>();

  checked(properties: JsonObject, what: string, place: Place): Properties {
    const names = Object.keys(properties);
    if (names.length > limits.propertiesPerElement)
      throw new FileRefused(
        'too_large',
        `${what} has more than ${limits.propertiesPerElement} properties`,
        place,
      );
    for (const name of names) if (!this.#names.has(name)) this.#learn(name, place);
    return properties;
  }

  /** `characters`: of the whole text in which the values stand. */
  checkSizes(properties: Properties, characters: number, place: Place): void {
    if (characters <= limits.valueCharacters) return;
    for (const [name, value] of Object.entries(properties))
      if (sizeOf(value) > limits.valueCharacters)
        throw new FileRefused(
          'too_large',
          `the property ${shown(name)} has more than ${limits.valueCharacters} characters`,
          place,
        );
  }

  #learn(name: string, place: Place): void {
    if (name === '') throw new FileRefused('name_invalid', 'the name of a property is empty', place);
    checkedName(name, 'the name of a property', place);
    if (this.#names.size < MOST_KNOWN) this.#names.add(name);
  }
}

const sizeOf = (value: Json): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length;
