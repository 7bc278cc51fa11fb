import { graphContentStreamEvents, type HistoryEntry } from '@cairn/contracts';
import {
  COUNT_LIMIT,
  differences,
  type Documents,
  type FindOptions,
  heapBytes,
  type Json,
  type Page,
  PAGE_BYTES,
  type PageRequest,
  spelledEntry,
} from '@cairn/kernel';
import { changeId, keyOf, OPEN, rowId, rowsOfElement } from './keys.js';
import type { Moment } from './moment.js';
import { CHANGES } from './project.js';
import type { ChangeRow, EdgeRow, NodeRow } from './rows.js';

/** Which element, up to which moment, and how it is told. */
export interface HistoryOf<Row extends NodeRow | EdgeRow> {
  readonly collection: string;
  readonly uid: string;
  readonly moment: Moment;
  /** What was before is not told: RFC 3339. */
  readonly since: string | undefined;
  /** What of a row is told. */
  readonly shown: (row: Row) => Json;
}

type Reader = Pick<Documents, 'find' | 'findPage' | 'getMany' | 'count'>;

/** What one change did to the element: a side is absent where it was not there. */
interface Step<Row> {
  readonly revision: number;
  readonly before?: Row;
  readonly after?: Row;
}

/** A page of what became of an element. It ends early when what it tells is large. */
export const historyOfElement = async <Row extends NodeRow | EdgeRow>(
  reader: Reader,
  of: HistoryOf<Row>,
  page: PageRequest,
): Promise<Page<HistoryEntry>> => {
  const first = await firstTold(reader, of);
  if (first === undefined) return { elements: [], total: 0, totalExact: true };
  const { steps, isCut } = await stepsOfPage(new States(reader, of), page, first);
  const changes = await changesOf(reader, of, steps);
  const elements = steps.flatMap((step) => entryOf(step, of, changes.get(step.revision)));
  const last = isCut ? steps.at(-1) : undefined;
  const isWhole = page.after === undefined && last === undefined;
  return {
    elements,
    ...(last === undefined ? {} : { next: { value: last.revision, id: String(last.revision) } }),
    ...(isWhole ? { total: elements.length, totalExact: true } : await countOf(reader, of, first)),
  };
};

/** The first revision that may be told; `undefined` when none may. */
const firstTold = async (
  reader: Reader,
  { moment: { s }, since }: Pick<HistoryOf<never>, 'moment' | 'since'>,
): Promise<number | undefined> => {
  if (since === undefined) return 0;
  const filter = { fields: { s, at: { from: since } } };
  const [first] = await reader.find(CHANGES, { filter, sort: 'at', limit: 1 });
  return (first as ChangeRow | undefined)?.revision;
};

/** How many states there were that may be told: a deletion is none. */
const countOf = async (
  reader: Reader,
  { collection, moment: { s, revision }, uid }: Pick<HistoryOf<never>, 'collection' | 'moment' | 'uid'>,
  first: number,
): Promise<Pick<Page<unknown>, 'total' | 'totalExact'>> => {
  const key = keyOf(uid);
  const filter = { fields: { id: { ...rowsOfElement(s, key, revision), from: rowId(s, key, first) } } };
  return { total: await reader.count(collection, filter, COUNT_LIMIT), totalExact: false };
};

/** The steps behind a place, in the order of a page. */
const stepsFrom = <Row extends NodeRow | EdgeRow>(
  states: States<Row>,
  sort: string,
  place: unknown,
  first: number,
): AsyncGenerator<Step<Row>, void, void> => {
  const [newest, oldest] = typeof place === 'number' ? [place, place] : [OPEN, -1];
  return sort.startsWith('-') ? states.newestFirst(newest) : states.oldestFirst(Math.max(oldest, first - 1));
};

const stepsOfPage = async <Row extends NodeRow | EdgeRow>(
  states: States<Row>,
  { sort, after, limit }: PageRequest,
  first: number,
): Promise<{ readonly steps: readonly Step<Row>[]; readonly isCut: boolean }> => {
  const steps: Step<Row>[] = [];
  let bytes = 0;
  for await (const step of stepsFrom(states, sort, after?.value, first)) {
    if (step.revision < first) break;
    if (steps.length === limit || bytes > PAGE_BYTES) return { steps, isCut: true };
    steps.push(step);
    bytes += heapBytes(step.before?.properties) + heapBytes(step.after?.properties);
  }
  return { steps, isCut: false };
};

/** So many states are read at once. */
const ROWS = 50;

