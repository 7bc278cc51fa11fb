import type { Job, JsonObject } from '@cairn/contracts';
import type { Document, Filter } from '../documents/port.js';
import type { EventLog } from '../eventlog/port.js';
import { NOTHING, sent } from '../paging/conditions.js';
import { mergedPages, pageOf } from '../paging/paging.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { QueryContext } from '../context/query-context.js';
import { type Registers, RegistersUnavailable } from '../registers/port.js';
import { serviceOf } from '../messages/command-message.js';
import { administeredJob, type WorkedOn } from './administered-job.js';
import { Claims } from './claims.js';
import type { JobKind } from './job.js';
import type { JobDocument, JobParent, JobReads, JobReadsOfKind, JobSeals } from './reads-of-jobs.js';
import { jobResource } from './job-resource.js';

/** Who reads a job of which something is sealed, and what opens it. */
export interface Opening {
  readonly context: QueryContext;
  readonly vault: JobSeals;
}

/** In what one kind of work is read otherwise than others. */
export interface JobReading<Known extends JobDocument> {
  /** Whether the caller may know of it, as rights are now. */
  mayKnow(this: void, context: QueryContext, job: Known): Promise<boolean>;
  /** What of the resource is its own: `dataset_id`, `model_id`, …; nothing when absent. */
  own?(this: void, job: Known): Partial<Job>;
  /** What its result tells, where that is not as it stands in the events; without `opening`, as in lists, nothing is opened. */
  result?(this: void, job: Known, opening?: Opening): Promise<JsonObject>;
  /** What it works on, as administrators are told it; nothing when absent. */
  worksOn?(this: void, job: Known): WorkedOn;
  /** Lists of administrators are narrowed by these of its fields, of which an index begins with each. */
  readonly narrowedBy?: readonly JobParent[];
}

/** How the jobs of one kind are read. */
export const jobReads = <Known extends JobDocument>(
  {
    category,
    collection,
    commands,
    events,
  }: Pick<JobKind, 'category' | 'collection' | 'commands' | 'events'>,
  { mayKnow, own, result, worksOn, narrowedBy = [] }: JobReading<Known>,
): JobReadsOfKind<Known> => {
  const shown = async (job: Known, registers?: Registers, opening?: Opening): Promise<Job> => ({
    ...jobResource(await withClaim(category, job, registers)),
    ...own?.(job),
    ...(job.result === undefined || result === undefined ? {} : { result: await result(job, opening) }),
  });
  const list: Listed = { collection, mayKnow };
  return {
    category,
    service: serviceOf(commands.cancel),
    cancel: commands.cancel,
    ends: [events.completed, events.failed, events.cancelled].map(({ storedType }) => storedType),
    document: async ({ today }, id) => (await today.get(collection, id)) as Known | undefined,
    byId: async (context, id, registers, vault) => {
      const job = (await context.documents.get(collection, id)) as Known | undefined;
      if (job === undefined || !(await mayKnow(context, job))) return undefined;
      const { revision } = job;
      const opening = vault && { context, vault };
      return { resource: await shown(job, registers, opening), revision, streams: [`${category}-${id}`] };
    },
    page: async (context, page, { status, job_type }, registers) => {
      const { userId: user_id } = context.principal;
      const filter: Filter = { fields: { user_id, ...sent({ status, kind: job_type }) } };
      const found = await knownPage(list, context, filter, page);
      const elements = await Promise.all(found.elements.map((job) => shown(job as Known, registers)));
      return { ...found, elements };
    },
    all: async ({ documents }, page, { job_type, status, user_id, ...parents }, registers) => {
      const within = sent(parents);
      if (Object.keys(within).some((parent) => !narrowedBy.includes(parent as JobParent))) return NOTHING;
      const filter: Filter = { fields: { ...sent({ status, kind: job_type, user_id }), ...within } };
      const found = await pageOf(documents, collection, filter, page);
      const administered = async (job: Known): Promise<Job> =>
        administeredJob(await shown(job, registers), job, worksOn?.(job));
      return {
        ...found,
        elements: await Promise.all(found.elements.map((job) => administered(job as Known))),
      };
    },
  };
};

