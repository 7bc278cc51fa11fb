import { datasetCommands, type InputOf } from '@cairn/contracts';
import type { JobDocument, ServiceTools } from '@cairn/kernel';
import { type StartedWorker, StartedWorkers } from '@cairn/kernel/testkit';
import { labellingJobs } from '../../../domain/labelling-job/state.js';
import type { LabellingDatasets } from '../../../testing/labelling-datasets.js';
import { labellingWork } from '../labelling-work.js';
import type { LabellingBounds } from '../run-labelling.js';

const { runDatasetPostProcessor } = datasetCommands;
type RunBody = Partial<InputOf<typeof runDatasetPostProcessor>['body']>;

/** For specs: runs of post-processors, and workers of runs that are started by hand. */
export class Runs {
  readonly #workers = new StartedWorkers();

  constructor(private readonly world: LabellingDatasets) {}

  #input(id: string, body: RunBody) {
    const { dataset_id } = this.world;
    return { dataset_id, id, body: { only: 'missing' as const, ...body } };
  }

  /** Asks for a run; answers its job. */
  ask(id: string, body: RunBody = {}): Promise<string> {
    const { under, owner } = this.world;
    return under.make(owner, runDatasetPostProcessor, this.#input(id, body), 'job');
  }

  /** The code with which a run is refused. */
  async refusal(id: string, body: RunBody = {}, who = this.world.owner): Promise<string> {
    const reply = await this.world.under.send(who, runDatasetPostProcessor, this.#input(id, body));
    return reply.status === 'refused' ? `${reply.code}: ${reply.detail}` : reply.status;
  }

  /** A worker that looks at two items at once. */
  startWorker(bounds: Partial<LabellingBounds> = {}, tools: ServiceTools = this.world.tools): StartedWorker {
    const work = labellingWork(tools, {
      ...{ lookEveryMs: 5, heartbeatMs: 10, cursorMs: 10, againAfterMs: 5 },
      bounds: { waiting: 2_000, page: 2, pauseMs: 1_000, ...bounds },
    });
    return this.#workers.start(work);
  }

  stop(): Promise<void> {
    return this.#workers.stop();
  }

  /** Ends a worker whose tools are dead. */
  forget(worker: StartedWorker): Promise<void> {
    return this.#workers.forget(worker);
  }

  async job(id: string): Promise<JobDocument> {
    return (await this.world.tools.documents.get(labellingJobs.collection, id)) as JobDocument;
  }

  /** The job once it is over, while the clock goes on. */
  async finished(id: string): Promise<JobDocument> {
    await this.world.until(async () => !['queued', 'running'].includes((await this.job(id)).status));
    return this.job(id);
  }

  /** The job once it waits for jobs of post-processors, while the clock stands still. */
  async untilWaiting(id: string): Promise<void> {
    while ((await this.job(id)).until === undefined) await new Promise((resolve) => setImmediate(resolve));
  }
}
