import type { GraphValidation, JsonObject } from '@cairn/contracts';
import { type JobLease, JobRefused, type ServiceTools } from '@cairn/kernel';
import { ContentCheck } from '../../application/schema/content-check.js';
import { compiledSchema } from '../../domain/content/schema/index.js';
import type { GraphJob } from '../../domain/job/state.js';
import { wholeContent } from './whole-content.js';

/** Checks the content of a version against a schema. */
export const runValidation = async (
  job: GraphJob,
  lease: JobLease,
  tools: ServiceTools,
): Promise<JsonObject> => {
  const { version_id } = job;
  const { content, step } = await wholeContent(job, lease, tools);
  const check = new ContentCheck(compiledSchema(job.schema));
  await check.all(tools.documents, { versionId: version_id, content }, () => {
    step();
    return true;
  });
  if (check.isTooVaried)
    throw new JobRefused(
      'too_many_elements',
      'The version has more than 100,000 combinations of labels: too many to check its edges against a schema.',
    );
  const { nodes: node_count, edges: edge_count, revision } = content;
  const { flawCount: flaw_count, flaws } = check;
  return {
    ...{ version_id, revision: revision < 0 ? null : revision, node_count, edge_count },
    ...{ flaw_count, flaws },
  } satisfies GraphValidation;
};
