import type { Logged, Read, Write } from './history.js';
import { type Bound, placed } from './placing.js';

/** What happened to one resource. */
export interface RegisterHistory {
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  /** From the history that the resource tells of itself, oldest first. */
  readonly logged: readonly Logged[];
}

/**
 * Whether a resource was a register of which every write is compared and set, and every read sees what was answered as
 * readable before; one sentence for each thing that cannot be. Every state has a number, so that nothing is to be guessed:
 * moments must exist at which each write came to the log, and later was shown, in the order of the revisions.
 */
export const wrongRegister = (history: RegisterHistory): readonly string[] => {
  const { writes, reads, logged } = history;
  const found = [
    ...gaps(logged),
    ...strangers(history),
    ...writes.flatMap((write) => wrongEffect(write, logged)),
    ...writes.flatMap(wrongRefusal),
    ...reads.flatMap((read) => wrongRead(read, logged)),
  ];
  if (found.length > 0) return found;
  const commits = placed(commitsOf(history));
  const shown = placed(showingsOf(history, commits.moments));
  return [...commits.impossible, ...shown.impossible];
};

const gaps = (logged: readonly Logged[]): readonly string[] =>
  logged.flatMap(({ resource, revision, position }, index) => [
    ...(revision === index ? [] : [`${resource}: revision ${revision} stands where ${index} should`]),
    ...(index === 0 || logged[index - 1]!.position < position
      ? []
      : [`${resource}: position ${position} of revision ${revision} is not after the one before`]),
  ]);

const strangers = ({ writes, logged }: RegisterHistory): readonly string[] => {
  const asked = new Set(writes.map(({ marker }) => marker));
  return logged
    .slice(1)
    .filter(({ marker }) => !asked.has(marker))
    .map(({ resource, marker }) => `${resource}: nobody wrote ${marker}`);
};

/** Done: once, as it was answered. Refused: never. Unknown: at most once. */
const wrongEffect = (write: Write, logged: readonly Logged[]): readonly string[] => {
  const { resource, marker, outcome } = write;
  const [entry, ...more] = logged.filter((one) => one.marker === marker);
  const what = `${resource}: ${marker}, which is ${outcome.status},`;
  if (more.length > 0) return [`${what} is there ${more.length + 1} times`];
  if (entry === undefined) return outcome.status === 'done' ? [`${what} is lost`] : [];
  if (outcome.status === 'refused') return [`${what} is there`];
  return [...misplaced(write, entry), ...misreported(write, entry)].map((wrong) => `${what} ${wrong}`);
};

/** Who tries again with what a refusal told must not be refused for the same. */
const wrongRefusal = ({ resource, marker, expected, outcome }: Write): readonly string[] =>
  outcome.status === 'refused' && outcome.current !== undefined && outcome.current === expected
    ? [`${resource}: ${marker} was refused after ${expected}, which was told to be the current revision`]
    : [];

const misplaced = ({ expected }: Write, { revision }: Logged): readonly string[] =>
  expected === undefined || expected === revision - 1 ? [] : [`was to follow ${expected} and is ${revision}`];

const misreported = ({ outcome }: Write, { revision, position }: Logged): readonly string[] =>
  outcome.status !== 'done' || (outcome.revision === revision && outcome.position === position)
    ? []
    : [`was answered as ${outcome.revision} at ${outcome.position}, and is ${revision} at ${position}`];

const wrongRead = (
  { resource, revision, marker, atLeast }: Read,
  logged: readonly Logged[],
): readonly string[] => {
  const what = `${resource}: a read of revision ${revision}`;
  const entry = logged[revision];
  if (entry === undefined) return [`${what} saw what was never written`];
  const least = atLeast === undefined ? 0 : logged.filter(({ position }) => position <= atLeast).length - 1;
  return [
    ...(marker === undefined || marker === entry.marker
      ? []
      : [`${what} saw ${marker} instead of ${entry.marker}`]),
    ...(revision >= least ? [] : [`${what} asked for what is no older than ${least}`]),
  ];
};

/** When each revision came to the log. A refused precondition says that something followed the revision it named. */
export const commitsOf = ({ writes, logged }: RegisterHistory): readonly Bound[] => {
  const by = new Map(writes.map((write) => [write.marker, write]));
  const refusals = writes.filter(
    ({ outcome }) => outcome.status === 'refused' && outcome.because === 'precondition',
  );
  const bounds = logged.map(({ resource, revision, marker }): Bound => {
    const write = revision === 0 ? undefined : by.get(marker);
    const seen = refusals.filter(({ expected }) => expected === revision - 1);
    return {
      what: `the commit of revision ${revision} of ${resource}`,
      from: write?.invoked ?? Number.NEGATIVE_INFINITY,
      until: Math.min(ended(write), ...seen.map(({ answered }) => answered)),
    };
  });
  return [...bounds, ...unjustified(refusals, logged)];
};

/** A write of which nobody knows how it ended ends never. */
const ended = (write: Write | undefined): number =>
  write?.outcome.status === 'done' ? write.answered : Number.POSITIVE_INFINITY;

/** Refusals that nothing in the log explains: what they saw would have had to come after the end. */
const unjustified = (refusals: readonly Write[], logged: readonly Logged[]): readonly Bound[] =>
  refusals
    .filter(({ expected = 0 }) => expected >= logged.length - 1)
    .map(({ resource, expected, answered }) => ({
      what: `what refused a write after revision ${expected} of ${resource}`,
      from: Number.POSITIVE_INFINITY,
      until: answered,
    }));

/** When each revision was shown to everybody: after it was committed, before whoever saw it or was told so had his answer. */
const showingsOf = (
  { writes, reads, logged }: RegisterHistory,
  commits: readonly number[],
): readonly Bound[] => {
  const told = new Map(
    writes.flatMap(({ outcome, answered }) =>
      outcome.status === 'done' && outcome.isReadable ? [[outcome.revision, answered] as const] : [],
    ),
  );
  return logged.map(({ resource, revision }) => {
    const seen = reads.filter((read) => read.revision === revision);
    const before = reads.filter((read) => read.revision === revision - 1);
    return {
      what: `the showing of revision ${revision} of ${resource}`,
      from: Math.max(commits[revision]!, ...before.map(({ invoked }) => invoked)),
      until: Math.min(
        told.get(revision) ?? Number.POSITIVE_INFINITY,
        ...seen.map(({ answered }) => answered),
      ),
    };
  });
};
