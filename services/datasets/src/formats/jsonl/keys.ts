import type { ColumnTarget } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { type NamedRole, roleNames } from '../column-names.js';
import { isAddress } from '../reading/item-file.js';
import type { JsonObject } from '../reading/json-file.js';

/** Which keys of an object say its text, its file and its label; `address` says where the file is, elsewhere. */
export interface Keys {
  readonly text?: string | undefined;
  readonly file_name?: string | undefined;
  readonly address?: string | undefined;
  readonly label?: string | undefined;
}

/** What tells which keys are meant. */
export interface KeyRules {
  /** Targets that the caller gave to keys: nothing else is taken for them. */
  readonly mapped: ReadonlySet<ColumnTarget>;
  /** Whether the upload has a file of a name; absent where it has no files beside the records. */
  readonly hasFile: ((name: string) => boolean) | undefined;
}

/**
 * The keys that are meant: those of the native form and of doccano, else those by which columns of tables are known, as far
 * as their values can be what they would be taken for. A file beside a text is one only where the upload has it.
 */
export const keysOf = (object: JsonObject, rules: KeyRules): Keys => {
  const own = ownKeys(object);
  return isWhole(own, rules) ? own : completed(own, object, rules);
};

/** Beside a text a file is looked for only where there are files. */
const isWhole = ({ text, file_name, label }: Keys, { hasFile }: KeyRules): boolean =>
  text !== undefined && label !== undefined && (file_name !== undefined || hasFile === undefined);

const completed = (own: Keys, object: JsonObject, rules: KeyRules): Keys => {
  const others = othersOf(object, rules);
  const text = own.text ?? others.text;
  const file = own.file_name === undefined ? fileKeys(object, others.file_name, text, rules) : own;
  return {
    text: text ?? (others.file_name === undefined ? dataKey(object) : undefined),
    file_name: file.file_name,
    address: file.address,
    label: own.label ?? others.label,
  };
};

const isSaid = (value: Json | undefined): boolean => value !== undefined && value !== null;

const ownKeys = (object: JsonObject): Keys => {
  const { file_name } = object;
  return {
    text: ownText(object),
    file_name: isSaid(file_name) && file_name !== '' ? 'file_name' : undefined,
    label: ownLabels.find((key) => isSaid(object[key])),
  };
};

const ownText = (object: JsonObject): string | undefined => {
  if (isSaid(object['text'])) return 'text';
  return typeof object['data'] === 'string' ? 'data' : undefined;
};

const ownLabels = ['label', 'labels', 'entities', 'annotations'] as const;

/** What is no text where the text is looked for is refused, not passed over. */
const dataKey = (object: JsonObject): string | undefined => (isSaid(object['data']) ? 'data' : undefined);

const fileKeys = (
  object: JsonObject,
  key: string | undefined,
  text: string | undefined,
  { hasFile }: KeyRules,
): Keys => {
  const name = key === undefined ? undefined : object[key];
  if (key === undefined || typeof name !== 'string') return {};
  if (hasFile?.(name) === true) return { file_name: key };
  if (text !== undefined) return {};
  return isAddress(name) ? { address: key } : { file_name: key };
};

/** A name with the role it is known for; of two the lower rank is better. */
interface Known {
  readonly role: NamedRole;
  readonly rank: number;
}

/** `target` says texts in JSON as often as labels: it stays an attribute. */
const notInJson = new Set<string>(['target']);
const LONGEST_LABEL = 200;

const knownNames: ReadonlyMap<string, Known> = new Map(
  (Object.keys(roleNames) as NamedRole[]).flatMap((role) => {
    const { best, otherwise } = roleNames[role];
    const ranked = [
      ...best.map((name) => [name, 0] as const),
      ...otherwise.map((name) => [name, 1] as const),
    ];
    return ranked
      .filter(([name]) => !notInJson.has(name))
      .map(([name, rank]): [string, Known] => [name, { role, rank }]);
  }),
);

const knownAs = (key: string): Known | undefined => knownNames.get(key) ?? knownNames.get(key.toLowerCase());

/** For each role the best key that has a value for it, the first of equals. */
const othersOf = (object: JsonObject, { mapped }: KeyRules): Keys => {
  const keys: { [Role in NamedRole]?: string } = {};
  const ranks = { text: Infinity, file_name: Infinity, label: Infinity };
  for (const key of Object.keys(object)) {
    const known = knownAs(key);
    if (known === undefined || mapped.has(known.role) || known.rank >= ranks[known.role]) continue;
    if (!fits[known.role](object[key])) continue;
    keys[known.role] = key;
    ranks[known.role] = known.rank;
  }
  return keys;
};

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
const isLabel = (value: Json | undefined): boolean =>
  isText(value) && (value as string).length <= LONGEST_LABEL;

const fits: Readonly<Record<NamedRole, (value: Json | undefined) => boolean>> = {
  text: isText,
  file_name: isText,
  label: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isLabel) : isLabel(value)),
};
