import type { CommandDefinition, InputOf, JobPlace, JsonObject } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import type { CommandReply } from '../messages/command-message.js';
import type { ServiceTools } from '../context/service-tools.js';
import { Claims } from './claims.js';
import type { Failure } from './decisions.js';
import type { JobKind } from './job.js';
import type { KnownJob } from './job-state.js';

/** What a lease needs of the service. */
export type LeaseTools = Pick<ServiceTools, 'execute' | 'logger' | 'streams' | 'registers' | 'clock'>;

/** How far the work is. `cursor` is where another worker goes on: everything before it is durable. */
export interface ToldProgress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number;
  readonly cursor?: JsonObject;
}

/** The work is with another worker now, or is given up because the process stops. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';
}

/** What `run` throws that cannot go on before a time: the work is let go until then, and holds no place. */
export class LetGoUntil extends Error {
  override readonly name = 'LetGoUntil';
  constructor(
    /** RFC 3339. */
    readonly until: string,
  ) {
    super(`the work goes on at ${until}`);
  }
}

/** How long a worker has the work without renewing its claim, ms. */
export const LEASE_MS = 15_000;

/** How often the worker renews its claim, ms; several times within its time. */
const HEARTBEAT_MS = 3000;

/** How often a cursor that moved is an event, ms: so much work is looked at again after a crash. */
const CURSOR_MS = 30_000;

export interface LeaseTimes {
  readonly heartbeatMs?: number | undefined;
  readonly cursorMs?: number | undefined;
}

/**
 * What the function of a kind of work gets: the right to work on a job. It is a claim in the registers, renewed with how
 * far the work is. The stream says whose the job is: a worker whose job another has taken over sees the other's fence
 * there at its next renewal, its words are refused and `signal` aborts. A claim that was lost with the registers is made
 * again.
 */
export class JobLease {
  readonly #lost = new AbortController();
  readonly #cancelled = new AbortController();
  #landed: () => JsonObject = () => ({});
  readonly #timer: NodeJS.Timeout;
  #progress: ToldProgress = { phase: 'starting', done: 0 };
  #told: ToldProgress = this.#progress;
  #toldAt: number;
  #began: JobPlace | null = null;
  #place: JobPlace | null = null;
  readonly #claims: Claims;
  #sending: Promise<void> = Promise.resolve();
  #ended = false;
  #hasThrown = false;
  /** Aborts when the work must stop. */
  readonly signal: AbortSignal;

  constructor(
    private readonly kind: JobKind,
    private readonly tools: LeaseTools,
    readonly jobId: string,
    /** What it appends under to the stream of the job: the revision of the event that gave it the work, decimal. */
    readonly fence: string,
    private readonly stop: AbortSignal,
    private readonly times: LeaseTimes = {},
  ) {
    this.#claims = new Claims(tools.registers, kind.category);
    this.#toldAt = performance.now();
    this.signal = AbortSignal.any([stop, this.#lost.signal, this.#cancelled.signal]);
    this.#timer = setInterval(() => {
      this.#sending = this.#sending.then(() => this.#beat());
    }, times.heartbeatMs ?? HEARTBEAT_MS);
  }

  /** Where the work is; what counts should it end here without a word. */
  get place(): JobPlace {
    const place = this.#place ?? this.kind.places.beginning(0, false);
    return this.#hasThrown ? { ...place, threw: true } : place;
  }

  /** Whether it has told nothing yet of how far it came. */
  get isAtBeginning(): boolean {
    return this.#began === null || this.kind.places.isUntold(this.#began, this.place);
  }

  /** Before the work: nobody takes it while the claim stands. */
  async begin(job: KnownJob): Promise<void> {
    this.#began = this.kind.places.beginning(job.furthest, job.cursor !== null);
    this.#place = this.#began;
    await this.#carefully(() => this.#renew());
  }

  /** Says how far the work is; it is told with the next heartbeat. */
  progress(progress: ToldProgress): void {
    this.#progress = progress;
  }

  /** Throws `WorkStopped` when the work must stop. */
  check(): void {
    if (this.signal.aborted) throw new WorkStopped(`the work on ${this.jobId} stops`);
  }

  /** Throws `WorkStopped` when the work is not this worker's any more; while it is, somebody may want it to end. */
  checkHeld(): void {
    if (this.isLetGo) throw new WorkStopped(`the work on ${this.jobId} is let go`);
  }

  /** What tells, when the work is cancelled, what had landed by then. */
  tellsLanded(landed: () => JsonObject): void {
    this.#landed = landed;
  }

