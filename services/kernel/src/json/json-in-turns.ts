import { nextTurn } from '../clock/pause.js';
import type { Json } from '../base/json-value.js';

/** So many characters are written at once: some ten milliseconds. */
const AT_ONCE = 2_000_000;
/** Of a value beside the characters of its texts and keys. */
const VALUE = 8;

/** The text that `JSON.stringify` makes of a value. Where it is long it is made in parts, and others have their turns between them. */
export const jsonInTurns = async (value: Json): Promise<string> => {
  const parts: string[] = [];
  let written = 0;
  for (const part of partsOf(value)) {
    parts.push(part);
    written += part.length;
    if (written < AT_ONCE) continue;
    written = 0;
    await nextTurn();
  }
  return parts.join('');
};

function* partsOf(value: Json | undefined): Generator<string, void, void> {
  if (typeof value !== 'object' || value === null || !isHeavy(value)) yield JSON.stringify(value);
  else if (isArray(value)) yield* partsOfArray(value);
  else yield* partsOfFields(value);
}

function* partsOfArray(elements: readonly Json[]): Generator<string, void, void> {
  yield '[';
  yield* partsOfGroups(
    elements,
    (element) => element,
    (group) => JSON.stringify(group),
    () => '',
  );
  yield ']';
}

function* partsOfFields(fields: Readonly<Record<string, Json | undefined>>): Generator<string, void, void> {
  const told = Object.entries(fields).filter(([, value]) => value !== undefined);
  yield '{';
  yield* partsOfGroups(
    told,
    ([, value]) => value,
    (group) => JSON.stringify(Object.fromEntries(group)),
    ([key]) => `${JSON.stringify(key)}:`,
  );
  yield '}';
}

/** Neighbours that are light together are written at once, without what encloses them; each heavy one by itself. */
function* partsOfGroups<Each>(
  all: readonly Each[],
  valueOf: (each: Each) => Json | undefined,
  textOf: (group: readonly Each[]) => string,
  before: (each: Each) => string,
): Generator<string, void, void> {
  let separator = '';
  for (const group of groupsOf(all, valueOf)) {
    yield separator;
    separator = ',';
    const [first] = group;
    if (first !== undefined && isHeavy(valueOf(first))) {
      yield before(first);
      yield* partsOf(valueOf(first));
    } else yield textOf(group).slice(1, -1);
  }
}

function* groupsOf<Each>(
  all: readonly Each[],
  valueOf: (each: Each) => Json | undefined,
): Generator<readonly Each[], void, void> {
  let group: Each[] = [];
  let weight = 0;
  for (const each of all) {
    const its = weightOf(valueOf(each), AT_ONCE);
    if (group.length > 0 && weight + its > AT_ONCE) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(each);
    weight += its;
  }
  if (group.length > 0) yield group;
}

const isHeavy = (value: Json | undefined): boolean => weightOf(value, AT_ONCE) > AT_ONCE;

/** About how long its text is; no more is looked at once that is more than asked for. */
const weightOf = (value: Json | undefined, most: number): number => {
  if (typeof value === 'string') return VALUE + value.length;
  if (typeof value !== 'object' || value === null) return VALUE;
  return isArray(value) ? weightOfElements(value, most) : weightOfFields(value, most);
};

const weightOfElements = (elements: readonly Json[], most: number): number => {
  let weight = VALUE;
  for (const element of elements) if ((weight += weightOf(element, most - weight)) > most) break;
  return weight;
};

const weightOfFields = (fields: Readonly<Record<string, Json | undefined>>, most: number): number => {
  let weight = VALUE;
  for (const key in fields) if ((weight += key.length + weightOf(fields[key], most - weight)) > most) break;
  return weight;
};

const isArray = (value: object): value is readonly Json[] => Array.isArray(value);
