import {
  type CommandDefinition,
  type InputOf,
  type LeftAnswers,
  postProcessorJobCommands as commands,
  type StopReason,
} from '@cairn/contracts';
import {
  causedBy,
  type CommandReply,
  derivedId,
  freshId,
  type Principal,
  sent,
  type ServiceTools,
  timestamp,
} from '@cairn/kernel';
import { jobIdOf } from '../../domain/post-processor-job/decide.js';
import {
  type KeptAnswer,
  type KnownPostProcessorJob,
  postProcessorJob,
} from '../../domain/post-processor-job/state.js';
import {
  inOrder,
  POST_PROCESSORS,
  type PostProcessorDocument,
  workingOf,
} from '../../read-models/post-processors.js';
import { isFailingAlike } from './failing-alike.js';
import { nextAsked, stop } from './next-asked.js';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** The claim of a job is over, or another worker has it: what this one does is done by nobody's word. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** A command about the job was refused for what the job cannot help: its post-processor stops, or the job fails. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

type Next = Pick<InputOf<typeof commands.complete>, 'next'>;

interface WantedJob {
  readonly id: string;
  readonly worker: string;
  readonly gone: string | undefined;
  /** With whose rights it is worked on; those of before where nobody can tell. */
  readonly userId: string | undefined;
  readonly leaseMs: number;
}

/** A job that this worker has: what it says of it. Throws `ClaimLost`, `StepRefused` and what ports throw. */
export class ClaimedJob {
  constructor(
    private readonly tools: ServiceTools,
    readonly job: KnownPostProcessorJob,
  ) {}

  /** Takes a job; `undefined` when it is not to be taken now, or has no attempt left and failed. */
  static async claim(tools: ServiceTools, wanted: WantedJob): Promise<ClaimedJob | undefined> {
    const { id, worker, gone, userId, leaseMs } = wanted;
    const { state: before } = await tools.streams.current(postProcessorJob, id);
    if (before.status === 'none') return undefined;
    const lease_until = timestamp(tools.clock.now() + leaseMs);
    const claim = { job_id: id, worker, user_id: userId ?? before.user_id, lease_until, ...sent({ gone }) };
    const reply = await tools.execute(commands.start, claim, { id: freshId(), ...causedBy(before.cause) });
    if (reply.status === 'refused') return undefined;
    const { state } = await tools.streams.current(postProcessorJob, id);
    const isOurs = state.status === 'processing' && state.fence === reply.revision;
    return isOurs ? new ClaimedJob(tools, state) : undefined;
  }

  /** The job with the answer that it keeps from now on. */
  async answered(answer: KeptAnswer): Promise<ClaimedJob> {
    await this.#send(commands.answer, { ...this.#fenced, ...answer });
    return new ClaimedJob(this.tools, { ...this.job, answer });
  }

  /** Writes the answer on the item, as the person with whose rights the post-processor works. */
  async apply(saver: Principal): Promise<{ outcome: string; applied: number; left: LeftAnswers[] }> {
    const reply = await this.#send(commands.apply, this.#fenced, saver);
    return reply.result as { outcome: string; applied: number; left: LeftAnswers[] };
  }

  async complete(outcome: string, applied = 0, left: LeftAnswers[] = []): Promise<void> {
    await this.#send(commands.complete, { ...this.#fenced, outcome, applied, left, ...(await this.#next()) });
  }

  /** `alone`: no other post-processor is asked about the item. */
  async fail(code: string, message: string, alone = false): Promise<void> {
    const next = alone ? {} : await this.#next();
    const reply = await this.#send(commands.fail, { ...this.#fenced, code, message, ...next });
    await this.tools.reached(reply.position, 5_000);
    if (!(await isFailingAlike(this.tools.documents, this.job.post_processor_id, code))) return;
    await this.stop('failing');
  }

  /** It waits for what is away or busy, the longer the longer it has waited already; no attempt is used up. */
  async waitFor(code: string, message: string): Promise<void> {
    const pauseMs = Math.min(Math.max(this.job.waited / 4, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    await this.#defer(code, message, pauseMs, false);
  }

  /** It is tried again after a pause that grows, as long as it has attempts. */
  async tryAgain(code: string, message: string): Promise<void> {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.job.attempts, LONGEST_PAUSE_MS);
    await this.#defer(code, message, pauseMs * Math.random(), true);
  }

  /** Anybody may take it at once. */
  async letGo(): Promise<void> {
    await this.#defer('interrupted', 'The service was stopped.', 0, false);
  }

  /** The job waits until somebody saves the post-processor, which is stopped. */
  async waitStopped(reason: StopReason, message: string): Promise<void> {
    await this.stop(reason);
    await this.#defer(reason, message, 0, false);
  }

  async stop(reason: StopReason): Promise<void> {
    await stop(this.tools, this.job.post_processor_id, reason, {
      id: freshId(),
      ...causedBy(this.job.cause),
    });
  }

  async #defer(code: string, message: string, pauseMs: number, counts: boolean): Promise<void> {
    const due = timestamp(this.tools.clock.now() + pauseMs);
    await this.#send(commands.defer, { ...this.#fenced, code, message, due, counts });
  }

  get #fenced() {
    return { job_id: this.job.id, fence: this.job.fence };
  }

  /** The job of the next post-processor that works on the item; a run is of one alone. */
  async #next(): Promise<Next> {
    if (this.job.run_id !== '') return {};
    const { documents } = this.tools;
    const { dataset_id, item_id, content, post_processor_id } = this.job;
    const own = (await documents.get(POST_PROCESSORS, post_processor_id)) as
      | PostProcessorDocument
      | undefined;
    const working = await workingOf(documents, dataset_id);
    const later = own === undefined ? [] : working.filter((each) => inOrder(own, each) < 0);
    const first = await nextAsked(this.tools, later, () => ({ id: freshId(), ...causedBy(this.job.cause) }));
    if (first === undefined) return {};
    const { id, user_id } = first;
    return { next: { job_id: jobIdOf(item_id, id, content), post_processor_id: id, user_id } };
  }

  async #send<Command extends CommandDefinition>(
    command: Command,
    input: InputOf<Command>,
    principal?: Principal,
  ): Promise<Extract<CommandReply, { status: 'done' }>> {
    const { id, fence, cause } = this.job;
    const call = { id: derivedId(id, fence, command.name), ...causedBy(cause) };
    const reply = await this.tools.execute(command, input, { ...call, ...(principal && { principal }) });
    if (reply.status === 'done') return reply;
    if (reply.code === 'conflict') throw new ClaimLost(reply.detail);
    throw new StepRefused(reply.code, reply.detail);
  }
}