  /** Somebody wants the work to end: `signal` aborts, and when nothing is written any more `endCancelled` says so. */
  cancel(): void {
    this.#cancelled.abort();
  }

  get isCancelled(): boolean {
    return this.#cancelled.signal.aborted && !this.isLetGo;
  }

  /** The work is not this worker's any more: what it throws now ends no attempt. */
  get isLetGo(): boolean {
    return this.stop.aborted || this.#lost.signal.aborted;
  }

  async endCancelled(): Promise<void> {
    this.#heed(
      await this.#send(this.kind.commands.endCancelled, { ...this.#fenced, result: this.#landed() }),
    );
    await this.#end();
  }

  async complete(result: JsonObject): Promise<void> {
    this.#heed(await this.#send(this.kind.commands.complete, { ...this.#fenced, result }));
    await this.#end();
  }

  async fail({ code, message, errors }: Failure): Promise<void> {
    this.#heed(
      await this.#send(this.kind.commands.fail, { ...this.#fenced, code, message, errors: [...errors] }),
    );
    await this.#end();
  }

  /** The worker lets go until a time; nothing counts as an ended attempt. */
  async letGo(until: string): Promise<void> {
    await this.#tell({ released: true, until });
    await this.#end();
  }

  /** The work threw: that it stood there is known, however short it went on. */
  async threw(): Promise<void> {
    this.#hasThrown = true;
    await this.#carefully(() => this.#renew());
  }

  /** The worker lets go. When it is told to stop before the end, another may take the work at once. */
  async release(): Promise<void> {
    if (this.#ended) return;
    clearInterval(this.#timer);
    await this.#sending;
    this.#ended = true;
    if (!this.stop.aborted || this.#lost.signal.aborted) return;
    await this.#carefully(() => this.#tell({ released: true }));
    await this.#carefully(() => this.#claims.drop(this.jobId));
  }

  async #end(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#timer);
    await this.#sending;
    await this.#carefully(() => this.#claims.drop(this.jobId));
  }

  async #beat(): Promise<void> {
    if (this.signal.aborted || this.#ended) return;
    await this.#carefully(async () => {
      const { state } = await this.tools.streams.current(this.kind.aggregate, this.jobId);
      if (state.status !== 'running' || state.fence !== this.fence) this.#lost.abort();
      else if (state.cancelAsked) this.cancel();
      else await this.#goOn(state);
    });
  }

  async #goOn({ furthest }: KnownJob): Promise<void> {
    const { phase, done, cursor } = this.#progress;
    this.#place = this.kind.places.toldAt(this.#place, phase, done, furthest);
    await this.#renew();
    if (cursor !== undefined && this.#isDue()) await this.#tell({});
  }

  #isDue(): boolean {
    const { cursorMs = CURSOR_MS } = this.times;
    return this.#told !== this.#progress && performance.now() - this.#toldAt >= cursorMs;
  }

  async #renew(): Promise<void> {
    const { phase, done, total } = this.#progress;
    await this.#claims.renew(this.jobId, {
      fence: this.fence,
      until: this.tools.clock.now() + LEASE_MS,
      progress: { phase, done, ...(total === undefined ? {} : { total }) },
      place: { ...this.place },
    });
  }

  /** A cursor is told once: it may be long. */
  async #tell(more: { readonly released?: true; readonly until?: string }): Promise<void> {
    const { cursor, ...progress } = this.#progress;
    const moved = cursor !== undefined && this.#told !== this.#progress;
    [this.#told, this.#toldAt] = [this.#progress, performance.now()];
    const reply = await this.#send(this.kind.commands.progress, {
      ...this.#fenced,
      ...progress,
      ...more,
      ...(moved ? { cursor } : {}),
    });
    if (reply.status === 'refused') this.#lost.abort();
  }

  /** The work goes on when its claim cannot be renewed: it has it until another takes it by an event. */
  async #carefully(renewing: () => Promise<void>): Promise<void> {
    try {
      await renewing();
    } catch (error) {
      this.tools.logger.warn({ err: error, job: this.jobId }, 'the claim on a job could not be renewed');
    }
  }

  #send<Command extends CommandDefinition>(command: Command, input: InputOf<Command>): Promise<CommandReply> {
    return this.tools.execute(command, input, { id: freshId() });
  }

  get #fenced() {
    return { job_id: this.jobId, fence: this.fence };
  }

  #heed(reply: CommandReply): void {
    if (reply.status === 'refused') throw new WorkStopped(reply.detail);
  }
}
