import type { Steps } from '../clock/steps.js';
import { type Document, PAGE_BYTES } from '../documents/port.js';
import { bytesAtMost } from '../eventlog/json-size.js';
import { partsOf } from '../eventlog/parts.js';
import type { Position, StreamName } from '../base/position.js';
import type { Actor, EventLog, RecordedEvent } from '../eventlog/port.js';
import type { Projection } from '../projection/projection.js';
import type { Vault } from '../vault/port.js';
import { isBefore } from './moments.js';
import { differencesInSteps, type FieldChange, type Hidden, hiddenFields, side } from './differences.js';
import { type EventPlace, fold, type FoldedEvent, type FoldedStream, withFolds } from './folding.js';
import { type PastReads, unboundedPast } from '../context/past.js';
import type { Total } from '../paging/paging.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PointInTime } from '../context/query-context.js';

/** One event of an asset's history (SPEC-8). */
export interface HistoryEntry {
  readonly revision: string;
  readonly position: Position;
  /** Stored type. */
  readonly type: string;
  readonly at: string;
  readonly actor: Actor;
  readonly command_id: string;
  readonly correlation_id: string;
  readonly changes: readonly FieldChange[];
}

export interface HistoryOptions {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly stream: StreamName;
  readonly id: string;
  readonly collection: string;
  readonly projection: Projection;
  /** Events after it are left out. */
  readonly pointInTime?: PointInTime | undefined;
  /** Events before it are left out, and what was before: RFC 3339. */
  readonly since?: string | undefined;
  /** Absent: without a bound. */
  readonly past?: PastReads | undefined;
}

/**
 * One page of who changed what and when: what each event did to the document. It is folded from the fold that was kept
 * last before the page, and a page ends early when what it tells is large: what is held does not grow with the history.
 * The first page asks for the whole stream once where nothing is kept of it. How many entries there are is counted as far
 * as the request may read.
 */
export const historyOf = (options: HistoryOptions, page: PageRequest): Promise<Page<HistoryEntry>> => {
  const source = { ...options, past: options.past ?? unboundedPast() };
  const history = new History(source, options);
  return withFolds(source, () => (page.sort.startsWith('-') ? history.newest(page) : history.oldest(page)));
};

/** The events of a stream that one reader may see. Revisions are numbers here. */
class History {
  readonly #hidden: Hidden;
  readonly #since: string;

  constructor(
    private readonly source: FoldedStream,
    private readonly bounds: Pick<HistoryOptions, 'pointInTime' | 'since'>,
  ) {
    this.#hidden = hiddenFields(source.projection.internal);
    this.#since = bounds.since ?? '';
  }

  /** Newest first: the end of the stream is looked for, then the entries before the cursor are folded. */
  async newest({ limit, after }: PageRequest): Promise<Page<HistoryEntry>> {
    const first = await this.#first();
    const last = await this.#last();
    const to = after === undefined ? last : Math.min(last, Math.ceil(cursorOf(after) ?? -1) - 1);
    const from = Math.max(first, to - limit + 1);
    const entries = new Entries('newest', limit);
    await this.#fold(from, to, (folded) => this.#take(entries, folded));
    return entries.page({ total: last - first + 1, totalExact: true }, from > first);
  }

