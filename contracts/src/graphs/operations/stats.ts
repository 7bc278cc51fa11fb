import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { GraphStats } from '../content/stats.js';
import { exampleGraphStats } from '../examples.js';
import { ofContent, OfVersionParams, tag, versionPath } from './paths.js';

const description =
  '`multi_edges`, `degree`, `components` and `isolated` are computed of at most 100,000 nodes and edges, and are left out where ' +
  'there are more. Then `density` and `directed` are told only if one of the first 10,000 edges is directed or there are no ' +
  'more, and labels and types only of today.';

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
