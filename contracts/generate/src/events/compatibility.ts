import { isMap, type Json, type JsonMap, textOf } from '../json.js';

/** Words that say nothing about which data is valid. */
const silent = new Set([
  'title',
  'description',
  '$id',
  '$schema',
  'examples',
  'default',
  'required',
  'properties',
]);

/**
 * What keeps the schema from being FULL_TRANSITIVE compatible with an older one of the same stored type
 * (events.md, *Schemas*): only optional fields may have been added. Empty when it is.
 */
export const incompatibilities = (older: Json, newer: Json, path = ''): readonly string[] => {
  if (!isMap(older) || !isMap(newer)) return sameOrSaid(older, newer, path);
  return [
    ...requiredDiffers(older, newer, path),
    ...propertiesDiffer(older, newer, path),
    ...propertiesAddedToClosed(older, newer, path),
    ...wordsDiffer(older, newer, path),
  ];
};

const sameOrSaid = (older: Json, newer: Json, path: string): readonly string[] =>
  textOf(older) === textOf(newer)
    ? []
    : [`${path || '/'}: was ${JSON.stringify(older)}, is ${JSON.stringify(newer)}`];

const namesIn = (schema: JsonMap, word: string): readonly string[] => {
  const names = schema[word];
  return Array.isArray(names) ? (names as readonly Json[]).map(String) : [];
};

const requiredDiffers = (older: JsonMap, newer: JsonMap, path: string): readonly string[] => {
  const [before, after] = [namesIn(older, 'required'), namesIn(newer, 'required')];
  return [
    ...before.filter((name) => !after.includes(name)).map((name) => `${path}/${name}: was required, is not`),
    ...after.filter((name) => !before.includes(name)).map((name) => `${path}/${name}: is required, was not`),
  ];
};

const propertiesOf = (schema: JsonMap): JsonMap => (isMap(schema['properties']) ? schema['properties'] : {});

const propertiesDiffer = (older: JsonMap, newer: JsonMap, path: string): readonly string[] => {
  const after = propertiesOf(newer);
  return Object.entries(propertiesOf(older)).flatMap(([name, schema]) => {
    const now = after[name];
    return now === undefined
      ? [`${path}/${name}: is gone`]
      : incompatibilities(schema, now, `${path}/${name}`);
  });
};

/** Readers that know only the older schema would refuse the field. */
const propertiesAddedToClosed = (older: JsonMap, newer: JsonMap, path: string): readonly string[] => {
  if (older['additionalProperties'] !== false) return [];
  const before = propertiesOf(older);
  return Object.keys(propertiesOf(newer))
    .filter((name) => !(name in before))
    .map((name) => `${path}/${name}: is new where nothing may be added`);
};

const wordsDiffer = (older: JsonMap, newer: JsonMap, path: string): readonly string[] => {
  const words = new Set([...Object.keys(older), ...Object.keys(newer)]);
  return [...words]
    .filter((word) => !silent.has(word) && !word.startsWith('x-'))
    .flatMap((word) => wordDiffers(word, older[word], newer[word], `${path}(${word})`));
};

const wordDiffers = (word: string, older: Json | undefined, newer: Json | undefined, path: string) => {
  if (older === undefined || newer === undefined)
    return [`${path}: ${older === undefined ? 'is new' : 'is gone'}`];
  if (['items', 'additionalProperties', 'not'].includes(word)) return incompatibilities(older, newer, path);
  if (['anyOf', 'allOf', 'oneOf', 'prefixItems'].includes(word)) return listDiffers(older, newer, path);
  return sameOrSaid(older, newer, path);
};

const listDiffers = (older: Json, newer: Json, path: string): readonly string[] => {
  if (!Array.isArray(older) || !Array.isArray(newer) || older.length !== newer.length)
    return sameOrSaid(older, newer, path);
  const after = newer as readonly Json[];
  return (older as readonly Json[]).flatMap((part, index) =>
    incompatibilities(part, after[index] ?? null, `${path}/${index}`),
  );
};
