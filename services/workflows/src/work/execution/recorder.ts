import { type NodeCounts, type NodeFact, workflowCommands } from '@cairn/contracts';
import { derivedId, type JobLease, SealedBlobs, type ServiceTools, WorkStopped } from '@cairn/kernel';
import type { Plan } from '../../domain/execution/plan.js';
import { isSettled, type KnownExecution, type KnownFact } from '../../domain/execution/state.js';
import type { StoredOutput } from '../../domain/execution/stored-outputs.js';

/** Facts are written at most so often, ms; and before anything that must not begin without them. */
const BETWEEN_MS = 1_000;
/** An answer that takes more stands in a blob, bytes. */
const LARGEST_INLINE_BYTES = 256_000;

/** When an attempt began is told once. */
const begunIn = (
  before: KnownFact | undefined,
  { attempt }: Pick<KnownFact, 'attempt'>,
): Pick<KnownFact, 'started_at'> =>
  before?.attempt === attempt && before.started_at !== undefined ? { started_at: before.started_at } : {};

type Told = Pick<ServiceTools, 'execute' | 'blobs'>;

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
  #written = 0;

  constructor(
    private readonly plan: Plan,
    private readonly job: KnownExecution,
    private readonly lease: Pick<JobLease, 'fence' | 'signal' | 'check'>,
    private readonly tools: Told,
  ) {
    this.#counts = { ...job.counts, total: plan.nodes.length };
    for (const [id, fact] of Object.entries(job.nodes)) this.#facts.set(id, fact);
  }

  get counts(): NodeCounts {
    return this.#counts;
  }

  factOf(place: number): KnownFact | undefined {
    return this.#facts.get(this.plan.nodes[place]!.id);
  }

  /** Notes what became of a node: fields that are not said are as before of the same attempt. */
  note(place: number, fact: Omit<KnownFact, 'node_id'>, output?: StoredOutput): void {
    const { id: node_id } = this.plan.nodes[place]!;
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
    const { name, entity_type, entity_id, version_id } = this.plan.nodes[place]!;
    return {
      ...{ name, entity_type, entity_id, entity_version_id: version_id },
      last: this.plan.isLast[place]!,
      input_node_ids: this.plan.inputs[place]!.map((at) => this.plan.nodes[at]!.id),
    };
  }

  /** So long what was noted may wait to be written, ms; `undefined` when there is nothing. */
  get dueInMs(): number | undefined {
    if (this.#news.size === 0) return undefined;
    return Math.max(0, this.#writtenAt + BETWEEN_MS - performance.now());
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
      ...{ job_id: this.job.id, fence: this.lease.fence, nodes, counts: this.counts },
      ...(stored.text === undefined ? {} : { outputs: stored.text }),
      ...(stored.files.length === 0 ? {} : { files: stored.files }),
      stored_bytes: stored.bytes,
    };
    this.#written += 1;
    const id = derivedId(this.job.id, `record ${this.lease.fence}`, this.#written);
    const reply = await this.tools.execute(workflowCommands.recordExecutionNodes, input, { id });
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
    const sealed = new SealedBlobs(this.tools.blobs);
    const whole = async function* () {
      yield content;
    };
    const { sha256, size } = await sealed.put(whole(), { maxBytes: content.byteLength });
    return { sha256, key: sealed.sealOf(sha256).key, bytes: size };
  }
}
