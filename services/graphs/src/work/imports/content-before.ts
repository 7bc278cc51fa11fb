import {
  type CommandContext,
  type JobLease,
  principalNow,
  type ServiceTools,
  timestamp,
  unlessRefused,
  untilReached,
} from '@cairn/kernel';
import { givenRules } from '../../application/content/parents.js';
import { anything, type ElementRules } from '../../domain/content/rules.js';
import { graphContent } from '../../domain/content/state.js';
import type { GraphJob } from '../../domain/job/state.js';
import { contentId, spaceOf } from '../../read-models/content/keys.js';
import { CHANGES } from '../../read-models/content/project.js';
import type { ChangeRow } from '../../read-models/content/rows.js';

/** What the content of a version is before an import. */
export interface ContentBefore {
  readonly isEmpty: boolean;
  /** A schema is enforced. */
  readonly hasRules: boolean;
  /** −1 for none. */
  readonly revision: number;
  /** A worker before began to store the file. */
  readonly hasBegun: boolean;
}

export const contentBefore = async (
  job: GraphJob,
  tools: ServiceTools,
  lease: Pick<JobLease, 'check'>,
): Promise<ContentBefore> => {
  const { state, tip } = await tools.streams.current(graphContent, job.version_id);
  const first = tip === undefined ? undefined : await firstChangeOf(job, tools, lease);
  return {
    isEmpty: state.nodes + state.edges === 0,
    hasRules: (await rulesNow(job, tools)) !== anything,
    revision: first === undefined ? Number(tip?.revision ?? -1n) : first.revision - 1,
    hasBegun: first !== undefined,
  };
};

/** Throws `JobRefused` when who asked may not write the graph any more. */
const rulesNow = async (job: GraphJob, tools: ServiceTools): Promise<ElementRules> => {
  const { graph_id: id, version_id } = job;
  const principal = await principalNow(tools, job);
  const load: CommandContext['load'] = async (aggregate, of) =>
    (await tools.streams.current(aggregate, of)).state;
  const at = timestamp(tools.clock.now());
  return unlessRefused(await givenRules({ principal, at, tools, load }, { id, version_id }));
};

/** The first change that this job made, once the read models have all that there is. */
const firstChangeOf = async (
  { id: job, version_id }: GraphJob,
  tools: ServiceTools,
  lease: Pick<JobLease, 'check'>,
): Promise<ChangeRow | undefined> => {
  await untilReached(await tools.log.head(), tools, () => lease.check());
  const filter = { fields: { s: spaceOf(contentId(version_id)), job } };
  const [first] = await tools.documents.find(CHANGES, { filter, sort: 'revision', limit: 1 });
  return first as ChangeRow | undefined;
};
