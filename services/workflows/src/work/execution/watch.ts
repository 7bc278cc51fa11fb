import { givenAsset } from '@cairn/assets';
import {
  type Aggregate,
  isRefusal,
  type JobLease,
  JobRefused,
  principalNow,
  type ServiceTools,
  timestamp,
} from '@cairn/kernel';
import { cutNodes } from '../../application/entities.js';
import type { Canvas } from '../../domain/canvas/state.js';
import type { KnownExecution } from '../../domain/execution/state.js';
import { workflowKind } from '../../domain/workflow/state.js';
import type { Pace } from './pace.js';

/** Looking takes no more than a tenth of the time. */
const RESTS = 9;

const GONE = 'The workflow is deleted, or who executes it may not execute it any more.';

interface Watched {
  readonly canvas: Canvas;
  readonly job: KnownExecution;
  readonly lease: Pick<JobLease, 'check'>;
  readonly tools: ServiceTools;
  readonly pace: Pick<Pace, 'lookMs'>;
}

/** Looks whether an execution may go on, as rights are now (S40). */
export class Watch {
  #again = -Infinity;
  #cut: ReadonlySet<string> = new Set();

  constructor(private readonly watched: Watched) {}

  /** Nodes to which nothing flows any more: who saved an edge that leads there may not use what is at its ends. */
  get cut(): ReadonlySet<string> {
    return this.#cut;
  }

  /**
   * Who executes must be in force and may still execute the workflow, which is still there. Throws `JobRefused` else, and
   * `WorkStopped` when the work must stop.
   */
  async look(): Promise<void> {
    const { canvas, job, lease, tools } = this.watched;
    lease.check();
    const began = performance.now();
    if (began < this.#again) return;
    const principal = await principalNow(tools, job);
    const { rights, streams } = tools;
    const load = async <State>(aggregate: Aggregate<State>, id: string): Promise<State> =>
      (await streams.current(aggregate, id)).state;
    const asking = { principal, at: timestamp(tools.clock.now()), tools: { rights }, load };
    const found = await givenAsset(workflowKind, asking, job.workflow_id, 'execute');
    if (isRefusal(found)) throw new JobRefused(found.refused, GONE);
    this.#cut = await cutNodes(tools, canvas);
    const now = performance.now();
    this.#again = now + Math.max(this.watched.pace.lookMs, RESTS * (now - began));
  }
}
