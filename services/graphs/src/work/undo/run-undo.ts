import {
  type GraphContentUndone,
  graphJobCommands,
  type JsonObject,
  type KeptGraphElement,
} from '@cairn/contracts';
import {
  derivedId,
  freshId,
  type JobLease,
  JobRefused,
  pagesOf,
  type ServiceTools,
  untilReached,
} from '@cairn/kernel';
import { changedSince, MOST_KEPT_TOLD } from '../../application/content/undo.js';
import { CHECKING, type GraphJob, STORING } from '../../domain/job/state.js';
import { contentId, spaceOf } from '../../read-models/content/keys.js';
import { CHANGES } from '../../read-models/content/project.js';
import type { ChangeRow } from '../../read-models/content/rows.js';
import { AsRequester } from '../as-requester.js';
import { tellingLanded } from '../telling-landed.js';
import { DoneByJob } from './done-by-job.js';

const ROWS = 100;

/**
 * Undoes all that a job changed: its changes one by one, the last one first. Unless what others changed since may stay, all
 * of it is looked at before the first.
 */
export const runUndo = (job: GraphJob, lease: JobLease, tools: ServiceTools): Promise<JsonObject> =>
  tellingLanded(job, lease, tools, () => new UndoOfJob(job, lease, tools).run());

class UndoOfJob {
  readonly #requester: AsRequester;
  readonly #s: string;

  constructor(
    private readonly job: GraphJob,
    private readonly lease: JobLease,
    private readonly tools: ServiceTools,
  ) {
    this.#requester = new AsRequester(tools, job, lease);
    this.#s = spaceOf(contentId(job.version_id));
  }

  async run(): Promise<JsonObject> {
    const { lease, tools } = this;
    await untilReached(await tools.log.head(), tools, () => lease.check());
    if (this.job.on_error === 'fail') await this.#check();
    const sum = { nodes: 0, edges: 0, kept: [] as KeptGraphElement[], revision: null as number | null };
    lease.tellsLanded(() => ({ ...sum }));
    let done = 0;
    for await (const revision of this.#changes()) {
      const undone = await this.#undo(revision, derivedId(this.job.id, revision), false);
      sum.nodes += undone.nodes;
      sum.edges += undone.edges;
      sum.kept.push(...undone.kept.slice(0, MOST_KEPT_TOLD - sum.kept.length));
      sum.revision = undone.revision ?? sum.revision;
      done += 1;
      lease.progress({ phase: STORING, done });
    }
    await this.#requester.settled();
    return sum;
  }

  /** Throws `JobRefused` where others changed something of it since. */
  async #check(): Promise<void> {
    // Once a worker before began, what it undid was sure to be as the job had left it.
    if (await this.#hasBegun()) return;
    const { undoes, version_id } = this.job;
    const byJob = await DoneByJob.read(undoes, version_id, this.tools, this.lease);
    const kept: KeptGraphElement[] = [];
    let done = 0;
    for await (const revision of this.#changes()) {
      kept.push(...byJob.staying((await this.#undo(revision, freshId(), true)).kept));
      if (kept.length >= MOST_KEPT_TOLD) break;
      done += 1;
      this.lease.progress({ phase: CHECKING, done });
    }
    const left = MOST_KEPT_TOLD - kept.length;
    if (left > 0) kept.push(...(await byJob.connectedSince(left)));
    if (kept.length === 0) return;
    const { refused, detail, errors } = changedSince(kept);
    throw new JobRefused(refused, detail, errors);
  }

  async #undo(revision: number, id: string, only_look: boolean): Promise<GraphContentUndone> {
    const { id: job_id, graph_id, version_id } = this.job;
    const input = { id: graph_id, version_id, job_id, revision, only_look };
    const { result } = await this.#requester.send(graphJobCommands.undoChange, input, id);
    // The command answers what was undone.
    return result as JsonObject & GraphContentUndone;
  }

  /** The revisions of the changes of the job that is undone, the last one first. */
  async *#changes(): AsyncGenerator<number, void, void> {
    const filter = { fields: { s: this.#s, job: this.job.undoes } };
    for await (const page of pagesOf(this.tools.documents, CHANGES, filter, ROWS, '-revision'))
      for (const { revision } of page as readonly ChangeRow[]) yield revision;
  }

  async #hasBegun(): Promise<boolean> {
    const filter = { fields: { s: this.#s, job: this.job.id } };
    return (await this.tools.documents.find(CHANGES, { filter, sort: 'revision', limit: 1 })).length > 0;
  }
}
