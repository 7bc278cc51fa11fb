import { isRefusal, type Refusal, refuse } from '@cairn/kernel/reading';

/** The names of a file, in the order of their numbers; or why it has none. */
export type Names = readonly string[] | Refusal;

export const labelsRefusal = (message: string): Refusal => refuse('labels_invalid', message);

/** A key as a sentence names it: a stranger wrote it, so that it is quoted and bounded. */
export const shown = (key: string): string => JSON.stringify(key.length <= 40 ? key : `${key.slice(0, 40)}…`);

export const nameless = (key: string): Refusal =>
  labelsRefusal(`The key ${shown(key)} has no name: a name is a text.`);

/** A name with its number, and the key of the map that says so. */
export interface NumberedName {
  readonly key: string;
  readonly number: number;
  readonly name: string;
}

/** `01`, `1e0` and `0x1` are left to nobody's guess. */
const PLAIN = /^(?:0|[1-9][0-9]{0,8})$/;

/** A key that is a number, and its name. */
export const namedBy = (key: string, name: string): NumberedName | Refusal =>
  PLAIN.test(key)
    ? { key, number: Number(key), name }
    : labelsRefusal(`The key ${shown(key)} is no plain decimal number.`);

/** Names by their numbers, which begin with 0, are given once and have no gap. */
export const inOrder = (entries: readonly (NumberedName | Refusal)[]): Names => {
  const names: string[] = [];
  for (const entry of entries) {
    if (isRefusal(entry)) return entry;
    const { key, number, name } = entry;
    if (number >= entries.length) return gapBefore(entry, entries.length);
    if (names[number] !== undefined)
      return labelsRefusal(`The key ${shown(key)} gives the number ${number} a second time.`);
    names[number] = name;
  }
  return names;
};

const gapBefore = ({ key, number }: NumberedName, count: number): Refusal =>
  labelsRefusal(
    `The key ${shown(key)} gives the number ${number}, and numbers before it are missing: ` +
      `${count} labels have the numbers 0 to ${count - 1}.`,
  );
