import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { exampleItem } from '../examples.js';
import {
  PostProcessorJob,
  PostProcessorJobWithDetails,
  postProcessorJobStatuses,
} from '../post-processor-job.js';
import { DatasetParams, InItemParams, ItemJobParams, versionBase } from './paths.js';

const jobsOfItem = `${versionBase}/items/{item_id}/jobs` as const;
const OneOrMore = Type.Array(OneOf(postProcessorJobStatuses), { maxItems: 4 });
const sort = ['created_at', 'updated_at'] as const;

const exampleFailed: PostProcessorJob = {
  id: '01955651-3b4c-7d5e-8f60-7182930a1b2c',
  created_at: '2026-02-01T09:00:00.000Z',
  updated_at: '2026-02-01T09:00:01.000Z',
  post_processor_id: '01955651-1a2b-7c3d-8e4f-5061728394a5',
  dataset_item_id: exampleItem.id,
  dataset_id: '01955650-0a1b-7c2d-8e3f-405162738495',
  dataset_version_id: '01955650-1b2c-7d3e-8f40-516273849506',
  status: 'failed',
  attempts: 3,
  max_attempts: 3,
  user_id: exampleItem.user_id,
};

const exampleJob: PostProcessorJob = {
  ...exampleFailed,
  status: 'completed',
  attempts: 1,
  result: '[{"prediction":"spam","confidence":0.93,"type":"classification","value":{}}]',
  started_at: '2026-02-01T09:00:00.400Z',
  completed_at: '2026-02-01T09:00:01.000Z',
  outcome: 'applied',
  applied: 1,
  left: [],
};

const detailed: PostProcessorJobWithDetails = {
  ...exampleJob,
  post_processor_name: 'Spam or not',
  item_name: exampleItem.name,
};

export const listPostProcessorJobs = operation({
  id: 'listPostProcessorJobs',
  tag: 'Post-processors',
  summary: 'List the jobs of the post-processors of a dataset',
  method: 'GET',
  path: '/api/v1/datasets/{dataset_id}/post-processors/jobs',
  access: 'datasets:read',
  params: DatasetParams,
  list: {
    sort,
    defaultSort: 'created_at',
    filters: {
      status: OneOrMore,
      post_processor_id: Uuid,
      item_id: Uuid,
      version_id: Uuid,
      from: Time,
      to: Time,
    },
  },
  replies: ok('The jobs. `status` is repeated, or has several with commas.', Type.Array(PostProcessorJob)),
  example: { reply: [exampleJob] },
});

export const listItemJobs = operation({
  id: 'listItemJobs',
  tag: 'Dataset items',
  summary: 'List the jobs of post-processors on an item',
  method: 'GET',
  path: jobsOfItem,
  access: 'datasets:read',
  params: InItemParams,
  list: { sort, defaultSort: 'created_at', filters: { status: OneOrMore } },
  replies: ok('The jobs, with what they are called for.', Type.Array(PostProcessorJobWithDetails)),
  example: { reply: [detailed] },
});

export const retryItemJob = operation({
  id: 'retryItemJob',
  tag: 'Dataset items',
  summary: 'Retry a failed job',
  description: 'It waits again, with three more attempts.',
  method: 'POST',
  path: `${jobsOfItem}/{job_id}/retry`,
  access: 'datasets:write',
  params: ItemJobParams,
  replies: ok('The job, as it waits.', PostProcessorJob),
  errors: ['forbidden', 'job_not_failed'],
  example: { reply: { ...exampleFailed, status: 'pending', max_attempts: 6 } },
});
