import { versionCollections } from '@cairn/assets';
import { type GraphStats, graphVersion, type JsonObject } from '@cairn/contracts';
import { type JobLease, JobRefused, type ServiceTools } from '@cairn/kernel';
import type { GraphJob } from '../../domain/job/state.js';
import { allStatsOf } from '../../read-models/content/stats.js';
import type { GraphVersionDocument } from '../../versions.js';
import { wholeContent } from './whole-content.js';

/** Computes the statistics of a version. */
export const runMeasure = async (
  job: GraphJob,
  lease: JobLease,
  tools: ServiceTools,
): Promise<JsonObject> => {
  const { version_id } = job;
  const { content, step } = await wholeContent(job, lease, tools);
  const stats = await allStatsOf({ today: tools.documents }, content, version_id, step);
  const computed_at = content.at ?? (await createdAt(tools, version_id));
  return { version_id, ...stats, computed_at } satisfies GraphStats;
};

const createdAt = async ({ documents }: Pick<ServiceTools, 'documents'>, id: string): Promise<string> => {
  const { versions } = versionCollections(graphVersion.called);
  const version = (await documents.get(versions, id)) as GraphVersionDocument | undefined;
  if (version === undefined) throw new JobRefused('not_found', 'The version is not there any more.');
  return version.created_at;
};
