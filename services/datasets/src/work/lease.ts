import { datasetJobCommands, type JsonObject } from '@cairn/contracts';
import { type CommandReply, freshId, type Json, type ServiceTools } from '@cairn/kernel';
import type { Failure } from '../domain/job/lease.js';

/** What a lease needs of the service. */
export type LeaseTools = Pick<ServiceTools, 'execute' | 'logger'>;

/** How far the work is. `cursor` is where another worker goes on: everything before it is durable. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number;
  readonly cursor?: JsonObject;
}

/** The work is with another worker now, or is given up because the process stops. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';
}

/** How often the worker says that it goes on, ms; several times within a lease. */
export const HEARTBEAT_MS = 3000;

/**
 * The right to work on a job, kept by a heartbeat that also tells how far it is. A worker whose job another has taken
 * over learns it by the fence: its next word is refused and `signal` aborts.
 */
export class Lease {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #progress: Progress = { phase: 'starting', done: 0 };
  #told: Progress = this.#progress;
  #sending: Promise<void> = Promise.resolve();
  #ended = false;
  /** Aborts when the work must stop. */
  readonly signal: AbortSignal;

  constructor(
    private readonly tools: LeaseTools,
    readonly jobId: string,
    private readonly fence: string,
    private readonly stop: AbortSignal,
    heartbeatMs = HEARTBEAT_MS,
  ) {
    this.signal = AbortSignal.any([stop, this.#lost.signal]);
    this.#timer = setInterval(() => {
      this.#sending = this.#sending.then(() => this.#beat());
    }, heartbeatMs);
  }

  /** Says how far the work is; it is told with the next heartbeat. */
  report(progress: Progress): void {
    this.#progress = progress;
  }

  /** Throws `WorkStopped` when the work must stop. */
  check(): void {
    if (this.signal.aborted) throw new WorkStopped(`the work on ${this.jobId} stops`);
  }

  async complete(result: JsonObject): Promise<void> {
    this.#heed(await this.#send(datasetJobCommands.completeJob.name, { result: result as Json }));
    await this.#end();
  }

  async fail({ code, message, errors }: Failure): Promise<void> {
    this.#heed(await this.#send(datasetJobCommands.failJob.name, { code, message, errors }));
    await this.#end();
  }

  /** The worker lets go. When it is told to stop before the end, another may take the work at once. */
  async release(): Promise<void> {
    if (this.#ended) return;
    await this.#end();
    if (this.stop.aborted && !this.#lost.signal.aborted) await this.#tell({ released: true });
  }

  async #end(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#timer);
    await this.#sending;
  }

  async #beat(): Promise<void> {
    if (!this.signal.aborted) await this.#tell({});
  }

  /** A cursor is told once: it may be long. */
  async #tell(more: { readonly released?: true }): Promise<void> {
    try {
      const { cursor, ...progress } = this.#progress;
      const moved = cursor !== undefined && this.#told !== this.#progress;
      this.#told = this.#progress;
      const reply = await this.#send(datasetJobCommands.progressJob.name, {
        ...progress,
        ...more,
        ...(moved ? { cursor: cursor as Json } : {}),
      });
      if (reply.status === 'refused') this.#lost.abort();
    } catch (error) {
      this.tools.logger.warn({ err: error, job: this.jobId }, 'a heartbeat of a job failed');
    }
  }

  #send(name: string, fields: Readonly<Record<string, Json>>): Promise<CommandReply> {
    return this.tools.execute({
      name,
      input: { job_id: this.jobId, fence: this.fence, ...fields },
      id: freshId(),
      causation: this.jobId,
    });
  }

  #heed(reply: CommandReply): void {
    if (reply.status === 'refused') throw new WorkStopped(reply.detail);
  }
}
