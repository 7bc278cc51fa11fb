import { type JobLease, JobRefused, Pace } from '@cairn/kernel';
import type { Entry, ImportRecord, RecordError } from '../../formats/index.js';
import type { FileTaker } from './item-files.js';
import type { Names } from './names.js';
import { MOST_RECORDS } from './ordinals.js';
import { attempted, errorAt, eventOfRecord, isError, type ItemMapping, refusedError } from './records.js';
import { leaveOut, MOST_ERRORS, newTally, skip, type Tally } from './tally.js';

/**
 * Reads all of a file and stores nothing: what is wrong with it, how many items it holds, which labels and splits it
 * names (they are wanted of `making.names` afterwards; those of a record that is left out are not). Where one error is enough it stops at the hundredth.
 */
export const check = async (
  entries: AsyncIterable<Entry>,
  mapping: ItemMapping,
  lease: JobLease,
  { failing, takeFile }: { readonly failing: boolean; readonly takeFile: FileTaker },
): Promise<Checked> => {
  const tally = newTally();
  const fatal = { unreadable: false, refusing: false };
  const pace = new Pace(lease);
  for await (const entry of entries) {
    await pace.turn();
    if (entry.kind === 'error') notice(entry, fatal);
    if (entry.kind === 'item') await checkItem(entry, mapping, tally, takeFile);
    else checkOther(entry, mapping.names, tally);
    if (failing && tally.skipped >= MOST_ERRORS) break;
    lease.progress({ phase: 'checking', done: tally.items });
  }
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

const checkItem = async (
  record: ImportRecord,
  mapping: ItemMapping,
  tally: Tally,
  takeFile: FileTaker,
): Promise<void> => {
  tally.items += 1;
  if (tally.items > MOST_RECORDS)
    throw new JobRefused('import_record_invalid', `An import has at most ${MOST_RECORDS} records.`, [
      errorAt(record.where, 'too_many_records', 'the file has too many records'),
    ]);
  const before = mapping.names.wanted;
  const made = await checkedItem(record, mapping, takeFile);
  if (!isError(made)) return;
  mapping.names.forget(before);
  skip(tally, made);
};

/** The id does not matter yet: equals are counted when the items are stored. */
const checkedItem = async (record: ImportRecord, mapping: ItemMapping, takeFile: FileTaker) => {
  if (record.file === undefined) return eventOfRecord(record, mapping.versionId, undefined, mapping);
  try {
    return eventOfRecord(record, mapping.versionId, await takeFile(record, record.file), mapping);
  } catch (error) {
    return refusedError(record.where, error);
  }
};

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
