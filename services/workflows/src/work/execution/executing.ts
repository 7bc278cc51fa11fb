import type { JsonObject } from '@cairn/contracts';
import { type JobLease, JobRefused, LetGoUntil, pause, type ServiceTools, timestamp } from '@cairn/kernel';
import type { Canvas } from '../../domain/canvas/state.js';
import type { Plan } from '../../domain/execution/plan.js';
import { NODES, type KnownExecution, type KnownFact } from '../../domain/execution/state.js';
import { type Answer, bytesOf, LARGEST_VALUE_BYTES } from '../../domain/execution/values.js';
import type { Walk } from '../../domain/execution/walk.js';
import { askModel, type Ran } from './asking.js';
import type { Flow } from './flow.js';
import { Recorder } from './recorder.js';
import { Watch } from './watch.js';

/** So many nodes of one execution are under way at once. */
const AT_ONCE = 4;
/** What is over sooner is waited for in place, ms; for what takes longer the execution gives its place to others. */
const IN_PLACE_MS = 5_000;
/** Who is away is asked again after so long at first, and at most, ms. */
const [FIRST_AGAIN_MS, LONGEST_AGAIN_MS] = [500, 60_000];
/** A node that failed is tried again after so long at first, and at most, ms. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1_000, 60_000];
/** It rests no longer, ms, before it looks again whether it may go on. */
const LOOK_MS = 1_000;

type FailedRun = Extract<Ran, { readonly kind: 'failed' }>;
const TIME_OVER: FailedRun = { kind: 'failed', code: 'timeout', message: 'The time of the node was over.' };
const CUT = 'An edge that leads to the node connects what who saved the edge may not use.';
const TOO_LARGE = 'What came to the node is larger than 10 MB.';

/** An execution that a worker holds. */
export interface Execution {
  readonly canvas: Canvas;
  readonly plan: Plan;
  readonly walk: Walk;
  readonly flow: Flow;
  readonly fileKey: string | undefined;
  readonly job: KnownExecution;
  readonly lease: JobLease;
  readonly tools: ServiceTools;
}

/** Takes an execution on from where it is to its end. */
export class Executing {
  readonly #recorder: Recorder;
  readonly #queue: number[] = [];
  readonly #running = new Set<number>();
  /** Nodes that go on later, and when, ms of the clock. */
  readonly #later = new Map<number, number>();
  /** So often in a row whom a node asks was away. */
  readonly #away = new Map<number, number>();
  #bell = new AbortController();
  readonly #watch: Watch;
  #broken: Error | undefined;

