import {
  datasetJobCommands,
  type FileRecord,
  type ImportRecordError,
  type JsonObject,
} from '@cairn/contracts';
import {
  accountOfPrincipal,
  ArchiveUnsafe,
  derivedId,
  freshId,
  isRefusal,
  type JobLease,
  JobRefused,
  nameKey,
  openStored,
  PackedOtherwise,
  principalNow,
  sent,
  type ServiceTools,
  type Source,
  unlessRefused,
} from '@cairn/kernel';
import { importedBy } from '../../domain/item/imported.js';
import type { KnownJob } from '../../domain/job/state.js';
import type { Parents } from '../../domain/version/parents.js';
import { detectedFormats, type Entry, type Format, formatNamed, recordsOf } from '../../formats/index.js';
import { itemAppends } from '../item-appends.js';
import { JobRoom } from '../job-room.js';
import { parentsOf } from '../requester.js';
import { check, type Checked, type CheckOptions } from './check.js';
import { readThrough, stored } from './item-files.js';
import { Names } from './names.js';
import { hasItems, itemsOf, takingOf, toldOf } from './present.js';
import { Ordinals } from './ordinals.js';
import { type ItemMapping, itemMappingOf } from './records.js';
import { looking, storing } from './sinks.js';
import { store, type StoreOptions } from './store.js';
import { uploadNamed } from './upload-names.js';
import { type Cursor, cursorFrom, leaveOut, newTally, type Plan, reportOf } from './tally.js';
import { ReadThroughOnce } from './unnamed-files.js';

/** Imports a file into a version: first it is checked whole, then its items are stored (SPEC-dataset-formats). */
export const runImport = async (job: KnownJob, lease: JobLease, tools: ServiceTools): Promise<JsonObject> => {
  if (job.file === null) throw new JobRefused('internal', 'The import has no file.');
  const source = await opened(job.file, tools);
  try {
    const formats = await formatsOf(source, job);
    refuseTargets(formats, job);
    const cursor = cursorFrom(job.cursor) ?? (await planned(job, source, formats, lease, tools));
    const report = (): JsonObject => reportOf(job.id, job.options.dry_run, cursor.plan, cursor.tally);
    lease.tellsLanded(report);
    await stores(job, source, formats, cursor, lease, tools);
    return report();
  } finally {
    await source.close();
  }
};

/** What the workers before had stored, as far as they told it. */
export const landedOf = (job: KnownJob): JsonObject => {
  const cursor = cursorFrom(job.cursor);
  return cursor === undefined ? {} : reportOf(job.id, job.options.dry_run, cursor.plan, cursor.tally);
};

const opened = async (file: FileRecord, tools: ServiceTools): Promise<Source> => {
  const { sha256, size } = file;
  const named = uploadNamed(file);
  try {
    return await openStored({ ...named, sha256, size }, tools);
  } catch (error) {
    if (error instanceof PackedOtherwise)
      throw new JobRefused('format_not_recognised', `The file is ${error.message}.`);
    if (error instanceof ArchiveUnsafe) throw new JobRefused('archive_unsafe', sentence(error.message));
    throw error;
  }
};

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** How the file is read: by the format that is named, else by all that are found in it. */
type Formats = readonly [Format, ...Format[]];

const formatsOf = async (source: Source, { format }: KnownJob): Promise<Formats> => {
  if (format !== null) {
    const named = formatNamed(format);
    if (named === undefined)
      throw new JobRefused('format_unknown', `${format} is no format that is read here.`);
    return [named];
  }
  const [first, ...others] = await detectedFormats(source);
  if (first === undefined)
    throw new JobRefused(
      'format_not_recognised',
      'Nothing in the file tells its format: name it in the path.',
    );
  return [first, ...others];
};

/** Throws for columns that are to be what a format has no place for. */
const refuseTargets = (formats: Formats, { options: { columns = [] } }: KnownJob): void => {
  for (const { name, targets } of formats) {
    const wrong = columns.find(({ target }) => !targets.includes(target));
    if (wrong !== undefined)
      throw new JobRefused(
        'columns_invalid',
        `${name} has no place for ${wrong.target}; it takes: ${targets.join(', ')}.`,
      );
  }
};

/** The first pass, and the labels and splits that the items need. */
const planned = async (
  job: KnownJob,
  source: Source,
  formats: Formats,
  lease: JobLease,
  tools: ServiceTools,
): Promise<Cursor> => {
  const parents = unlessRefused(await parentsOf(tools, job));
  const names = new Names(parents.version, job.id, true);
  const failing = job.options.on_error === 'fail';
  const mapping = itemMappingOf(parents, job.user_id, names, new Ordinals());
  const once = new ReadThroughOnce(source);
  const mayBeThere = await hasItems(job.version_id, tools);
  const read = new Set<string>();
  const entries = recordsOf(once.source, formats, job.options);
  const found = await check(noting(entries, formats, read), mapping, lease, {
    failing,
    takeFile: readThrough(tools.fileLimits.itemFile),
    ...(mayBeThere ? { itemsOf: (ids) => itemsOf(ids, tools) } : {}),
    stays: staying(job, mapping, tools),
  });
  if (found.errors.length > 0 && (failing || found.failing)) throw refusedFor(found.errors);
  lease.check();
  const made = await prepared(job, names, found, tools);
  const { spellings } = names;
  const tally = newTally(found.errors);
  const unnamed = once.unnamed(found.notHeld);
  if (unnamed !== undefined) leaveOut(tally, unnamed);
  const format = [...read].join(', ') || formats[0].name;
  return {
    entries: 0,
    plan: { format, total: found.items, ...made, spellings },
    tally,
  };
};

