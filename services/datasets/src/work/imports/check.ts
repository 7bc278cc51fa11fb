import type { ImportRecordError } from '@cairn/contracts';
import { type JobLease, JobRefused, Pace } from '@cairn/kernel';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import type { Entry, ImportRecord, RecordError } from '../../formats/index.js';
import type { ItemDocument } from '../../read-models/documents.js';
import { SLICE_ITEMS } from '../item-appends.js';
import type { StoredFile } from './drafts.js';
import { Gathered } from './gathered.js';
import { type FileTaker, takenFile } from './item-files.js';
import type { Names } from './names.js';
import { MOST_RECORDS } from './ordinals.js';
import { attempted, errorAt, eventOfRecord, idOfRecord, isError, type ItemMapping } from './records.js';
import { leaveOut, MOST_ERRORS, newTally, skip, type Tally } from './tally.js';

export interface CheckOptions {
  /** One error is enough. */
  readonly failing: boolean;
  readonly takeFile: FileTaker;
  /** The items that are there, of these ids; absent when the version has none. */
  readonly itemsOf?: (ids: readonly string[]) => Promise<ReadonlyMap<string, ItemDocument>>;
  /** Whether an item that is there takes nothing of a record that needs the labels which it names. */
  readonly stays: (event: ItemCreatedEvent, record: ImportRecord, item: ItemDocument) => Promise<boolean>;
}

/**
 * Reads all of a file and stores nothing: what is wrong with it, how many items it holds, which labels and splits it
 * names (they are wanted of `making.names` afterwards). Those of a record that is left out are not wanted, nor those of one
 * whose item is there and stays as it is. Where one error is enough it stops at the hundredth.
 */
export const check = async (
  entries: AsyncIterable<Entry>,
  mapping: ItemMapping,
  lease: JobLease,
  options: CheckOptions,
): Promise<Checked> => {
  const tally = newTally();
  const fatal = { unreadable: false, refusing: false };
  const pace = new Pace(lease);
  const checking = new Checking(mapping, tally, options);
  for await (const entry of entries) {
    await pace.turn();
    if (entry.kind === 'error') notice(entry, fatal);
    if (entry.kind === 'item') countItem(entry, tally);
    await checking.take(entry);
    if (options.failing && tally.skipped >= MOST_ERRORS) break;
    lease.progress({ phase: 'checking', done: tally.items });
  }
  await checking.flush();
  return { ...tally, failing: fatal.refusing || (fatal.unreadable && tally.items === 0) };
};

/** What was found; `failing` when nothing of the files can be read, or not as it was asked for. */
export type Checked = Tally & { readonly failing: boolean };

const notice = (
  { unreadable, refusing }: RecordError,
  fatal: { unreadable: boolean; refusing: boolean },
): void => {
  fatal.unreadable ||= unreadable === true;
  fatal.refusing ||= refusing === true;
};

const countItem = ({ where }: ImportRecord, tally: Tally): void => {
  tally.items += 1;
  if (tally.items > MOST_RECORDS)
    throw new JobRefused('import_record_invalid', `An import has at most ${MOST_RECORDS} records.`, [
      errorAt(where, 'too_many_records', 'the file has too many records'),
    ]);
};

/** Entries in their order; they wait for each other only where items may be there already. */
class Checking {
  readonly #gathered: Gathered<{ readonly entry: Entry }>;

  constructor(
    private readonly mapping: ItemMapping,
    private readonly tally: Tally,
    private readonly options: CheckOptions,
  ) {
    this.#gathered = new Gathered(options.itemsOf === undefined ? 1 : SLICE_ITEMS);
  }

  async take(entry: Entry): Promise<void> {
    this.#gathered.add({ entry });
    if (this.#gathered.isFull) await this.flush();
  }

  async flush(): Promise<void> {
    const found: Found[] = [];
    for (const { entry } of this.#gathered.taken())
      if (entry.kind === 'item') found.push(await this.#found(entry));
      else found.push(entry);
    const lacking = found.flatMap((one) => ('record' in one && one.lacks ? [one.id] : []));
    const there = (await this.options.itemsOf?.(lacking)) ?? new Map<string, ItemDocument>();
    for (const one of found)
      if ('record' in one) await this.#checkItem(one, there.get(one.id));
      else checkOther(one, this.mapping.names, this.tally);
  }

  /** The id matters only where items may be there already: equals are counted when they are stored. */
  async #found(record: ImportRecord): Promise<FoundItem> {
    const file = await takenFile(record, this.options.takeFile);
    if (file !== undefined && isError(file)) return { record, error: file, id: '', lacks: false };
    const mayBeThere = this.options.itemsOf !== undefined;
    return {
      record,
      file,
      id: mayBeThere ? idOfRecord(record, file, this.mapping) : this.mapping.versionId,
      lacks: mayBeThere && this.mapping.names.lacks(record),
    };
  }

  async #checkItem({ record, file, id, error }: FoundItem, there: ItemDocument | undefined): Promise<void> {
    const { names } = this.mapping;
    const before = names.wanted;
    const made = error ?? eventOfRecord(record, id, file, this.mapping);
    if (isError(made)) skip(this.tally, made);
    else if (there === undefined || !(await this.options.stays(made, record, there))) return;
    names.forget(before);
  }
}

interface FoundItem {
  readonly record: ImportRecord;
  readonly id: string;
  readonly lacks: boolean;
  readonly file?: StoredFile | undefined;
  readonly error?: ImportRecordError;
}

type Found = FoundItem | Exclude<Entry, ImportRecord>;

const checkOther = (entry: Exclude<Entry, ImportRecord>, names: Names, tally: Tally): void => {
  switch (entry.kind) {
    case 'error':
      skip(tally, errorAt(entry.where, entry.code, entry.message));
      return;
    case 'not_held':
      leaveOut(tally, entry.what);
      return;
    case 'label':
    case 'split': {
      const before = names.wanted;
      const refused = attempted(entry.where, () => {
        if (entry.kind === 'label') names.declareLabel(entry);
        else names.declareSplit(entry);
        return undefined;
      });
      if (refused === undefined) return;
      names.forget(before);
      skip(tally, refused);
      return;
    }
    default:
      return entry satisfies never;
  }
};
