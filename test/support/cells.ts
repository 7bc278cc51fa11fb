import { stripVTControlCharacters } from 'node:util';

/** So many cells at once, where they do not concern each other: reads and refusals. */
export const AT_ONCE = 6;

const LINES = 12;
const WIDTH = 200;

interface Ways<Row> {
  /** How many cells at once; in turn when nothing is said. */
  readonly atOnce?: number;
  /** Of these one at a time, beside the others. */
  readonly oneByOne?: (row: Row) => boolean;
  /** How long one cell may take. */
  readonly seconds?: number;
}

/**
 * One test of many cells: checks every row and throws one error that lists each row that failed, by its name. No rows at all
 * are an error too.
 */
export const everyCell = async <Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (row: Row, turn: number) => unknown,
  { atOnce = 1, oneByOne = () => false, seconds = 60 }: Ways<Row> = {},
): Promise<void> => {
  if (rows.length === 0) throw new Error('there are no cells');
  const failures = new Map<number, string>();
  const checkCell = async (turn: number, row: Row): Promise<void> => {
    try {
      await within(seconds, async () => check(row, turn));
    } catch (thrown) {
      failures.set(turn, `${nameOf(row)}${placeOf(thrown)}\n${messageOf(thrown)}`);
    }
  };
  let before = Promise.resolve();
  const left = rows.entries();
  const work = async (): Promise<void> => {
    for (const [turn, row] of left)
      if (oneByOne(row)) await (before = before.then(() => checkCell(turn, row)));
      else await checkCell(turn, row);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.size === 0) return;
  const told = [...failures].sort(([one], [other]) => one - other).map(([, failure]) => failure);
  throw new Error(`${told.length} of ${rows.length} cells failed\n\n${told.join('\n\n')}`);
};

/**
 * Deals texts, methods or the like out among so many: each gets `least` of them at least, in turn, and together they get all.
 * The number that is dealt grows no faster than that of those who get some.
 */
export const deal = <Each>(
  all: readonly Each[],
  among: number,
  least = 1,
): ((turn: number) => readonly Each[]) => {
  const size = Math.min(all.length, Math.max(least, Math.ceil(all.length / among)));
  return (turn) => Array.from({ length: size }, (_, index) => all[(turn * size + index) % all.length]!);
};

const within = async (seconds: number, check: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${seconds} s`)), seconds * 1_000);
  });
  try {
    await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Errors of Node are none of the `Error` that specs have. */
const isError = (thrown: unknown): thrown is Error =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown;

/** The line of the spec that says what was expected. */
const placeOf = (thrown: unknown): string => {
  const place = /[\w.-]+\.spec\.ts:\d+/.exec(isError(thrown) ? (thrown.stack ?? '') : '');
  return place === null ? '' : ` (${place[0]})`;
};

/** The message without colours and empty lines, and no longer than it takes to see what is wrong. */
const messageOf = (thrown: unknown): string => {
  const text = isError(thrown) ? thrown.message : String(thrown);
  const cause = isError(thrown) && isError(thrown.cause) ? `\n${thrown.cause.message}` : '';
  const lines = stripVTControlCharacters(text + cause)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    ${line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line}`);
  return [...lines.slice(0, LINES), ...(lines.length > LINES ? ['    …'] : [])].join('\n');
};
