import { givenAsset } from '@cairn/assets';
import type { JsonObject } from '@cairn/contracts';
import {
  type Aggregate,
  type JobLease,
  JobRefused,
  LetGoUntil,
  pause,
  principalNow,
  type ServiceTools,
  timestamp,
  unlessRefused,
} from '@cairn/kernel';
import { versionIn } from '../../application/execution/pins.js';
import { type Plan, planOf, type PlannedNode } from '../../domain/execution/plan.js';
import { NODES, type KnownExecution, type KnownFact } from '../../domain/execution/state.js';
import {
  bytesOf,
  inputOf,
  LARGEST_VALUE_BYTES,
  NOTHING_CAME,
  type Value,
} from '../../domain/execution/values.js';
import { type Outcome, Walk } from '../../domain/execution/walk.js';
import { workflowVersionKind } from '../../domain/version/state.js';
import { workflowKind } from '../../domain/workflow/state.js';
import { askModel, type Ran } from './asking.js';
import { answerIn } from '../../read-models/executions/stored-answer.js';
import { type Opened, openedExecution } from './opened.js';
import { Recorder } from './recorder.js';

/** So many nodes of one execution are under way at once. */
const AT_ONCE = 4;
/** What is over sooner is waited for in place, ms; for what takes longer the execution gives its place to others. */
const IN_PLACE_MS = 5_000;
/** Who is away is asked again after so long at first, and at most, ms. */
const [FIRST_AGAIN_MS, LONGEST_AGAIN_MS] = [500, 60_000];
/** A node that failed is tried again after so long at first, and at most, ms. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1_000, 60_000];
/** Whether who executes still may is looked at so often at least, ms. */
const LOOK_MS = 1_000;

