import type { ExistingItem, ImportRecordError, ImportReport, JsonObject, Spellings } from '@cairn/contracts';

/** So many errors are told; the others are counted. */
export const MOST_ERRORS = 100;
/** A message may repeat what a record says, megabytes of it: this much is told, characters. */
const LONGEST_TOLD = 500;

const cut = (text: string): string =>
  text.length <= LONGEST_TOLD ? text : `${text.slice(0, LONGEST_TOLD - 1).replace(HALF, '')}…`;
/** What is left of a pair that was cut apart. */
const HALF = /[\ud800-\udbff]$/;

/** What an import did so far. */
export interface Tally {
  /** Records of items. */
  items: number;
  created: number;
  restored: number;
  unchanged: number;
  existing: number;
  updated: number;
  skipped: number;
  readonly existingItems: ExistingItem[];
  /** Items created, by the name of their split. */
  readonly splits: { readonly name: string; items: number }[];
  /** Files that told no split for an item. */
  readonly noSplitTold: string[];
  readonly errors: ImportRecordError[];
  readonly notHeld: string[];
}

/** With the errors that a first look found. */
export const newTally = (errors: readonly ImportRecordError[] = []): Tally => ({
  items: 0,
  created: 0,
  restored: 0,
  unchanged: 0,
  existing: 0,
  updated: 0,
  skipped: 0,
  existingItems: [],
  splits: [],
  noSplitTold: [],
  errors: [...errors],
  notHeld: [],
});

/** A record was left out. */
export const skip = (tally: Tally, error: ImportRecordError): void => {
  tally.skipped += 1;
  if (tally.errors.length < MOST_ERRORS) tally.errors.push({ ...error, message: cut(error.message) });
};

/** A record was left out, as a first look may have told already. */
export const skipAgain = (tally: Tally, error: ImportRecordError): void => {
  const isTold = tally.errors.some(({ file, line }) => file === error.file && line === error.line);
  if (isTold) tally.skipped += 1;
  else skip(tally, error);
};

/** Something in the file has no place; each is told once. */
export const leaveOut = (tally: Tally, named: string): void => {
  const what = cut(named);
  if (!tally.notHeld.includes(what) && tally.notHeld.length < MOST_ERRORS) tally.notHeld.push(what);
};

/** An item was made in the splits of these names. */
export const create = (tally: Tally, splits: readonly string[]): void => {
  tally.created += 1;
  for (const name of splits) {
    const known = tally.splits.find((split) => split.name === name);
    if (known === undefined) tally.splits.push({ name, items: 1 });
    else known.items += 1;
  }
};

/** An item is there and not as its record has it; `left` is what stays as it is. */
export const leaveAsItIs = (tally: Tally, left: ExistingItem): void => {
  if (tally.existingItems.length < MOST_ERRORS) tally.existingItems.push({ ...left, file: cut(left.file) });
};

/** Nothing told the split of an item that stands in a file. */
export const leaveToDefault = ({ noSplitTold }: Tally, named: string): void => {
  if (noSplitTold.length >= MOST_ERRORS || noSplitTold.at(-1) === named) return;
  const file = cut(named);
  if (!noSplitTold.includes(file)) noSplitTold.push(file);
};

/** What was found out before the first item was stored. */
export interface Plan {
  readonly format: string;
  readonly total: number;
  readonly labels: number;
  readonly splits: number;
  readonly spellings?: { readonly labels: readonly Spellings[]; readonly splits: readonly Spellings[] };
}

/** Where another worker goes on: entries of the file before it are done, and this is what they did. */
export interface Cursor {
  readonly entries: number;
  readonly plan: Plan;
  readonly tally: Tally;
}

export const cursorJson = ({ entries, plan, tally }: Cursor): JsonObject => ({
  entries,
  plan: { ...plan },
  tally: structuredClone(tally),
});

/** The cursor that a worker left, `undefined` when none had come to the items. */
export const cursorFrom = (json: JsonObject | null): Cursor | undefined => {
  if (json === null || typeof json['entries'] !== 'number') return undefined;
  const { entries, plan, tally } = json as JsonObject & Cursor;
  // A worker of an older release counted less.
  return { entries, plan, tally: { ...newTally(), ...structuredClone(tally) } };
};

export const reportOf = (jobId: string, dryRun: boolean, plan: Plan, tally: Tally): ImportReport => ({
  job_id: jobId,
  format: plan.format,
  dry_run: dryRun,
  created: tally.created,
  restored: tally.restored,
  unchanged: tally.unchanged,
  existing: tally.existing,
  ...listed('existing_items', tally.existingItems),
  updated: tally.updated,
  skipped: tally.skipped,
  labels_created: plan.labels,
  splits_created: plan.splits,
  splits: tally.splits,
  ...listed('label_spellings', plan.spellings?.labels),
  ...listed('split_spellings', plan.spellings?.splits),
  errors: tally.errors,
  ...listed('no_split_told', tally.noSplitTold),
  ...listed('not_held', tally.notHeld),
});

/** A list that is left out when it is empty. */
const listed = <Key extends string, Element>(
  key: Key,
  elements: readonly Element[] = [],
): { [K in Key]?: Element[] } =>
  elements.length === 0 ? {} : ({ [key]: [...elements] } as { [K in Key]?: Element[] });
