import type { Json } from '@cairn/kernel';
import type { Declaration, PropertyType, ScalarType, Scope } from '../element.js';
import { limits } from '../limits.js';
import { holdsOf, isPropertyType, OWN_HOLDS, OWN_TYPE } from '../own-words.js';
import { itemType, scalarOf } from '../typed.js';
import { jsonOf } from './json-value.js';
import { FileRefused, type Place, shown } from './refusal.js';
import { splitList } from './split-list.js';
import type { Tag } from './xml.js';

/** A property that a file has declared. */
export interface Declared {
  readonly id: string;
  readonly scope: Scope | 'all';
  readonly name: string;
  readonly type: PropertyType;
  defaultValue?: Json;
  /** Labels or an edge's type stand under it: it is no property. */
  readonly own: 'labels' | 'type' | undefined;
  /** What stands under it is kept as it is. */
  readonly raw?: boolean;
  options?: string;
  readonly dynamic?: boolean;
}

/** What Cairn's own words say of a property; of its type they say more than the format's word, `named`. */
export const ownWordsIn = (
  { attributes, place }: Tag,
  named: PropertyType | undefined,
  unknown: string,
): Pick<Declared, 'type' | 'own'> => {
  const own = attributes[OWN_TYPE];
  const type = isPropertyType(own) ? own : named;
  if (type === undefined) throw new FileRefused('type_unknown', unknown, place);
  return { type, own: holdsOf(attributes[OWN_HOLDS]) };
};

/** The value of a text, or `FileRefused`. */
export const declaredValue = (text: string, declared: Declared, place: Place): Json => {
  if (text.length > limits.valueCharacters)
    throw new FileRefused(
      'too_large',
      `the property ${shown(declared.name)} has more than ${limits.valueCharacters} characters`,
      place,
    );
  if (declared.type === 'json') return jsonOf(text, place);
  const item = itemType(declared.type);
  if (item === undefined) return scalar(text, declared.type as ScalarType, declared, place);
  return splitList(text).map((part) => scalar(part, item, declared, place));
};

const scalar = (text: string, type: ScalarType, { name }: Declared, place: Place): Json => {
  const value = scalarOf(text, type);
  if (value === undefined)
    throw new FileRefused('value_invalid', `${shown(text)} is no ${type} (${shown(name)})`, place);
  return value;
};

export const twice = (id: string, place: Place): FileRefused =>
  new FileRefused('structure_invalid', `${shown(id)} is declared twice`, place);

/** What a file declares, by the ids that it gives; one may stand for nodes and for edges, as Neo4j has it. */
export class Declarations {
  readonly #byId = new Map<string, Declared>();
  #defaults = 0;
  #version = 0;

  add(declared: Declared, place: Place): void {
    const key = keyOf(declared.scope, declared.id);
    if (this.#byId.has(key)) throw twice(declared.id, place);
    if (this.#byId.size >= limits.declarations)
      throw new FileRefused('too_large', `more than ${limits.declarations} declarations`, place);
    this.#byId.set(key, declared);
  }

  get(scope: Declared['scope'], id: string): Declared | undefined {
    return this.#byId.get(keyOf(scope, id));
  }

  setDefault(declared: Declared, text: string, place: Place): void {
    declared.defaultValue = declaredValue(text, declared, place);
    this.#defaults += 1;
    this.#version += 1;
    if (this.#defaults > limits.defaults)
      throw new FileRefused('too_large', `more than ${limits.defaults} defaults`, place);
  }

  #defaultsOf: Partial<Record<Scope, readonly Declared[]>> = {};
  #known = -1;

  /** Puts defaults where nothing is said. */
  fill(scope: Scope, properties: Map<string, Json>): void {
    if (this.#defaults === 0) return;
    if (this.#known !== this.#version) [this.#defaultsOf, this.#known] = [{}, this.#version];
    const defaults = (this.#defaultsOf[scope] ??= [...this.#byId.values()].filter((one) =>
      isDefaultOf(one, scope),
    ));
    for (const { name, defaultValue } of defaults)
      if (!properties.has(name)) properties.set(name, defaultValue!);
  }
}

const keyOf = (scope: string, id: string): string => `${scope} ${id}`;

const isDefaultOf = (declared: Declared, scope: Scope): boolean =>
  declared.defaultValue !== undefined &&
  declared.own === undefined &&
  (declared.scope === scope || declared.scope === 'all');

/** As it is told to who reads. */
export const declarationsOf = (declared: Declared): readonly Declaration[] => {
  if (declared.own !== undefined || declared.raw === true) return [];
  const scopes: readonly Scope[] = declared.scope === 'all' ? ['graph', 'node', 'edge'] : [declared.scope];
  const { name, type, defaultValue, options, dynamic } = declared;
  return scopes.map((of) => ({
    of,
    name,
    type,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(options === undefined ? {} : { options }),
    ...(dynamic === true ? { dynamic } : {}),
  }));
};
