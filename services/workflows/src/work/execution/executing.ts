import type { JsonObject } from '@cairn/contracts';
import { isTransient, JobRefused, LetGoUntil, pause, timestamp } from '@cairn/kernel';
import { isSettled, type KnownFact } from '../../domain/execution/state.js';
import { type Answer, tooMuchOf } from '../../domain/execution/values.js';
import { askModel, type FailedRun, type Ran, TIME_OVER } from './asking.js';
import type { Execution } from './execution.js';
import { Recorder } from './recorder.js';
import { againAfterMs, retryAfterMs } from './pauses.js';
import { stopped } from './stopped.js';
import { Watch } from './watch.js';

/** So many nodes of one execution are under way at once. */
const AT_ONCE = 4;
/** What is over sooner is waited for in place, ms; for what takes longer the execution gives its place to others. */
const IN_PLACE_MS = 5_000;

const SKIPPED = { status: 'skipped' } as const;
const CUT = 'An edge that leads to the node connects what who saved the edge may not use.';

/** Takes an execution on from where it is to its end. */
export class Executing {
  readonly #recorder: Recorder;
  #queue: number[] = [];
  readonly #running = new Set<number>();
  /** Nodes that go on later, and when, ms of the clock. */
  readonly #later = new Map<number, number>();
  /** So often in a row whom a node asks was away. */
  readonly #away = new Map<number, number>();
  #bell = new AbortController();
  readonly #watch: Watch;
  #broken: Error | undefined;

  constructor(private readonly its: Execution) {
    this.#recorder = new Recorder(its);
    this.#watch = new Watch(its);
    its.lease.tellsLanded(() => ({ ...this.#recorder.counts }));
  }

  async run(): Promise<JsonObject> {
    try {
      return await this.#untilOver();
    } catch (error) {
      // What its nodes have done is told also of one that ends before them, or waits for what is away.
      const waits = isTransient(error);
      if (waits) this.#failLate();
      if (waits || error instanceof JobRefused || this.its.lease.isCancelled) await this.#recorder.write();
      throw error;
    }
  }

  /** The time of nodes goes on while nobody can be asked whether they may. */
  #failLate(): void {
    for (const place of this.its.plan.nodes.keys()) this.#isLate(place);
  }

  async #untilOver(): Promise<JsonObject> {
    for (;;) {
      if (!this.its.walk.isOver) await this.#watch.look();
      this.#advance();
      this.its.lease.progress(this.#recorder.progress);
      if (this.its.walk.isOver) break;
      await this.#start();
      await this.#rest();
    }
    await this.#recorder.write();
    if (this.its.walk.isStopped) throw stopped(this.its, this.#recorder);
    return { ...this.#recorder.counts };
  }

  get #now(): number {
    return this.its.tools.clock.now();
  }

  /** Takes all steps that wait for nobody. */
  #advance(): void {
    for (let ready = this.its.walk.takeReady(); ready.length > 0; ready = this.its.walk.takeReady())
      for (const place of ready) this.#reach(place);
    for (const place of this.its.walk.takeSkipped()) this.#close(place, SKIPPED);
    if (this.its.walk.isStopped) this.#closeCancelled();
  }

  #reach(place: number): void {
    if (!this.#isReady(place) || this.#isCut(place) || this.#isTooMuch(place)) return;
    if (this.its.plan.nodes[place]!.kind === 'model') this.#enqueue(place);
    else this.#pass(place);
  }

  /** Not so any more when a node beside it ended the execution. */
  #isReady(place: number): boolean {
    return this.its.walk.standingOf(place) === 'ready';
  }

  /** A node to which nothing flows any more fails. */
  #isCut(place: number): boolean {
    if (!this.#watch.cut.has(this.its.plan.nodes[place]!.id)) return false;
    this.#failAtOnce(place, 'entity_unavailable', CUT);
    return true;
  }

  /** What a node gets is bounded, whatever it does with it. */
  #isTooMuch(place: number): boolean {
    const why = tooMuchOf(this.its.flow.inputOf(place));
    if (why === undefined) return false;
    this.#failAtOnce(place, 'node_input_invalid', `What came to the node is ${why}.`);
    return true;
  }