  /** Oldest first: the entries behind the cursor are folded, then the others are counted. */
  async oldest({ limit, after }: PageRequest): Promise<Page<HistoryEntry>> {
    const first = await this.#first();
    const behind = after === undefined ? -1 : (cursorOf(after) ?? Number.POSITIVE_INFINITY);
    const entries = new Entries('oldest', limit);
    const to = Number.POSITIVE_INFINITY;
    const end = await this.#fold(Math.max(first, Math.floor(behind) + 1), to, (folded) =>
      this.#take(entries, folded),
    );
    const { last, isAll } = end.isAll ? end : await this.#counted(end.last);
    return entries.page({ total: last - first + 1, totalExact: isAll }, false);
  }

  #isWanted(place: EventPlace): boolean {
    const { pointInTime } = this.bounds;
    return pointInTime === undefined || isBefore(this.source.stream, place, pointInTime);
  }

  /** The first event that the reader may see; behind the last when it may see none. */
  async #first(): Promise<number> {
    if (this.#since === '') return 0;
    const isHidden = (place: EventPlace): boolean => this.#isWanted(place) && place.at < this.#since;
    return (await this.#lastOf(isHidden)) + 1;
  }

  /** The last event up to the moment: looked for without a bound, as nothing can be told before it is known. */
  #last(): Promise<number> {
    return this.#lastOf((place) => this.#isWanted(place));
  }

  /** The last of the events that are wanted, which stand before the others; -1 for none. Large data are not fetched. */
  async #lastOf(isWanted: (place: EventPlace) => boolean): Promise<number> {
    const { log, stream, projection, past } = this.source;
    const start = past.kept.latest(projection, stream, ({ tip, at }) =>
      isWanted({ revision: tip.revision, at }),
    );
    let last = start?.tip.revision ?? -1n;
    const options = { withoutLarge: true, ...(start && { after: start.tip }) };
    for await (const part of partsOf(log, stream, options)) {
      past.budget.spendOn(part);
      const wanted = part.filter(({ revision, metadata }) => isWanted({ revision, at: metadata.at }));
      last = wanted.at(-1)?.revision ?? last;
      if (wanted.length < part.length) break;
    }
    return Number(last);
  }

  /** How far the stream goes behind a revision, as far as the request may read. */
  async #counted(known: number): Promise<{ readonly last: number; readonly isAll: boolean }> {
    const { budget } = this.source.past;
    if (budget.isSpent) return { last: known, isAll: false };
    const end = await fold(this.source, {
      isWanted: (place) => this.#isWanted(place),
      visit: () => !budget.isSpent,
    });
    return { last: Math.max(known, Number(end.revision)), isAll: end.isAll };
  }

  /** Tells the events of these revisions, both included, until no more is wanted. */
  async #fold(
    from: number,
    to: number,
    visit: (folded: FoldedEvent) => Steps<boolean>,
  ): Promise<{ readonly last: number; readonly isAll: boolean }> {
    const { revision, isAll } = await fold(this.source, {
      isWanted: (place) => Number(place.revision) <= to && this.#isWanted(place),
      mayBeginAt: (place) => Number(place.revision) < from && this.#isWanted(place),
      visit: (folded) => Number(folded.event.revision) < from || visit(folded),
    });
    return { last: Number(revision), isAll };
  }

  *#take(entries: Entries, { event, before, after }: FoldedEvent): Steps<boolean> {
    const changes = yield* changesOf(event, before, after, this.#since, this.#hidden);
    return entries.take(entryOf(event, changes), yield* weightOf(changes));
  }
}

/** `undefined` for what is no cursor of a history. */
const cursorOf = ({ value }: NonNullable<PageRequest['after']>): number | undefined =>
  typeof value === 'number' && !Number.isNaN(value) ? value : undefined;

/** What an event at the very beginning found was before: that is not told. */
function* changesOf(
  { metadata }: RecordedEvent,
  before: Document | undefined,
  after: Document | undefined,
  since: string,
  hidden: Hidden,
): Steps<readonly FieldChange[]> {
  const changes = yield* differencesInSteps(before, after, hidden);
  if (metadata.at !== since) return changes;
  return changes.map((change) => ({ path: change.path, ...side('after', change.after) }));
}

const entryOf = (
  { revision, position, type, metadata }: RecordedEvent,
  changes: readonly FieldChange[],
): HistoryEntry => ({
  revision: revision.toString(),
  position,
  type,
  at: metadata.at,
  actor: metadata.actor,
  command_id: metadata.command,
  correlation_id: metadata.correlation,
  changes,
});

/** Changes that are surely no larger need not be written to be weighed. */
const SMALL_BYTES = 10_000;

function* weightOf(changes: readonly FieldChange[]): Steps<number> {
  let most = 0;
  for (const { before, after } of changes) {
    most += bytesAtMost(before) + bytesAtMost(after);
    yield;
  }
  if (most <= SMALL_BYTES) return most;
  let bytes = 1;
  for (const change of changes) {
    bytes += JSON.stringify(change).length + 1;
    yield;
  }
  return bytes;
}

/** The entries of one page, that are taken one after the other, oldest first. */
class Entries {
  readonly #entries: { readonly entry: HistoryEntry; readonly bytes: number }[] = [];
  #bytes = 0;
  /** There is more in the direction in which the list goes. */
  #isCut = false;

  constructor(
    private readonly first: 'newest' | 'oldest',
    private readonly limit: number,
  ) {}

  /** Whether another one may be wanted. */
  take(entry: HistoryEntry, bytes: number): boolean {
    this.#entries.push({ entry, bytes });
    this.#bytes += bytes;
    this.#cut();
    return this.first === 'newest' || !this.#isCut;
  }

  page(total: Total, isCut: boolean): Page<HistoryEntry> {
    const elements = this.#entries.map(({ entry }) => entry);
    if (this.first === 'newest') elements.reverse();
    const last = this.#isCut || isCut ? elements.at(-1) : undefined;
    return {
      elements,
      ...(last === undefined ? {} : { next: { value: Number(last.revision), id: last.revision } }),
      ...total,
    };
  }

  /** What is too much is left for the next page: the newest, or the oldest where these come last. */
  #cut(): void {
    const isTooMuch = (): boolean =>
      this.#entries.length > this.limit || (this.#bytes > PAGE_BYTES && this.#entries.length > 1);
    while (isTooMuch()) {
      const left = this.first === 'newest' ? this.#entries.shift() : this.#entries.pop();
      this.#bytes -= left?.bytes ?? 0;
      this.#isCut = true;
    }
  }
}
