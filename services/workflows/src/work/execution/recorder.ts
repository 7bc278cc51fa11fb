import { type NodeCounts, type NodeFact, workflowCommands } from '@cairn/contracts';
import { freshId, type JobLease, SealedBlobs, type ServiceTools, WorkStopped } from '@cairn/kernel';
import type { Plan } from '../../domain/execution/plan.js';
import { countsOf } from '../../domain/execution/recording.js';
import { isSettled, type KnownExecution, type KnownFact, NODES } from '../../domain/execution/state.js';
import type { StoredOutput } from '../../domain/execution/stored-outputs.js';
import type { Pace } from './pace.js';

/** An answer that takes more stands in a blob, bytes. */
const LARGEST_INLINE_BYTES = 256_000;

/** When an attempt began is told once. */
const begunIn = (
  before: KnownFact | undefined,
  { attempt }: Pick<KnownFact, 'attempt'>,
): Pick<KnownFact, 'started_at'> =>
  before?.attempt === attempt && before.started_at !== undefined ? { started_at: before.started_at } : {};

/** What is noted so long before the time of the execution is over is written at once, ms: when it is over, nothing is. */
const BEFORE_END_MS = 250;

interface Recorded {
  readonly plan: Plan;
  readonly job: KnownExecution;
  readonly lease: Pick<JobLease, 'fence'>;
  readonly tools: Pick<ServiceTools, 'execute' | 'blobs' | 'clock'>;
  readonly pace: Pick<Pace, 'writeMs'>;
}

/**
 * Writes down what becomes of the nodes of an execution: several facts in one event. What is not written when a process ends
 * is done again, under the same ids.
 */
export class Recorder {
  readonly #facts = new Map<string, KnownFact>();
  readonly #counts: { total: number; completed: number; failed: number; skipped: number };
  #news = new Map<string, NodeFact>();
  #outputs: Record<string, StoredOutput> = {};
  #writtenAt = -Infinity;

  constructor(private readonly its: Recorded) {
    const { plan, job } = its;
    this.#counts = { ...countsOf(Object.values(job.nodes), plan.nodes.length) };
    for (const [id, fact] of Object.entries(job.nodes)) this.#facts.set(id, fact);
  }

  /** As they are now: what is written does not change with what is noted later. */
  get counts(): NodeCounts {
    return { ...this.#counts };
  }

  /** How far it is, as all durable work tells it. */
  get progress() {
    const { total, completed, failed, skipped } = this.#counts;
    return { phase: NODES, done: completed + failed + skipped, total };
  }

  /** Attempts in runs before. */
  attemptsBefore(place: number): number {
    return this.its.job.attempts[this.its.plan.nodes[place]!.id] ?? 0;
  }

  factOf(place: number): KnownFact | undefined {
    return this.#facts.get(this.its.plan.nodes[place]!.id);
  }

  /** Notes what became of a node: fields that are not said are as before of the same attempt. */
  note(place: number, fact: Omit<KnownFact, 'node_id'>, output?: StoredOutput): void {
    const { id: node_id } = this.its.plan.nodes[place]!;
    const before = this.#facts.get(node_id);
    const known: KnownFact = { node_id, ...begunIn(before, fact), ...fact };
    this.#facts.set(node_id, known);
    if (before === undefined || !isSettled(before)) this.#count(known);
    const { node = before === undefined ? this.#toldOf(place) : undefined } = this.#news.get(node_id) ?? {};
    this.#news.set(node_id, { ...known, ...(node === undefined ? {} : { node }) });
    if (output !== undefined) this.#outputs[node_id] = output;
  }

  #count({ status }: KnownFact): void {
    if (status === 'completed' || status === 'failed' || status === 'skipped') this.#counts[status] += 1;
    if (status === 'cancelled') this.#counts.skipped += 1;
  }

  #toldOf(place: number): NonNullable<NodeFact['node']> {
    const { name, entity_type, entity_id, version_id } = this.its.plan.nodes[place]!;
    return {
      ...{ name, entity_type, entity_id, entity_version_id: version_id },
      last: this.its.plan.isLast[place]!,
      input_node_ids: this.its.plan.inputs[place]!.map((at) => this.its.plan.nodes[at]!.id),
    };
  }

  /** So long what was noted may wait to be written, ms; `undefined` when there is nothing. */
  get dueInMs(): number | undefined {
    if (this.#news.size === 0) return undefined;
    const { job, pace, tools } = this.its;
    const end = job.deadline === undefined ? Infinity : Date.parse(job.deadline) - BEFORE_END_MS;
    return Math.max(0, Math.min(this.#writtenAt + pace.writeMs - performance.now(), end - tools.clock.now()));
  }

  async writeWhenDue(): Promise<void> {
    if (this.dueInMs === 0) await this.write();
  }

  /** Throws `WorkStopped` when the execution is another worker's. */
  async write(): Promise<void> {
    if (this.#news.size === 0) return;
    const nodes = [...this.#news.values()];
    const outputs = this.#outputs;
    this.#news = new Map();
    this.#outputs = {};
    const stored = await this.#stored(outputs);
    const input = {
      ...{ job_id: this.its.job.id, fence: this.its.lease.fence, nodes, counts: this.counts },
      ...(stored.text === undefined ? {} : { outputs: stored.text }),
      ...(stored.files.length === 0 ? {} : { files: stored.files }),
      stored_bytes: stored.bytes,
    };
    // Each record is a command of its own: under one lease several recorders follow each other when something was away.
    const reply = await this.its.tools.execute(workflowCommands.recordExecutionNodes, input, {
      id: freshId(),
    });
    if (reply.status === 'refused') throw new WorkStopped(reply.detail);
    this.#writtenAt = performance.now();
  }

  /** What was put out, as it is sealed in the event; large answers each in a blob of their own. */
  async #stored(outputs: Readonly<Record<string, StoredOutput>>) {
    const kept: Record<string, StoredOutput> = {};
    const files: string[] = [];
    let bytes = 0;
    for (const [node, output] of Object.entries(outputs)) {
      const answer = output.answer === undefined ? '' : JSON.stringify(output.answer);
      const size = Buffer.byteLength(answer);
      bytes += size;
      if (size <= LARGEST_INLINE_BYTES) {
        kept[node] = output;
        continue;
      }
      const blob = await this.#sealed(Buffer.from(answer));
      files.push(blob.sha256);
      kept[node] = { blob };
    }
    const isEmpty = Object.keys(kept).length === 0;
    return { text: isEmpty ? undefined : JSON.stringify(kept), files, bytes };
  }

  async #sealed(content: Buffer): Promise<NonNullable<StoredOutput['blob']>> {
    const sealed = new SealedBlobs(this.its.tools.blobs);
    const whole = async function* () {
      yield content;
    };
    const { sha256, size } = await sealed.put(whole(), { maxBytes: content.byteLength });
    return { sha256, key: sealed.sealOf(sha256).key, bytes: size };
  }
}