/** The jobs of several kinds, read as one. */
export interface JobsOfAll extends JobReads {
  /** Of which kind a job is, by the log: one that was just asked for may have no document yet. */
  kindOf(log: Pick<EventLog, 'read'>, id: string): Promise<JobReadsOfKind | undefined>;
}

/** How the jobs of several kinds are read as one. */
export const jobsOfAll = (kinds: readonly JobReadsOfKind[]): JobsOfAll => ({
  byId: async (context, id, ...given) => {
    const found = await Promise.all(kinds.map((kind) => kind.byId(context, id, ...given)));
    return found.find((job) => job !== undefined);
  },
  page: async (context, page, filters, registers) =>
    mergedPages(await Promise.all(kinds.map((kind) => kind.page(context, page, filters, registers))), page),
  all: async (context, page, filters, registers) =>
    mergedPages(await Promise.all(kinds.map((kind) => kind.all(context, page, filters, registers))), page),
  kindOf: async (log, id) => {
    for (const kind of kinds)
      if ((await log.read(`${kind.category}-${id}`, { limit: 1 })).length > 0) return kind;
    return undefined;
  },
});

/** What its worker told last; while the registers are away or have lost it, what the job's events tell. */
const withClaim = async (category: string, job: JobDocument, registers?: Registers): Promise<JobDocument> => {
  if (registers === undefined || job.status !== 'running') return job;
  const claim = await new Claims(registers, category).get(job.id).catch(unlessAway);
  return claim === undefined ? job : Object.assign({}, job, { progress: claim.progress });
};

const unlessAway = (error: unknown): undefined => {
  if (error instanceof RegistersUnavailable) return undefined;
  throw error;
};

type Listed = Pick<JobKind, 'collection'> & Pick<JobReading<JobDocument>, 'mayKnow'>;

/** So many pages are read at most for one that is shown: it may be short where many jobs are not to be seen any more. */
const MOST_PAGES = 5;

/** A page of those that the caller may know of; the whole list counts them, a part of it all that match. */
const knownPage = async (
  { collection, mayKnow }: Listed,
  context: QueryContext,
  filter: Filter,
  page: PageRequest,
): Promise<Page<JobDocument>> => {
  const first = await pageOf(context.documents, collection, filter, page);
  const read = reading(context);
  const knownAmong = async (documents: readonly Document[]): Promise<readonly JobDocument[]> => {
    const jobs = documents as readonly JobDocument[];
    const known = await Promise.all(jobs.map((job) => mayKnow(read, job)));
    return jobs.filter((_, index) => known[index]);
  };
  const found = [...(await knownAmong(first.elements))];
  let { next } = first;
  for (let pages = 1; pages < MOST_PAGES && next !== undefined && found.length < page.limit; pages += 1) {
    const wanted = { ...page, after: next, limit: page.limit - found.length };
    const more = await pageOf(context.documents, collection, filter, wanted, { total: first });
    found.push(...(await knownAmong(more.elements)));
    ({ next } = more);
  }
  if (next !== undefined) return { ...first, elements: found, next };
  const { total, totalExact } = first;
  if (page.after !== undefined) return { elements: found, total, totalExact };
  return { elements: found, total: found.length, totalExact: true };
};

/** Reads each document once. */
const reading = (context: QueryContext): QueryContext => {
  const { today } = context;
  const got = new Map<string, ReturnType<typeof today.get>>();
  const get: typeof today.get = (collection, id) => {
    const key = `${collection} ${id}`;
    const reads = got.get(key) ?? today.get(collection, id);
    got.set(key, reads);
    return reads;
  };
  const once: QueryContext['today'] = {
    get,
    getMany: (collection, ids) => today.getMany(collection, ids),
    getSome: (collection, ids, mostBytes) => today.getSome(collection, ids, mostBytes),
    find: (collection, options) => today.find(collection, options),
    findPage: (collection, options) => today.findPage(collection, options),
    count: (collection, filter, limit) => today.count(collection, filter, limit),
  };
  return { ...context, today: once, documents: once };
};