/** The entries, with the names of the formats that items came from. */
async function* noting(
  entries: AsyncIterable<Entry>,
  formats: Formats,
  read: Set<string>,
): AsyncGenerator<Entry, void, void> {
  for await (const entry of entries) {
    if (entry.kind === 'item' && read.size < formats.length) {
      const format = formats.find(({ records }) => records.isRecords(entry.where.file));
      if (format !== undefined) read.add(format.name);
    }
    yield entry;
  }
}

/** Whether an item takes no annotation of a record over: then nobody needs the labels that it names. */
const staying =
  (job: KnownJob, mapping: ItemMapping, tools: ServiceTools): CheckOptions['stays'] =>
  async (event, record, item) => {
    if (job.options.on_existing !== 'update') return true;
    const taking = await takingOf(item.id, toldOf(event, record), mapping.around, tools);
    return isRefusal(taking) || !taking.annotates;
  };

/** Columns that are not as the caller says come before what follows from that. */
const refusedFor = (errors: readonly ImportRecordError[]): JobRefused => {
  const wrong = errors.find(({ code }) => code === 'columns_invalid');
  return wrong === undefined
    ? new JobRefused('import_record_invalid', 'The file holds records that cannot be read.', errors)
    : new JobRefused('columns_invalid', sentence(wrong.message), errors);
};

/** Makes labels and splits where there is room for the items, or counts what a dry run would make. */
const prepared = async (
  job: KnownJob,
  names: Names,
  found: Checked,
  tools: ServiceTools,
): Promise<Pick<Plan, 'labels' | 'splits'>> => {
  if (job.options.dry_run) return { labels: names.wantedLabels.length, splits: names.wantedSplits.length };
  await new JobRoom(tools, job).forFile(found.items - found.skipped);
  return madeFor(job, names, tools);
};

/** Makes them, and counts those that this import made, also before a crash. */
const madeFor = async (
  job: KnownJob,
  names: Names,
  tools: ServiceTools,
): Promise<Pick<Plan, 'labels' | 'splits'>> => {
  if (names.wantedLabels.length > 0 || names.wantedSplits.length > 0) {
    const input = {
      dataset_id: job.dataset_id,
      version_id: job.version_id,
      user_id: job.user_id,
      labels: names.wantedLabels.map((label) => sent({ ...label })),
      splits: names.wantedSplits.map((split) => sent({ ...split })),
    };
    const reply = await tools.execute(datasetJobCommands.prepareImport, input, { id: freshId() });
    if (reply.status === 'refused') throw new JobRefused(reply.code, reply.detail);
  }
  const { version } = unlessRefused(await parentsOf(tools, job));
  const isOwn =
    (kind: string) =>
    ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
      id === derivedId(job.id, kind, nameKey(name));
  return {
    labels: Object.values(version.labels).filter(isOwn('label')).length,
    splits: Object.values(version.splits).filter(isOwn('split')).length,
  };
};

/** The second pass. */
const stores = async (
  job: KnownJob,
  source: Source,
  formats: Formats,
  cursor: Cursor,
  lease: JobLease,
  tools: ServiceTools,
): Promise<void> => {
  const { dry_run } = job.options;
  const { itemFile } = tools.fileLimits;
  const room = new JobRoom(tools, job, () => cursor.tally.created);
  const account = accountOfPrincipal(await principalNow(tools, job));
  const appends = itemAppends(tools, job, lease, importedBy.make, room);
  await store({
    entries: recordsOf(source, formats, job.options),
    lease,
    takeFile: dry_run ? readThrough(itemFile) : stored(tools.blobs, itemFile, { account, isWork: true }),
    beforeFiles: async (bytes) => (dry_run ? undefined : room.forBytes(bytes)),
    sink: dry_run ? looking(tools, job) : storing(tools, job, appends),
    itemsOf: (ids) => itemsOf(ids, tools),
    making: makingFor(job, tools),
    cursor,
  });
  await appends.settled();
};

/** What items are made with, made anew only when the dataset or the version has changed. */
const makingFor = (job: KnownJob, tools: ServiceTools): StoreOptions['making'] => {
  const ordinals = new Ordinals();
  let last:
    | { readonly parents: Parents; readonly mapping: Awaited<ReturnType<StoreOptions['making']>> }
    | undefined;
  return async () => {
    const parents = unlessRefused(await parentsOf(tools, job));
    if (last?.parents.version !== parents.version || last.parents.dataset !== parents.dataset) {
      const mappingOf = (open: boolean): ItemMapping =>
        itemMappingOf(parents, job.user_id, new Names(parents.version, job.id, open), ordinals);
      last = { parents, mapping: { ...mappingOf(job.options.dry_run), naming: mappingOf(true) } };
    }
    return last.mapping;
  };
};