  #failAtOnce(place: number, error_code: string, error: string): void {
    const attempt = Math.max(1, this.#recorder.factOf(place)?.attempt ?? 0);
    this.#fail(place, { attempt, ended_at: this.#time, error_code }, error);
  }

  /** A node that failed before waits as long as was recorded. */
  #enqueue(place: number): void {
    const { status, not_before } = this.#recorder.factOf(place) ?? {};
    const at = status === 'pending' && not_before !== undefined ? Date.parse(not_before) : 0;
    if (at > this.#now) this.#later.set(place, at);
    else this.#queue.push(place);
  }

  /** Hands on what came. */
  #pass(place: number): void {
    const ended = { attempt: 1, started_at: this.#time, ended_at: this.#time };
    this.#recorder.note(place, { ...ended, status: 'completed' });
    this.its.flow.put(place, this.its.flow.inputOf(place));
    this.its.walk.settle(place, 'completed');
  }

  get #time(): string {
    return timestamp(this.#now);
  }

  /** Nothing more comes of a node; what stands in its facts already stays. */
  #close(place: number, fact: Pick<KnownFact, 'status' | 'ended_at'>): void {
    const before = this.#recorder.factOf(place);
    if (before === undefined || !isSettled(before))
      this.#recorder.note(place, { attempt: before?.attempt ?? 0, ...fact });
  }

  /** What began beside a node that ends the execution is not waited for; what did not is skipped. */
  #closeCancelled(): void {
    const cancelled = { status: 'cancelled', ended_at: this.#time } as const;
    for (const place of this.its.plan.nodes.keys())
      if (this.its.walk.standingOf(place) === 'cancelled')
        this.#close(place, this.#recorder.factOf(place) === undefined ? SKIPPED : cancelled);
  }

  async #start(): Promise<void> {
    this.#takeDue();
    const begun: number[] = [];
    while (this.#running.size < AT_ONCE && this.#queue.length > 0) {
      const place = this.#queue.shift()!;
      if (this.#mayBegin(place)) begun.push(this.#begin(place));
    }
    // Until when a node has time is a fact before it begins.
    if (begun.some((place) => this.#deadlineOf(place) !== Infinity)) await this.#recorder.write();
    for (const place of begun.filter((each) => this.#isReady(each)))
      void this.#run(place).catch((error: unknown) => this.#break(error));
  }

  /** What the clock says. */
  #takeDue(): void {
    for (const place of this.#running) if (this.#isLate(place)) this.#running.delete(place);
    for (const [place, at] of this.#later)
      if (at <= this.#now) {
        this.#later.delete(place);
        this.#queue.push(place);
      }
    // Of what waits for a place the time goes on.
    this.#queue = this.#queue.filter((place) => !this.#isLate(place));
  }

  #mayBegin(place: number): boolean {
    return this.#isReady(place) && !this.#isCut(place);
  }

  /** Notes that an attempt begins; one that was under way when its process ended goes on. */
  #begin(place: number): number {
    this.#running.add(place);
    const before = this.#recorder.factOf(place);
    if (before?.status === 'running') return place;
    const { timeout } = this.its.plan.nodes[place]!;
    const deadline = timeout === 0 ? {} : { deadline: timestamp(this.#now + timeout * 1_000) };
    const attempt = (before?.attempt ?? this.#recorder.attemptsBefore(place)) + 1;
    this.#recorder.note(place, { status: 'running', attempt, started_at: this.#time, ...deadline });
    return place;
  }

  /** When the time of the attempt under way is over, ms of the clock. */
  #deadlineOf(place: number): number {
    const { status, deadline } = this.#recorder.factOf(place) ?? {};
    return status !== 'running' || deadline === undefined ? Infinity : Date.parse(deadline);
  }

  /** A node whose time is over has failed: what it is answered from now on is not looked at. */
  #isLate(place: number): boolean {
    if (!this.#isReady(place) || this.#deadlineOf(place) > this.#now) return false;
    this.#failed(place, TIME_OVER);
    return true;
  }

  async #run(place: number): Promise<void> {
    const { job, tools, fileKey, flow, lease, plan } = this.its;
    const { attempt } = this.#recorder.factOf(place)!;
    const [value, deadline] = [flow.inputOf(place), this.#deadlineOf(place)];
    const asked = { job, node: plan.nodes[place]!, attempt, value, fileKey, deadline };
    const ran = await askModel(tools, asked);
    if (lease.signal.aborted || !this.#isUnderWay(place, attempt)) return;
    this.#running.delete(place);
    if (!this.#isLate(place)) this.#settle(place, ran);
    this.#bell.abort();
  }

  #isUnderWay(place: number, attempt: number): boolean {
    const fact = this.#recorder.factOf(place);
    return this.#running.has(place) && fact?.status === 'running' && fact.attempt === attempt;
  }

  #settle(place: number, ran: Ran): void {
    if (ran.kind === 'away') this.#wait(place);
    else if (ran.kind === 'failed') this.#failed(place, ran);
    else this.#completed(place, ran.answer);
  }

  #completed(place: number, answer: Answer): void {
    const { attempt } = this.#recorder.factOf(place)!;
    this.#away.delete(place);
    const ended = { attempt, ended_at: this.#time, inference_id: answer.inference_id };
    this.#recorder.note(place, { status: 'completed', ...ended }, { answer });
    this.its.flow.put(place, { kind: 'answer', answer });
    this.its.walk.settle(place, 'completed');
  }

  /** Whom a node asks is away or has too much to do: that is no failure of the node. */
  #wait(place: number): void {
    const times = this.#away.get(place) ?? this.its.job.waits;
    this.#away.set(place, times + 1);
    this.#later.set(place, Math.min(this.#now + againAfterMs(times), this.#deadlineOf(place)));
  }

  /** It is tried again as often as its `on_failure` says. */
  #failed(place: number, { code: error_code, message: error, inference_id }: FailedRun): void {
    const { retries } = this.its.plan.nodes[place]!;
    const attempt = Math.max(1, this.#recorder.factOf(place)?.attempt ?? 0);
    const ended = { attempt, error_code, ended_at: this.#time, ...(inference_id && { inference_id }) };
    this.#away.delete(place);
    if (attempt - this.#recorder.attemptsBefore(place) > retries) {
      this.#fail(place, ended, error);
      return;
    }
    const at = this.#now + retryAfterMs(attempt - this.#recorder.attemptsBefore(place));
    this.#recorder.note(place, { ...ended, status: 'pending', not_before: timestamp(at) }, { error });
    this.#later.set(place, at);
  }

  /** It failed for good. */
  #fail(place: number, ended: Omit<KnownFact, 'node_id' | 'status'>, error: string): void {
    const node = this.its.plan.nodes[place]!;
    const ends = node.onFailure === 'stop' && { stopped: true };
    this.#recorder.note(place, { ...ended, ...ends, status: 'failed' }, { error });
    this.its.walk.settle(place, `failed_${node.onFailure}`);
    if (this.its.walk.isStopped) this.#closeCancelled();
  }

  #break(error: unknown): void {
    this.#broken ??= error instanceof Error ? error : new Error(String(error));
    this.#bell.abort();
  }

  /** Waits until something can go on. What was noted is written first, once a second at most. */
  async #rest(): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    await this.#recorder.writeWhenDue();
    if (!this.#canGoOn) await this.#wake();
    // What rings from now on is heard by the next rest.
    this.#bell = new AbortController();
    this.its.lease.check();
  }

  get #canGoOn(): boolean {
    return (
      this.its.walk.isOver ||
      this.#bell.signal.aborted ||
      (this.#running.size === 0 && this.#later.size === 0)
    );
  }

  async #wake(): Promise<void> {
    const next = this.#running.size < AT_ONCE ? Math.min(...this.#later.values()) : Infinity;
    if (this.#running.size === 0 && next - this.#now > IN_PLACE_MS) {
      await this.#recorder.write();
      throw new LetGoUntil(timestamp(next));
    }
    const open = [...this.#running, ...this.#queue, ...this.#later.keys()];
    const ends = open.map((place) => this.#deadlineOf(place));
    const untilNext = Math.min(next, ...ends) - this.#now;
    const waitMs = Math.max(0, Math.min(untilNext, this.#recorder.dueInMs ?? Infinity, this.its.pace.lookMs));
    await pause(waitMs, AbortSignal.any([this.its.lease.signal, this.#bell.signal]));
  }
}
