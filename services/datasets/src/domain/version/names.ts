import { nameKey, plainName, type Refusal, refuse } from '@cairn/kernel';

/** Of a label or a split, characters. */
export const LONGEST_NAME = 200;

interface Named {
  readonly name: string;
  readonly deleted: boolean;
}

/** The keys of the names that are taken in a version, of its labels or of its splits. */
export const takenNames = (parts: readonly Named[]): Set<string> =>
  new Set(parts.filter(({ deleted }) => !deleted).map(({ name }) => nameKey(name)));

/** A name as it is kept, or why it can be none; `pointer` leads to what bears it. */
export const keptName = (name: string, pointer: string): string | Refusal => {
  const plain = plainName(name);
  return plain === ''
    ? refuse('invalid_body', 'A name holds a character that can be seen.', [
        { pointer: `${pointer}/name`, code: 'pattern', message: 'must hold a character that can be seen' },
      ])
    : plain;
};

/** The name after a change. Names that were kept another way when they came stay until they are changed. */
export const nameAfter = (known: string, wanted: string | undefined): string | Refusal | undefined =>
  wanted === undefined || wanted === known ? wanted : keptName(wanted, '');

/** `pointer` leads to what shall bear the name. */
export const nameTaken = (kind: 'label' | 'split', name: string, pointer: string): Refusal => {
  const code = `${kind}_name_taken` as const;
  return refuse(code, `The version has a ${kind} ${JSON.stringify(name)}.`, [
    { pointer: `${pointer}/name`, code, message: 'is taken' },
  ]);
};
