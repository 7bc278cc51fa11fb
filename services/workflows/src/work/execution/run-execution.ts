import type { JsonObject } from '@cairn/contracts';
import { type JobLease, JobRefused, type ServiceTools } from '@cairn/kernel';
import { versionIn } from '../../application/execution/pins.js';
import { type Plan, planOf } from '../../domain/execution/plan.js';
import { canvasOf } from '../../domain/execution/retrying.js';
import type { KnownExecution } from '../../domain/execution/state.js';
import { type Outcome, Walk } from '../../domain/execution/walk.js';
import { workflowVersionKind } from '../../domain/version/state.js';
import { Executing } from './executing.js';
import { Flow } from './flow.js';
import { openedExecution } from './opened.js';
import { PACE } from './pace.js';

/** Executes a version over one input; what was recorded of it before is not done again. */
export const runExecution = async (
  job: KnownExecution,
  lease: JobLease,
  tools: ServiceTools,
  pace = PACE,
): Promise<JsonObject> => {
  const { state } = await tools.streams.at(
    workflowVersionKind.aggregate,
    job.version_id,
    BigInt(job.version_revision),
  );
  if (state.status === 'none') throw new JobRefused('not_found', 'The version is not there any more.');
  const canvas = canvasOf(state, job);
  const plan = planOf(canvas, versionIn(job.pins));
  const opened = await openedExecution(tools, job.id);
  const walk = Walk.after(plan, outcomesIn(plan, job.nodes));
  const flow = new Flow(plan, walk, opened);
  await flow.recall(job, tools.blobs);
  const { fileKey } = opened;
  return new Executing({ canvas, plan, walk, flow, fileKey, job, lease, tools, pace }).run();
};

/** What the events of an execution that was cancelled tell of it. */
export const landedOf = ({ counts }: KnownExecution): JsonObject => ({ ...counts });

const OUTCOMES = { completed: 'completed', failed: 'failed' } as const;

/** How nodes ended that were recorded. */
const outcomesIn = (plan: Plan, nodes: KnownExecution['nodes']): ReadonlyMap<number, Outcome> =>
  new Map(
    Object.values(nodes).flatMap(({ node_id, status }): readonly (readonly [number, Outcome])[] => {
      const place = plan.places.get(node_id);
      if (place === undefined || !(status in OUTCOMES)) return [];
      return [[place, status === 'completed' ? status : `failed_${plan.nodes[place]!.onFailure}`]];
    }),
  );