/** What an element was, one state after the other. */
class States<Row extends NodeRow | EdgeRow> {
  readonly #key: string;

  constructor(
    private readonly reader: Reader,
    private readonly of: HistoryOf<Row>,
  ) {
    this.#key = keyOf(of.uid);
  }

  /** What became of it after a revision. */
  async *oldestFirst(after: number): AsyncGenerator<Step<Row>, void, void> {
    let {
      rows: [before],
    } = await this.#find('-id', { through: after, limit: 1 });
    for await (const row of this.#rows('id', { after })) {
      if (before !== undefined && before.until > after && before.until < row.since) yield deleted(before);
      yield changed(before, row);
      before = row;
    }
    if (before !== undefined && before.until > after && this.#isOver(before)) yield deleted(before);
  }

  /** What became of it before a revision. */
  async *newestFirst(revision: number): AsyncGenerator<Step<Row>, void, void> {
    let next: Row | undefined;
    for await (const row of this.#rows('-id', { through: revision - 1 })) {
      if (next !== undefined) yield changed(row, next);
      if (row.until < (next?.since ?? revision) && this.#isOver(row)) yield deleted(row);
      next = row;
    }
    if (next !== undefined) yield changed(undefined, next);
  }

  /** Whether it ended by the moment that is read. */
  #isOver({ until }: Row): boolean {
    return until <= (this.of.moment.revision ?? OPEN - 1);
  }

  async *#rows(
    sort: 'id' | '-id',
    bounds: { readonly after?: number; readonly through?: number },
  ): AsyncGenerator<Row, void, void> {
    let after = bounds.after === undefined ? undefined : this.#placeOf(bounds.after);
    for (;;) {
      const { rows, isEnd } = await this.#find(sort, { ...bounds, after, limit: ROWS });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || isEnd) return;
      after = { value: last.id, id: last.id };
    }
  }

  #placeOf(revision: number): NonNullable<FindOptions['after']> {
    const id = rowId(this.of.moment.s, this.#key, Math.max(revision, 0));
    return { value: id, id: revision < 0 ? '' : id };
  }

  async #find(
    sort: 'id' | '-id',
    {
      through = OPEN,
      after,
      limit,
    }: { readonly through?: number; readonly after?: FindOptions['after']; readonly limit: number },
  ): Promise<{ readonly rows: readonly Row[]; readonly isEnd: boolean }> {
    const { collection, moment } = this.of;
    const last = Math.min(through, moment.revision ?? OPEN);
    const filter = { fields: { id: rowsOfElement(moment.s, this.#key, last) } };
    const wanted = { filter, sort, limit, ...(after === undefined ? {} : { after }) };
    const { documents, isEnd } = await this.reader.findPage(collection, wanted);
    return { rows: documents as readonly Row[], isEnd };
  }
}

const changed = <Row extends NodeRow | EdgeRow>(before: Row | undefined, after: Row): Step<Row> => ({
  revision: after.since,
  ...(before?.until === after.since ? { before } : {}),
  after,
});

const deleted = <Row extends NodeRow | EdgeRow>(before: Row): Step<Row> => ({
  revision: before.until,
  before,
});

const changesOf = async <Row extends NodeRow | EdgeRow>(
  reader: Reader,
  { moment: { s } }: HistoryOf<Row>,
  steps: readonly Step<Row>[],
): Promise<ReadonlyMap<number, ChangeRow>> => {
  const ids = steps.map(({ revision }) => changeId(s, revision));
  const rows = (await reader.getMany(CHANGES, ids)) as readonly ChangeRow[];
  return new Map(rows.map((row) => [row.revision, row]));
};

/** `at` of the entry says it. */
const HIDDEN = [['updated_at']] as const;

const entryOf = <Row extends NodeRow | EdgeRow>(
  { revision, before, after }: Step<Row>,
  { shown, since }: HistoryOf<Row>,
  change: ChangeRow | undefined,
): readonly HistoryEntry[] => {
  if (change === undefined) return [];
  const { at, position, actor, command, correlation } = change;
  // What was before the first moment that may be told is not told.
  const told = at === since ? undefined : before;
  const sides = [told && shown(told), after && shown(after)] as const;
  return [
    spelledEntry({
      ...{ revision: String(revision), position, at, actor },
      type: graphContentStreamEvents.GraphContentChanged.storedType,
      ...{ command_id: command, correlation_id: correlation },
      changes: differences(...sides, HIDDEN),
    }),
  ];
};
