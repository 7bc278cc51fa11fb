import type { ImportRecordError } from '@cairn/contracts';
import { heapBytes, type JobLease, Pace } from '@cairn/kernel';
import type { Entry, ImportRecord } from '../../formats/index.js';
import { eachOf } from '../../domain/item/many.js';
import { STORING } from '../../domain/job/state.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import { SLICE_ITEMS } from '../item-appends.js';
import type { StoredFile } from './drafts.js';
import type { FileTaker } from './item-files.js';
import { errorAt, eventOfRecord, idOfRecord, isError, type ItemMapping, refusedError } from './records.js';
import type { MadeItem, Sink } from './sinks.js';
import { type Cursor, cursorJson, leaveOut, leaveToDefault, skipAgain, type Tally } from './tally.js';

export interface StoreOptions {
  readonly entries: AsyncIterable<Entry>;
  readonly lease: JobLease;
  readonly takeFile: FileTaker;
  /** Asked before the files of a slice are taken, with their bytes. */
  readonly beforeFiles: (bytes: number) => Promise<void>;
  readonly sink: Sink;
  /** Asked for each slice: rights, labels and splits may have changed. */
  readonly making: () => Promise<ItemMapping>;
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
  readonly record: ImportRecord;
  readonly isDone: boolean;
}

/** So much of records, bytes, waits for its slice: records may be 16 MB each. */
const SLICE_BYTES = 8 * 1024 * 1024;

class Slices {
  #waiting: Waiting[] = [];
  #bytes = 0;

  constructor(private readonly options: StoreOptions) {}

  get isFull(): boolean {
    return this.#waiting.length >= SLICE_ITEMS || this.#bytes >= SLICE_BYTES;
  }

  add(record: ImportRecord, isDone: boolean): void {
    this.#waiting.push({ record, isDone });
    this.#bytes += bytesOf(record);
  }

  /** Items that a worker before stored are only counted among the equals. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    [this.#waiting, this.#bytes] = [[], 0];
    const { cursor, sink, making } = this.options;
    const now = await making();
    const files = await this.#filesOf(waiting);
    const made: MadeItem[] = [];
    for (const [index, { record, isDone }] of waiting.entries()) {
      const event = eventOf(record, files[index], now, isDone);
      if (isDone || event === undefined) continue;
      cursor.tally.items += 1;
      if (isError(event)) skipAgain(cursor.tally, event);
      else made.push(madeItem(event, record, now, cursor.tally));
    }
    if (made.length > 0) await sink(made, cursor.tally, now.around);
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
    if (waiting.every(({ record }) => record.file === undefined)) return [];
    const open = waiting.filter(({ isDone }) => !isDone);
    await this.options.beforeFiles(open.reduce((bytes, { record }) => bytes + (record.file?.size ?? 0), 0));
    return eachOf(waiting, ({ record }) => takenFile(record, this.options.takeFile));
  }
}

/** What a record takes in memory, about. */
const bytesOf = ({ text = '', annotations, attributes }: ImportRecord): number =>
  annotations.reduce(
    (bytes, annotation) => bytes + heapBytes(annotation.value) + heapBytes(annotation.attributes),
    text.length + heapBytes(attributes),
  );

const madeItem = (
  event: ItemCreatedEvent,
  { where, splits }: ImportRecord,
  { names }: ItemMapping,
  tally: Tally,
): MadeItem => {
  if (splits === undefined) leaveToDefault(tally, where.file);
  return { event, where, splits: event.data.splits.map((id) => names.splitName(id)) };
};

type TakenFile = StoredFile | ImportRecordError | undefined;

const takenFile = async (record: ImportRecord, take: FileTaker): Promise<TakenFile> => {
  if (record.file === undefined) return undefined;
  try {
    return await take(record, record.file);
  } catch (error) {
    return refusedError(record.where, error);
  }
};

const eventOf = (
  record: ImportRecord,
  file: TakenFile,
  mapping: ItemMapping,
  isDone: boolean,
): ItemCreatedEvent | ImportRecordError | undefined => {
  if (file !== undefined && isError(file)) return file;
  const id = idOfRecord(record, file, mapping);
  return isDone ? undefined : eventOfRecord(record, id, file, mapping);
};
