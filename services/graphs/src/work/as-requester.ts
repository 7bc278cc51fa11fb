import type { CommandDefinition, InputOf } from '@cairn/contracts';
import {
  type CommandReply,
  type JobLease,
  JobRefused,
  pause,
  principalNow,
  type ServiceTools,
} from '@cairn/kernel';
import type { GraphJob } from '../domain/job/state.js';

const AGAIN_MS = 250;
/** So many changes may wait for the read models: with more, another user's write would wait behind them. */
const MOST_AHEAD = 2;
const LOOK_MS = 1_000;

type Done = Extract<CommandReply, { status: 'done' }>;

/** A command of a job was refused. */
export class CommandRefused extends JobRefused {
  constructor(readonly reply: Extract<CommandReply, { status: 'refused' }>) {
    super(reply.code, reply.detail, reply.errors);
  }
}

/**
 * Sends commands of a job for who asked for it, in order, while they may still do that (S40). It keeps no more than two
 * changes ahead of the read models. Throws `CommandRefused` with what a command is refused with, `WorkStopped`, and what makes a
 * job wait while the disk is too full.
 */
export class AsRequester {
  readonly #ahead: string[] = [];

  constructor(
    private readonly tools: Pick<ServiceTools, 'execute' | 'reached' | 'requesters' | 'space'>,
    private readonly job: GraphJob,
    private readonly lease: Pick<JobLease, 'check' | 'signal'>,
  ) {}

  async send<Command extends CommandDefinition>(
    command: Command,
    input: InputOf<Command>,
    id: string,
  ): Promise<Done> {
    await this.#keepUp(MOST_AHEAD - 1);
    await this.tools.space?.check();
    for (;;) {
      this.lease.check();
      const principal = await principalNow(this.tools, this.job);
      const reply = await this.tools.execute(command, input, { id, principal });
      if (reply.status === 'done') {
        if (reply.revision !== undefined) this.#ahead.push(reply.position);
        return reply;
      }
      if (reply.code !== 'projection_lag') throw new CommandRefused(reply);
      await pause(AGAIN_MS, this.lease.signal);
    }
  }

  /** Answers when the read models have everything that was sent. */
  settled(): Promise<void> {
    return this.#keepUp(0);
  }

  async #keepUp(most: number): Promise<void> {
    while (this.#ahead.length > most) {
      this.lease.check();
      if (await this.tools.reached(this.#ahead[0] ?? '', LOOK_MS)) this.#ahead.shift();
    }
  }
}
