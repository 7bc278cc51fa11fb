import type { DocumentMaps } from '../documents/memory.js';
import type { Document } from '../documents/port.js';
import { bytesAtMost } from '../eventlog/json-size.js';
import { PART_BYTES, partsWhile } from '../eventlog/parts.js';
import type { Actor, EventLog, Position, RecordedEvent, StreamName } from '../eventlog/port.js';
import { type Projection, projectInMemory } from '../reactions/projection.js';
import type { Vault } from '../vault/port.js';
import { isBefore, openAll } from './as-of.js';
import { differences, type FieldChange, type Hidden, hiddenFields, side } from './differences.js';
import type { Moment, Page, PageRequest } from './reading.js';

/** One event of an asset's history (decisions, section 7, point 8). */
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
  readonly moment?: Moment | undefined;
  /** Events before it are left out, and what was before: RFC 3339. */
  readonly since?: string | undefined;
}

/**
 * One page of who changed what and when: what each event did to the document. It is read part by part, and a page ends
 * early when what it tells is large: what is held does not grow with the history.
 */
export const historyOf = async (options: HistoryOptions, page: PageRequest): Promise<Page<HistoryEntry>> => {
  const { log, vault, stream, id, collection, projection, moment, since = '' } = options;
  const made: DocumentMaps = new Map();
  const hidden = hiddenFields(projection.internal);
  const entries = new HistoryPage(page);
  let before: Document | undefined;
  for await (const part of partsWhile(
    log,
    stream,
    (event) => moment === undefined || isBefore(event, moment),
  )) {
    const opened = new Map(
      (await openAll(projection, part, vault)).map((seen) => [seen.revision, seen] as const),
    );
    for (const event of part) {
      const seen = opened.get(event.revision);
      if (seen !== undefined) projectInMemory(projection, [seen], made);
      const after = made.get(collection)?.get(id);
      if (event.metadata.at >= since) entries.take(event, changesOf(event, before, after, { since, hidden }));
      before = after;
    }
  }
  return entries.page();
};

/** What an event at the very beginning found was before: that is not told. */
const changesOf = (
  { metadata }: RecordedEvent,
  before: Document | undefined,
  after: Document | undefined,
  { since, hidden }: { readonly since: string; readonly hidden: Hidden },
): (() => readonly FieldChange[]) => {
  const changes = () => differences(before, after, hidden);
  if (metadata.at !== since) return changes;
  return () => changes().map((change) => ({ path: change.path, ...side('after', change.after) }));
};

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

const weightOf = (changes: readonly FieldChange[]): number => {
  const most = changes.reduce((sum, { before, after }) => sum + bytesAtMost(before) + bytesAtMost(after), 0);
  return most <= SMALL_BYTES ? most : JSON.stringify(changes).length;
};

/** The entries of one page, of all that are taken one after the other, oldest first. */
class HistoryPage {
  #entries: { readonly entry: HistoryEntry; readonly bytes: number }[] = [];
  #bytes = 0;
  #total = 0;
  /** There is more in the direction in which the list goes. */
  #isCut = false;
  readonly #isNewestFirst: boolean;

  constructor(private readonly request: PageRequest) {
    this.#isNewestFirst = request.sort.startsWith('-');
  }

  /** `changes` are made for what is kept alone. */
  take(event: RecordedEvent, changes: () => readonly FieldChange[]): void {
    this.#total += 1;
    if (!this.#isBehindCursor(Number(event.revision))) return;
    if (this.#isCut && !this.#isNewestFirst) return;
    const entry = entryOf(event, changes());
    const bytes = weightOf(entry.changes);
    this.#entries.push({ entry, bytes });
    this.#bytes += bytes;
    this.#cut();
  }

  page(): Page<HistoryEntry> {
    const elements = this.#entries.map(({ entry }) => entry);
    if (this.#isNewestFirst) elements.reverse();
    const last = this.#isCut ? elements.at(-1) : undefined;
    return {
      elements,
      ...(last === undefined ? {} : { next: { value: Number(last.revision), id: last.revision } }),
      total: this.#total,
      totalExact: true,
    };
  }

  #isBehindCursor(revision: number): boolean {
    const { after } = this.request;
    if (after === undefined) return true;
    return this.#isNewestFirst ? revision < Number(after.value) : revision > Number(after.value);
  }

  /** What is too much is left for the next page: the newest, or the oldest where these come last. */
  #cut(): void {
    const isTooMuch = (): boolean =>
      this.#entries.length > this.request.limit || (this.#bytes > PART_BYTES && this.#entries.length > 1);
    while (isTooMuch()) {
      const left = this.#isNewestFirst ? this.#entries.shift() : this.#entries.pop();
      this.#bytes -= left?.bytes ?? 0;
      this.#isCut = true;
    }
  }
}
