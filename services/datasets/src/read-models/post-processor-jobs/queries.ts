import type {
  ItemJobStatus,
  ItemWithJobStatus,
  PostProcessorJob,
  PostProcessorJobWithDetails,
} from '@cairn/contracts';
import {
  createdBetween,
  type Document,
  mapPage,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  sent,
  type Versioned,
} from '@cairn/kernel';
import { datasetReads } from '../../datasets.js';
import { itemById, type ItemFilters, itemsOfVersion } from '../items/queries.js';
import type { InVersion, PartPath } from '../parents.js';
import { namesOf } from '../post-processors.js';
import {
  ITEM_JOBS,
  type ItemJobsDocument,
  POST_PROCESSOR_JOBS,
  type PostProcessorJobDocument,
} from './documents.js';

const jobResource = (job: PostProcessorJobDocument): PostProcessorJob => ({
  id: job.id,
  created_at: job.created_at,
  updated_at: job.updated_at,
  post_processor_id: job.post_processor_id,
  dataset_item_id: job.item_id,
  dataset_id: job.dataset_id,
  dataset_version_id: job.version_id,
  status: job.status,
  attempts: job.attempts,
  max_attempts: job.max_attempts,
  user_id: job.user_id,
  ...sent({
    error: job.error,
    error_code: job.error_code,
    retry_at: job.status === 'pending' && job.error !== undefined ? job.due : undefined,
    result: job.result,
    started_at: job.started_at,
    completed_at: job.completed_at,
    outcome: job.outcome,
    applied: job.applied,
    left: job.left,
    model_id: job.model_id,
    model_version_id: job.model_version_id,
    inference_id: job.inference_id,
  }),
});

export interface JobFilters {
  readonly status?: readonly string[] | undefined;
  readonly post_processor_id?: string | undefined;
  readonly item_id?: string | undefined;
  readonly version_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Those that were asked for before the history begins for the reader tell of what the item was then. */
const laterOf = (from: string | undefined, since: string | undefined): string | undefined =>
  from === undefined || (since !== undefined && since > from) ? since : from;

const jobsPage = async (
  context: QueryContext,
  { dataset_id, ...narrowed }: JobFilters & { readonly dataset_id: string },
  page: PageRequest,
): Promise<Page<Document>> => {
  const { from, to, status, ...ids } = narrowed;
  const since = await datasetReads.visibleSince(context, dataset_id);
  const fields = {
    dataset_id,
    ...sent({ ...ids, status: status?.length === 0 ? undefined : status }),
    ...createdBetween({ from: laterOf(from, since), to }),
  };
  return pageOf(context.documents, POST_PROCESSOR_JOBS, { fields }, page);
};

/** The jobs of a dataset; `undefined` when the caller may not know of it. */
export const jobsOfDataset = async (
  context: QueryContext,
  { dataset_id }: { readonly dataset_id: string },
  page: PageRequest,
  filters: JobFilters,
): Promise<Page<PostProcessorJob> | undefined> => {
  if ((await datasetReads.readable(context, dataset_id)) === undefined) return undefined;
  const jobs = await jobsPage(context, { ...filters, dataset_id }, page);
  return mapPage(jobs, (job) => jobResource(job as PostProcessorJobDocument));
};

type InItem = InVersion & { readonly item_id: string };

/** The jobs of an item; `undefined` when the caller may not know of it. */
export const jobsOfItem = async (
  context: QueryContext,
  { dataset_id, version_id, item_id }: InItem,
  page: PageRequest,
  filters: Pick<JobFilters, 'status'>,
): Promise<Page<PostProcessorJobWithDetails> | undefined> => {
  const item = await itemById(context, { dataset_id, version_id, id: item_id });
  if (item === undefined) return undefined;
  const jobs = await jobsPage(context, { ...filters, dataset_id, item_id }, page);
  const resources = mapPage(jobs, (job) => jobResource(job as PostProcessorJobDocument));
  const names = await namesOf(
    context,
    resources.elements.map((job) => job.post_processor_id),
  );
  return mapPage(resources, (job) => ({
    ...job,
    post_processor_name: names.get(job.post_processor_id) ?? '',
    item_name: item.resource.name,
  }));
};

/** A job of an item; `undefined` when there is none that the caller may know of. */
export const jobOfItem = async (
  context: QueryContext,
  { item_id, job_id, ...version }: InItem & { readonly job_id: string },
): Promise<PostProcessorJob | undefined> => {
  if ((await itemById(context, { ...version, id: item_id })) === undefined) return undefined;
  const job = (await context.documents.get(POST_PROCESSOR_JOBS, job_id)) as
    | PostProcessorJobDocument
    | undefined;
  return job?.item_id === item_id ? jobResource(job) : undefined;
};

/** The worst of them, first. */
const WORST = ['failed', 'processing', 'pending', 'completed'] as const;

const NONE: ItemJobStatus = {
  ...{ status: 'none', total: 0 },
  ...{ pending: 0, processing: 0, completed: 0, failed: 0 },
};

const statusOf = ({ last_error, updated_at, ...jobs }: ItemJobsDocument): ItemJobStatus => {
  const { pending = 0, processing = 0, completed = 0, failed = 0 } = jobs;
  const counts = { pending, processing, completed, failed };
  return {
    status: WORST.find((status) => counts[status] > 0) ?? 'none',
    total: pending + processing + completed + failed,
    ...counts,
    updated_at,
    ...sent({ last_error: failed > 0 ? last_error : undefined }),
  };
};

/** What the jobs of items have come to, by item. */
const statusesOf = async (
  { today }: Pick<QueryContext, 'today'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemJobStatus>> => {
  const found = (await today.getMany(ITEM_JOBS, ids)) as readonly ItemJobsDocument[];
  const byItem = new Map(found.map((jobs) => [jobs.id, statusOf(jobs)]));
  return new Map(ids.map((id) => [id, byItem.get(id) ?? NONE]));
};

/** Jobs are told as they are today: of the past nothing is told. */
const withStatuses = async <Item extends { readonly id: string }>(
  context: QueryContext,
  items: readonly Item[],
): Promise<(item: Item) => Item & { readonly job_status?: ItemJobStatus }> => {
  if (context.documents !== context.today) return (item) => item;
  const ids = items.map(({ id }) => id);
  const statuses = await statusesOf(context, ids);
  return (item) => ({ ...item, job_status: statuses.get(item.id)! });
};

/** As `itemById`, with what its jobs have come to. */
export const itemWithJobs = async (
  context: QueryContext,
  path: PartPath,
): Promise<Versioned<ItemWithJobStatus> | undefined> => {
  const found = await itemById(context, path);
  if (found === undefined) return undefined;
  const told = await withStatuses(context, [found.resource]);
  return { ...found, resource: told(found.resource) };
};

/** As `itemsOfVersion`, with what the jobs of each have come to. */
export const itemsWithJobs = async (
  context: QueryContext,
  path: InVersion,
  page: PageRequest,
  filters: ItemFilters = {},
): Promise<Page<ItemWithJobStatus> | undefined> => {
  const items = await itemsOfVersion(context, path, page, filters);
  return items && mapPage(items, await withStatuses(context, items.elements));
};
