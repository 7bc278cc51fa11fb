import { Readable } from 'node:stream';
import { join } from 'node:path';
import {
  type GraphImportOptions,
  graphJobCommands,
  type GraphImportReport,
  type OnError,
} from '@cairn/contracts';
import {
  type CommandReply,
  derivedId,
  type Document,
  freshId,
  type JobState,
  openDiskBlobs,
  type ServiceTools,
} from '@cairn/kernel';
import { PassingClock, StartedWorkers, type UnderTest } from '@cairn/kernel/testkit';
import { type GraphJob, graphJob } from '../../domain/job/state.js';
import { graphsService } from '../../service.js';
import { ContentUnderTest, type VersionPath } from '../../testing/content-under-test.js';
import type { PartSize } from '../imports/parts.js';
import { jobWork } from '../job-worker.js';

/** A file that is imported, and how. */
export interface ImportRequest extends Partial<GraphImportOptions> {
  readonly content: string | Uint8Array;
  readonly on_error?: OnError;
}

/** A job that is over. */
export interface EndedJob extends Document {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly result: GraphImportReport;
  readonly error_code: string;
  readonly message: string;
  readonly errors: readonly { readonly line?: number; readonly column?: number; readonly code: string }[];
}

/** So that small files have several parts. */
const SMALL: PartSize = { elements: 4, characters: 10_000 };

const OVER = ['completed', 'failed', 'cancelled'];

/** For specs: the service without its worker, workers that are started and stopped by hand, and a clock. */
export class WorkingGraphs {
  readonly #workers = new StartedWorkers();

  private constructor(
    readonly content: ContentUnderTest,
    private readonly clock: PassingClock,
  ) {}

  static async start(options: UnderTest = {}): Promise<WorkingGraphs> {
    const clock = new PassingClock();
    const content = await ContentUnderTest.start(
      {
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
        clock,
        ...options,
      },
      { ...graphsService, work: () => [] },
    );
    return new WorkingGraphs(content, clock);
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await this.content.stop();
  }

  get tools(): ServiceTools {
    return this.content.running.tools;
  }

  /** Lets every lease be over. */
  passLeases(): void {
    this.clock.pass(60_000);
  }

  /** A worker, with other tools where a spec wants them to fail. Answers what tells it to stop. */
  startWorker(
    tools: Partial<ServiceTools> = {},
    options: Parameters<typeof jobWork>[1] = {},
  ): AbortController {
    const work = jobWork(
      { ...this.tools, ...tools },
      { lookEveryMs: 10, heartbeatMs: 10, cursorMs: 10, againAfterMs: 20, size: SMALL, ...options },
    );
    return this.#workers.start(work).stop;
  }

  stopWorkers(): Promise<void> {
    return this.#workers.stop();
  }

  /** Asks for an import; a job's id, or the refusal. */
  async request(path: VersionPath, request: ImportRequest): Promise<string> {
    return jobIn(await this.ask(path, request));
  }

  /** The same, and what it is answered. */
  async ask(
    path: VersionPath,
    { content, on_error = 'fail', ...options }: ImportRequest,
  ): Promise<readonly [job: string, reply: CommandReply]> {
    const stored = await this.tools.blobs.put(Readable.from([Buffer.from(content)]), { maxBytes: 1e9 });
    const file = { ...stored, content_type: 'application/octet-stream', file_name: 'graph.json' };
    const input = {
      ...path,
      file,
      on_error,
      options: { mode: 'merge' as const, dry_run: false, ...options },
    };
    const { running, me } = this.content;
    const id = freshId();
    return [derivedId(id, 'job', 0), await running.send(me, graphJobCommands.requestImport, input, { id })];
  }

  async askUndo(
    path: VersionPath,
    job_id: string,
    on_error: OnError = 'fail',
  ): Promise<readonly [job: string, reply: CommandReply]> {
    const { running, me } = this.content;
    const id = freshId();
    const input = { ...path, job_id, on_error };
    return [derivedId(id, 'job', 0), await running.send(me, graphJobCommands.requestUndo, input, { id })];
  }

  async requestUndo(...undo: Parameters<WorkingGraphs['askUndo']>): Promise<string> {
    return jobIn(await this.askUndo(...undo));
  }

  cancel(job_id: string): Promise<CommandReply> {
    const { running, me } = this.content;
    return running.send(me, graphJobCommands.cancelJob, { job_id });
  }

  /** The job when it is over, whichever worker ends it. */
  async finished(id: string): Promise<EndedJob> {
    for (;;) {
      const state = await this.stateOf(id);
      if (OVER.includes(state.status)) break;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(await this.tools.reached(await this.tools.log.head(), 10_000)).toBe(true);
    // The projection of jobs writes it.
    return (await this.tools.documents.get('graph_jobs', id)) as EndedJob;
  }

  async stateOf(id: string): Promise<JobState<GraphJob>> {
    return (await this.tools.streams.current(graphJob, id)).state;
  }

  async imported(path: VersionPath, request: ImportRequest): Promise<EndedJob> {
    return this.finished(await this.request(path, request));
  }

  async undone(...undo: Parameters<WorkingGraphs['askUndo']>): Promise<EndedJob> {
    return this.finished(await this.requestUndo(...undo));
  }
}

const jobIn = ([job, reply]: readonly [string, CommandReply]): string => {
  if (reply.status === 'refused') throw new Error(`${reply.code}: ${reply.detail}`);
  return job;
};
