import type { ImportRecordError } from '@cairn/contracts';
import { eachOf, type JobLease, Pace } from '@cairn/kernel';
import type { Entry, ImportRecord } from '../../formats/index.js';
import { STORING } from '../../domain/job/state.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import type { ItemDocument } from '../../read-models/documents.js';
import { SLICE_ITEMS } from '../item-appends.js';
import type { StoredFile } from './drafts.js';
import { Gathered } from './gathered.js';
import { type FileTaker, type TakenFile, takenFile } from './item-files.js';
import { errorAt, eventOfRecord, idOfRecord, isError, type ItemMapping } from './records.js';
import { toldOf } from './present.js';
import type { MadeItem, PresentItem, Sink } from './sinks.js';
import { type Cursor, cursorJson, leaveOut, leaveToDefault, skipAgain, type Tally } from './tally.js';

export interface StoreOptions {
  readonly entries: AsyncIterable<Entry>;
  readonly lease: JobLease;
  readonly takeFile: FileTaker;
  /** Asked before the files of a slice are taken, with their bytes. */
  readonly beforeFiles: (bytes: number) => Promise<void>;
  readonly sink: Sink;
  /** Asked for each slice: rights, labels and splits may have changed. `naming` is for items that are there: a label that nobody made is one that they do not have. */
  readonly making: () => Promise<ItemMapping & { readonly naming: ItemMapping }>;
  /** The items that are there, of these ids. */
  readonly itemsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, ItemDocument>>;
  /** What was done before this worker came; changed in place. */
  readonly cursor: Cursor;
}

/** Stores the items of a file slice by slice, from where the worker before came to. */
export const store = async (options: StoreOptions): Promise<void> => {
  const { entries, lease, cursor } = options;
  const slices = new Slices(options);
  const pace = new Pace(lease);
  let seen = 0;
  for await (const entry of entries) {
    await pace.turn();
    const isDone = seen < cursor.entries;
    seen += 1;
    if (entry.kind === 'item') slices.add(entry, isDone);
    else if (!isDone) note(entry, cursor.tally);
    if (slices.isFull) {
      await slices.flush();
      slices.report(seen);
    }
  }
  await slices.flush();
};

const note = (entry: Exclude<Entry, ImportRecord>, tally: Tally): void => {
  if (entry.kind === 'error') skipAgain(tally, errorAt(entry.where, entry.code, entry.message));
  if (entry.kind === 'not_held') leaveOut(tally, entry.what);
};

interface Waiting {
  readonly entry: ImportRecord;
  readonly isDone: boolean;
}

class Slices {
  readonly #gathered = new Gathered<Waiting>(SLICE_ITEMS);

  constructor(private readonly options: StoreOptions) {}

  get isFull(): boolean {
    return this.#gathered.isFull;
  }

  add(entry: ImportRecord, isDone: boolean): void {
    this.#gathered.add({ entry, isDone });
  }

  /** Items that a worker before stored are only counted among the equals. */
  async flush(): Promise<void> {
    const waiting = this.#gathered.taken();
    if (waiting.length === 0) return;
    const { cursor, sink, making } = this.options;
    const now = await making();
    const files = await this.#filesOf(waiting);
    const found = waiting.flatMap(({ entry, isDone }, index) => foundOf(entry, files[index], now, isDone));
    cursor.tally.items += found.length;
    const there = await this.options.itemsOf(found.filter(({ lacks }) => lacks).map(({ id }) => id));
    const made: MadeItem[] = [];
    const present: PresentItem[] = [];
    for (const one of found) {
      const item = there.get(one.id);
      const mapping = item === undefined ? now : now.naming;
      const event = one.error ?? eventOfRecord(one.record, one.id, one.file, mapping);
      if (isError(event)) skipAgain(cursor.tally, event);
      else if (item === undefined) made.push(madeItem(event, one.record, now, cursor.tally));
      else present.push({ item, event, where: one.record.where, told: toldOf(event, one.record) });
    }
    if (made.length + present.length > 0) await sink({ made, present }, cursor.tally, now.around);
  }

  report(entries: number): void {
    const { cursor, lease } = this.options;
    const { plan, tally } = cursor;
    const at = Math.max(entries, cursor.entries);
    lease.progress({
      phase: STORING,
      done: tally.items,
      total: plan.total,
      cursor: cursorJson({ entries: at, plan, tally }),
    });
  }

  /** Most slices have no files: they wait for nothing. */
  async #filesOf(waiting: readonly Waiting[]): Promise<readonly TakenFile[]> {
    if (waiting.every(({ entry }) => entry.file === undefined)) return [];
    const open = waiting.filter(({ isDone }) => !isDone);
    await this.options.beforeFiles(open.reduce((bytes, { entry }) => bytes + (entry.file?.size ?? 0), 0));
    return eachOf(waiting, ({ entry }) => takenFile(entry, this.options.takeFile));
  }
}

/** A record that is to be stored, with the id of its item. */
interface Found {
  readonly record: ImportRecord;
  readonly id: string;
  readonly file: StoredFile | undefined;
  readonly error?: ImportRecordError;
  /** It names what the version lacks. */
  readonly lacks: boolean;
}

/** None for one that a worker before stored, but it is counted among its equals. */
const foundOf = (
  record: ImportRecord,
  file: TakenFile,
  mapping: ItemMapping,
  isDone: boolean,
): readonly Found[] => {
  if (file !== undefined && isError(file))
    return isDone ? [] : [{ record, id: '', file: undefined, error: file, lacks: false }];
  const id = idOfRecord(record, file, mapping);
  const { names } = mapping;
  return isDone ? [] : [{ record, id, file, lacks: !names.open && names.lacks(record) }];
};

const madeItem = (
  event: ItemCreatedEvent,
  record: ImportRecord,
  { names }: ItemMapping,
  tally: Tally,
): MadeItem => {
  const { where } = record;
  if (record.splits === undefined) leaveToDefault(tally, where.file);
  const splits = event.data.splits.map((id) => names.splitName(id));
  return { event, where, splits, told: toldOf(event, record) };
};
