import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { Job } from '../../work/job.js';
import { GraphStats } from '../content/stats.js';
import { exampleGraphStats } from '../examples.js';
import { ofContent, OfVersionParams, tag, versionPath } from './paths.js';

const description =
  'Of more than 100,000 nodes and edges, `multi_edges`, `degree`, `components` and `isolated` are told if `POST …/stats` of the ' +
  'version computed them for the same revision. Otherwise they are left out. `density` and `directed` are then told only if ' +
  'one of the first 10,000 edges is directed or there are no more, and labels and types only of today.';

/** What both have alike. */
const reading = {
  tag,
  method: 'GET',
  access: 'graphs:read',
  etag: true,
  takesLong: true,
  replies: ok('The statistics.', GraphStats),
  example: { reply: exampleGraphStats },
} as const;

export const getGraphStats = operation({
  ...reading,
  id: 'getGraphStats',
  summary: 'Read the statistics of the active version',
  description: `Of the version that is, or with \`as_of\` was, the active one. ${description}`,
  path: '/api/v1/graphs/{id}/stats',
  params: Type.Object({ id: Uuid }),
  // Each version has revisions of its own, and the path names none.
  timeTravel: 'as_of',
});

export const getGraphVersionStats = operation({
  ...reading,
  id: 'getGraphVersionStats',
  summary: 'Read the statistics of a version',
  description,
  path: `${versionPath}/stats`,
  params: OfVersionParams,
  ...ofContent,
});

export const computeGraphVersionStats = operation({
  id: 'computeGraphVersionStats',
  tag,
  summary: 'Compute the statistics of a version',
  description:
    'Everything is computed, of up to ten million nodes and ten million edges, as they are at one moment. The result becomes ' +
    '`metrics` of the version, and statistics of this revision are complete from then on. It is durable work: what takes ' +
    'longer than ten seconds goes on as a job.',
  method: 'POST',
  path: `${versionPath}/stats`,
  access: 'graphs:write',
  params: OfVersionParams,
  durableWork: true,
  replies: {
    200: { description: 'The statistics.', schema: GraphStats },
    202: { description: 'The work goes on; `Location` is its job.', schema: Job },
  },
  errors: ['forbidden', 'job_running', 'job_cancelled', 'too_many_elements'],
  example: { reply: exampleGraphStats },
});