/** Executes a version over one input; what was recorded of it before is not done again. */
export const runExecution = async (
  job: KnownExecution,
  lease: JobLease,
  tools: ServiceTools,
): Promise<JsonObject> => {
  const { state } = await tools.streams.at(
    workflowVersionKind.aggregate,
    job.version_id,
    BigInt(job.version_revision),
  );
  if (state.status === 'none') throw new JobRefused('not_found', 'The version is not there any more.');
  const plan = planOf(state, versionIn(job.pins));
  return new Executing(plan, job, lease, tools, await openedExecution(tools, job.id)).run();
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

class Executing {
  readonly #walk: Walk;
  readonly #recorder: Recorder;
  readonly #values = new Map<number, Value>();
  readonly #queue: number[] = [];
  readonly #running = new Set<number>();
  /** Nodes that go on later, and when, ms of the clock. */
  readonly #later = new Map<number, number>();
  /** So often in a row whom a node asks was away. */
  readonly #away = new Map<number, number>();
  #bell = new AbortController();
  #lookedAt = -Infinity;
  #broken: unknown;
  #failure: { readonly node: PlannedNode; readonly code: string } | undefined;

  constructor(
    private readonly plan: Plan,
    private readonly job: KnownExecution,
    private readonly lease: JobLease,
    private readonly tools: ServiceTools,
    private readonly opened: Opened,
  ) {
    this.#walk = Walk.after(plan, outcomesIn(plan, job.nodes));
    this.#recorder = new Recorder(plan, job, lease, tools);
    lease.tellsLanded(() => ({ ...this.#recorder.counts }));
  }

  async run(): Promise<JsonObject> {
    await this.#recall();
    for (;;) {
      this.#advance();
      this.#tellProgress();
      if (this.#walk.isOver) break;
      await this.#look();
      await this.#start();
      await this.#rest();
    }
    await this.#recorder.write();
    if (this.#walk.isStopped) throw this.#stopped();
    return { ...this.#recorder.counts };
  }

  /** What nodes had put out before. */
  async #recall(): Promise<void> {
    for (const [place, { id, kind }] of this.plan.nodes.entries()) {
      const output = this.opened.outputs.get(id);
      if (kind === 'pass' || output === undefined || this.#walk.standingOf(place) !== 'completed') continue;
      const answer = await answerIn(this.tools.blobs, output);
      if (answer !== undefined) this.#values.set(place, { kind: 'answer', answer });
    }
  }

  get #now(): number {
    return this.tools.clock.now();
  }

  /** Takes all steps that wait for nobody. */
  #advance(): void {
    for (let ready = this.#walk.takeReady(); ready.length > 0; ready = this.#walk.takeReady())
      for (const place of ready)
        if (this.plan.nodes[place]!.kind === 'model') this.#queue.push(place);
        else this.#pass(place);
    for (const place of this.#walk.takeSkipped()) this.#note(place, { status: 'skipped' });
  }

  /** Hands on what came. */
  #pass(place: number): void {
    const value = this.#inputOf(place);
    if (bytesOf(value) > LARGEST_VALUE_BYTES)
      return this.#failed(place, 'node_input_invalid', 'What came to the node is larger than 10 MB.');
    this.#note(place, { status: 'completed', attempt: 1, started_at: this.#time, ended_at: this.#time });
    this.#walk.settle(place, 'completed');
  }

  get #time(): string {
    return timestamp(this.#now);
  }

  /** What comes to a node. What pass nodes hand on is made anew whenever it is needed: it is shared, not copied. */
  #inputOf(place: number): Value {
    const came = this.plan.inputs[place]!.map((at) => ({
      name: this.plan.nodes[at]!.name,
      value: this.#outputOf(at),
    }));
    return inputOf(came, this.opened.input);
  }

  /** `undefined`: the node was skipped. */
  #outputOf(place: number): Value | undefined {
    const known = this.#values.get(place);
    if (known !== undefined) return known;
    const standing = this.#walk.standingOf(place);
    if (standing === 'skipped') return undefined;
    const value =
      standing === 'completed' && this.plan.nodes[place]!.kind === 'pass'
        ? this.#inputOf(place)
        : NOTHING_CAME;
    this.#values.set(place, value);
    return value;
  }

  #note(place: number, fact: Partial<KnownFact> & Pick<KnownFact, 'status'>): void {
    const { attempt = 0 } = this.#recorder.factOf(place) ?? {};
    this.#recorder.note(place, { attempt, ...fact });
  }

  #tellProgress(): void {
    const { total, completed, failed, skipped } = this.#recorder.counts;
    this.lease.progress({ phase: NODES, done: completed + failed + skipped, total });
  }

  /** Who executes must be in force and may still execute the workflow, which is still there (S40). */
  async #look(): Promise<void> {
    this.lease.check();
    if (this.#now - this.#lookedAt < LOOK_MS) return;
    const { rights, streams } = this.tools;
    const principal = await principalNow(this.tools, this.job);
    const load = async <State>(aggregate: Aggregate<State>, id: string): Promise<State> =>
      (await streams.current(aggregate, id)).state;
    const asking = { principal, at: this.#time, tools: { rights }, load };
    unlessRefused(await givenAsset(workflowKind, asking, this.job.workflow_id, 'execute'));
    this.#lookedAt = this.#now;
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
    const { timeout } = this.plan.nodes[place]!;
    const before = this.#recorder.factOf(place);
    if (before?.status === 'running') return !this.#isLate(place, before);
    const deadline = timeout === 0 ? {} : { deadline: timestamp(this.#now + timeout * 1_000) };
    const attempt = (before?.attempt ?? 0) + 1;
    this.#recorder.note(place, { status: 'running', attempt, started_at: this.#time, ...deadline });
    return true;
  }

  #isLate(place: number, { deadline }: KnownFact): boolean {
    if (deadline === undefined || Date.parse(deadline) > this.#now) return false;
    this.#failed(place, 'timeout', 'The time of the node was over.');
    return true;
  }

  async #run(place: number): Promise<void> {
    const node = this.plan.nodes[place]!;
    const { attempt, deadline: until } = this.#recorder.factOf(place)!;
    const deadline = until === undefined ? undefined : Date.parse(until);
    const value = this.#inputOf(place);
    const { job, tools, opened } = this;
    const asked = { job, node, attempt, value, fileKey: opened.fileKey, deadline };
    const ran = await Promise.race([askModel(tools, asked), this.#timeOver(deadline)]);
    if (this.lease.signal.aborted) return;
    this.#running.delete(place);
    if (this.#walk.standingOf(place) === 'ready') this.#settle(place, ran);
    this.#bell.abort();
  }

  /** What is answered after it is not looked at. */
  async #timeOver(deadline: number | undefined): Promise<Ran> {
    if (deadline === undefined) return new Promise(() => undefined);
    await pause(Math.max(0, deadline - this.#now), this.lease.signal);
    return { kind: 'failed', code: 'timeout', message: 'The time of the node was over.' };
  }

  #settle(place: number, ran: Ran): void {
    if (ran.kind === 'away') return this.#wait(place);
    this.#away.delete(place);
    if (ran.kind === 'failed') return this.#failed(place, ran.code, ran.message, ran.inference_id);
    const { answer } = ran;
    const { attempt } = this.#recorder.factOf(place)!;
    const { inference_id } = answer;
    this.#recorder.note(
      place,
      { status: 'completed', attempt, ended_at: this.#time, inference_id },
      { answer },
    );
    this.#values.set(place, { kind: 'answer', answer });
    this.#walk.settle(place, 'completed');
  }

  /** Whom a node asks is away or has too much to do: that is no failure of the node. */
  #wait(place: number): void {
    const times = this.#away.get(place) ?? this.job.waits;
    this.#away.set(place, times + 1);
    this.#later.set(place, this.#now + Math.min(FIRST_AGAIN_MS * 2 ** times, LONGEST_AGAIN_MS));
  }

  #failed(place: number, error_code: string, error: string, inference_id?: string): void {
    const node = this.plan.nodes[place]!;
    const attempt = Math.max(1, this.#recorder.factOf(place)?.attempt ?? 0);
    const ended = { attempt, error_code, ended_at: this.#time, ...(inference_id && { inference_id }) };
    if (attempt <= node.retries) {
      const at = this.#now + Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
      this.#recorder.note(place, { ...ended, status: 'pending', not_before: timestamp(at) }, { error });
      this.#later.set(place, at);
      return;
    }
    this.#recorder.note(place, { ...ended, status: 'failed' }, { error });
    if (node.onFailure === 'stop') this.#failure ??= { node, code: error_code };
    this.#walk.settle(place, `failed_${node.onFailure}`);
    if (this.#walk.isStopped) this.#cancelRunning();
  }

  /** What runs beside a node that ends the execution is not waited for. */
  #cancelRunning(): void {
    for (const place of this.#running)
      if (this.#walk.standingOf(place) === 'cancelled')
        this.#note(place, { status: 'cancelled', ended_at: this.#time });
  }

  #break(error: unknown): void {
    this.#broken ??= error;
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
    await pause(waitMs, AbortSignal.any([this.lease.signal, this.#bell.signal]));
    this.#bell = new AbortController();
    this.lease.check();
  }

  get #canGoOn(): boolean {
    return (
      this.#walk.isOver || this.#bell.signal.aborted || (this.#running.size === 0 && this.#later.size === 0)
    );
  }

  /** Why the execution failed: a node did whose `on_failure` says so. */
  #stopped(): JobRefused {
    const { node, code } = this.#failure ?? this.#recordedFailure();
    const called = node.name === '' ? node.id : JSON.stringify(node.name);
    return new JobRefused('node_failed', `The node ${called} failed.`, [
      { code, message: `The node ${called} failed.` },
    ]);
  }

  /** It was recorded, and its worker ended before it said that all has failed. */
  #recordedFailure(): { readonly node: PlannedNode; readonly code: string } {
    const place = this.plan.nodes.findIndex((_, at) => this.#walk.standingOf(at) === 'failed_stop');
    return { node: this.plan.nodes[place]!, code: this.#recorder.factOf(place)?.error_code ?? '' };
  }
}