  constructor(private readonly its: Execution) {
    const { plan, job, lease, tools } = its;
    this.#recorder = new Recorder(plan, job, lease, tools);
    this.#watch = new Watch(its);
    lease.tellsLanded(() => ({ ...this.#recorder.counts }));
  }

  async run(): Promise<JsonObject> {
    for (;;) {
      if (!this.its.walk.isOver) await this.#watch.look();
      this.#advance();
      this.#tellProgress();
      if (this.its.walk.isOver) break;
      await this.#start();
      await this.#rest();
    }
    await this.#recorder.write();
    if (this.its.walk.isStopped) throw this.#stopped();
    return { ...this.#recorder.counts };
  }

  get #now(): number {
    return this.its.tools.clock.now();
  }

  /** Takes all steps that wait for nobody. */
  #advance(): void {
    for (let ready = this.its.walk.takeReady(); ready.length > 0; ready = this.its.walk.takeReady())
      for (const place of ready) this.#reach(place);
    for (const place of this.its.walk.takeSkipped()) this.#note(place, { status: 'skipped' });
  }

  #reach(place: number): void {
    const { id, kind } = this.its.plan.nodes[place]!;
    if (this.#watch.cut.has(id))
      this.#fail(place, { attempt: 1, ended_at: this.#time, error_code: 'entity_unavailable' }, CUT);
    else if (kind === 'model') this.#enqueue(place);
    else this.#pass(place);
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
    const value = this.its.flow.inputOf(place);
    const ended = { attempt: 1, started_at: this.#time, ended_at: this.#time };
    if (bytesOf(value) > LARGEST_VALUE_BYTES) {
      this.#fail(place, { ...ended, error_code: 'node_input_invalid' }, TOO_LARGE);
      return;
    }
    this.#note(place, { ...ended, status: 'completed' });
    this.its.flow.put(place, value);
    this.its.walk.settle(place, 'completed');
  }

  get #time(): string {
    return timestamp(this.#now);
  }

  #note(place: number, fact: Partial<KnownFact> & Pick<KnownFact, 'status'>): void {
    const { attempt = 0 } = this.#recorder.factOf(place) ?? {};
    this.#recorder.note(place, { attempt, ...fact });
  }

  #tellProgress(): void {
    const { total, completed, failed, skipped } = this.#recorder.counts;
    this.its.lease.progress({ phase: NODES, done: completed + failed + skipped, total });
  }

  async #start(): Promise<void> {
    for (const [place, at] of this.#later)
      if (at <= this.#now) {
        this.#later.delete(place);
        this.#queue.push(place);
      }
    const begun: number[] = [];
    while (this.#running.size < AT_ONCE && this.#queue.length > 0) {
      const place = this.#queue.shift()!;
      if (!this.#begin(place)) continue;
      this.#running.add(place);
      begun.push(place);
    }
    // Until when a node has time is a fact before it begins.
    if (begun.some((place) => this.#recorder.factOf(place)?.deadline !== undefined))
      await this.#recorder.write();
    for (const place of begun) void this.#run(place).catch((error: unknown) => this.#break(error));
  }

  /** Notes that an attempt begins; one that was under way when its process ended goes on. False when its time is over. */
  #begin(place: number): boolean {
    const { timeout } = this.its.plan.nodes[place]!;
    const before = this.#recorder.factOf(place);
    if (before?.status === 'running') return !this.#isLate(place, before);
    const deadline = timeout === 0 ? {} : { deadline: timestamp(this.#now + timeout * 1_000) };
    const attempt = (before?.attempt ?? this.#attemptsBefore(place)) + 1;
    this.#recorder.note(place, { status: 'running', attempt, started_at: this.#time, ...deadline });
    return true;
  }

  /** Attempts in runs before. */
  #attemptsBefore(place: number): number {
    return this.its.job.attempts[this.its.plan.nodes[place]!.id] ?? 0;
  }

  #isLate(place: number, { deadline }: KnownFact): boolean {
    if (deadline === undefined || Date.parse(deadline) > this.#now) return false;
    this.#failed(place, TIME_OVER);
    this.#bell.abort();
    return true;
  }

  async #run(place: number): Promise<void> {
    const node = this.its.plan.nodes[place]!;
    const { attempt, deadline: until } = this.#recorder.factOf(place)!;
    const deadline = until === undefined ? undefined : Date.parse(until);
    const value = this.its.flow.inputOf(place);
    const { job, tools, fileKey } = this.its;
    const asked = { job, node, attempt, value, fileKey, deadline };
    const ran = await Promise.race([askModel(tools, asked), this.#timeOver(deadline)]);
    if (this.its.lease.signal.aborted) return;
    this.#running.delete(place);
    if (this.its.walk.standingOf(place) === 'ready') this.#settle(place, ran);
    this.#bell.abort();
  }

  /** What is answered after it is not looked at. */
  async #timeOver(deadline: number | undefined): Promise<Ran> {
    if (deadline === undefined) return new Promise(() => undefined);
    await pause(Math.max(0, deadline - this.#now), this.its.lease.signal);
    return TIME_OVER;
  }

  #settle(place: number, ran: Ran): void {
    if (ran.kind === 'away') this.#wait(place);
    else if (ran.kind === 'failed') this.#failed(place, ran);
    else this.#completed(place, ran.answer);
  }

  #completed(place: number, answer: Answer): void {
    const { attempt } = this.#recorder.factOf(place)!;
    const { inference_id } = answer;
    this.#away.delete(place);
    this.#recorder.note(
      place,
      { status: 'completed', attempt, ended_at: this.#time, inference_id },
      { answer },
    );
    this.its.flow.put(place, { kind: 'answer', answer });
    this.its.walk.settle(place, 'completed');
  }

  /** Whom a node asks is away or has too much to do: that is no failure of the node. */
  #wait(place: number): void {
    const times = this.#away.get(place) ?? this.its.job.waits;
    this.#away.set(place, times + 1);
    this.#later.set(place, this.#now + Math.min(FIRST_AGAIN_MS * 2 ** times, LONGEST_AGAIN_MS));
  }

  /** It is tried again as often as its `on_failure` says. */
  #failed(place: number, { code: error_code, message: error, inference_id }: FailedRun): void {
    const { retries } = this.its.plan.nodes[place]!;
    const attempt = Math.max(1, this.#recorder.factOf(place)?.attempt ?? 0);
    const ended = { attempt, error_code, ended_at: this.#time, ...(inference_id && { inference_id }) };
    this.#away.delete(place);
    if (attempt - this.#attemptsBefore(place) > retries) {
      this.#fail(place, ended, error);
      return;
    }
    const failures = attempt - this.#attemptsBefore(place);
    const at = this.#now + Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
    this.#recorder.note(place, { ...ended, status: 'pending', not_before: timestamp(at) }, { error });
    this.#later.set(place, at);
  }

  /** It failed for good. */
  #fail(place: number, ended: Omit<KnownFact, 'node_id' | 'status'>, error: string): void {
    const node = this.its.plan.nodes[place]!;
    this.#recorder.note(place, { ...ended, status: 'failed' }, { error });
    this.its.walk.settle(place, `failed_${node.onFailure}`);
    if (this.its.walk.isStopped) this.#cancelRunning();
  }

  /** What runs beside a node that ends the execution is not waited for. */
  #cancelRunning(): void {
    for (const place of this.#running)
      if (this.its.walk.standingOf(place) === 'cancelled')
        this.#note(place, { status: 'cancelled', ended_at: this.#time });
  }

  #break(error: unknown): void {
    this.#broken ??= error instanceof Error ? error : new Error(String(error));
    this.#bell.abort();
  }

  /** Waits until something can go on. What was noted is written first, once a second at most. */
  async #rest(): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    await this.#recorder.writeWhenDue();
    if (this.#canGoOn) return;
    const next = this.#running.size < AT_ONCE ? Math.min(...this.#later.values()) - this.#now : Infinity;
    if (this.#running.size === 0 && next > IN_PLACE_MS) {
      await this.#recorder.write();
      throw new LetGoUntil(timestamp(this.#now + next));
    }
    const waitMs = Math.max(0, Math.min(next, this.#recorder.dueInMs ?? Infinity, LOOK_MS));
    await pause(waitMs, AbortSignal.any([this.its.lease.signal, this.#bell.signal]));
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

  /** Why the execution failed: a node did whose `on_failure` says so. */
  #stopped(): JobRefused {
    const { nodes } = this.its.plan;
    const place = nodes.findIndex((_, at) => this.its.walk.standingOf(at) === 'failed_stop');
    const { id, name } = nodes[place]!;
    const message = `The node ${name === '' ? id : JSON.stringify(name)} failed.`;
    const code = this.#recorder.factOf(place)?.error_code ?? 'node_failed';
    return new JobRefused('node_failed', message, [{ code, message }]);
  }
}
