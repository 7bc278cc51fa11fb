import type { EventDefinition } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import { timestamp } from '../clock/port.js';
import type { AggregateKind } from '../domain/aggregate.js';
import { streamOf } from '../domain/streams.js';
import type { Position } from '../base/position.js';
import { type Append, type AppendOutcome, type EventMetadata, NO_STREAM } from '../eventlog/port.js';
import { causedBy } from '../context/cause.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { JobLease } from './job-lease.js';
import type { KnownJob } from './job-state.js';

/** So many slices may wait for the projections: with more, another user's write would wait behind them. */
const SLICES_AHEAD = 2;
const RETRY_MS = 50;
const LAG_LOOK_MS = 1000;

/** The event with which a new stream begins; `id` is that of the stream. */
export interface Beginning {
  readonly data: { readonly id: string };
}

/** The streams of one kind that a job makes. */
export interface NewStreams<Event extends Beginning> {
  readonly aggregate: Pick<AggregateKind, 'category' | 'keyWord'>;
  /** The event with which they begin. */
  readonly begins: Pick<EventDefinition, 'storedType'>;
  /** The command that makes one, as its event tells. */
  readonly commandName: string;
  /** Whose they are, asked for each slice; `null`: of no organization. */
  organization(this: void): Promise<string | null>;
  /** Asked before a slice is appended; it throws when there is no room for it. */
  admit(this: void, events: readonly Event[]): Promise<void>;
}

/** Where a stream that this job made stands in the log. */
interface Placed {
  readonly position: Position | undefined;
}

/**
 * Appends new streams in slices, under a lease. The command of a stream is derived from the job and the stream's id, so
 * that after a crash a stream is recognised by it (law 3), though the time in it is another. It pauses while the
 * projections lag.
 */
export class SlicedAppends<Event extends Beginning> {
  #positions: string[] = [];

  constructor(
    private readonly tools: Pick<ServiceTools, 'log' | 'reached' | 'clock'>,
    private readonly job: Pick<KnownJob, 'id' | 'actor' | 'cause'>,
    private readonly lease: Pick<JobLease, 'signal' | 'check' | 'checkHeld'>,
    private readonly streams: NewStreams<Event>,
  ) {}

  /**
   * For each event whether its stream is there by this job (`true`), or was there before by another. Throws what `admit`
   * throws, and `WorkStopped`. It throws nothing once they are appended: who calls counts them.
   */
  async append(events: readonly Event[]): Promise<readonly boolean[]> {
    await this.#keepUp(SLICES_AHEAD - 1);
    await this.streams.admit(events);
    const base = await this.#metadata();
    const appends = events.map(({ data }) => this.#appendOf(data, base));
    const outcomes = await this.#untilKnown(appends);
    const made = await Promise.all(
      appends.map((append, index) => this.#madeByThisJob(append, outcomes[index]!)),
    );
    this.#remember(made);
    return made.map((stream) => stream !== undefined);
  }

  /** Answers when every projection has everything that was appended. */
  settled(): Promise<void> {
    return this.#keepUp(0);
  }

  #appendOf(data: Event['data'], base: EventMetadata): Append {
    const { aggregate, begins } = this.streams;
    const stream = streamOf(aggregate, data.id);
    const command = derivedId(this.job.id, data.id);
    return {
      stream,
      expected: NO_STREAM,
      events: [
        {
          id: derivedId(command, stream, 0),
          type: begins.storedType,
          data: data,
          metadata: { ...base, command },
        },
      ],
    };
  }

  async #metadata(): Promise<EventMetadata> {
    const organization = await this.streams.organization();
    return {
      command: '',
      commandName: this.streams.commandName,
      request: this.job.id,
      actor: this.job.actor,
      ...(organization === null ? {} : { organization }),
      ...causedBy(this.job.cause),
      at: timestamp(this.tools.clock.now()),
    };
  }

  /** What failed is sent again, identically. */
  async #untilKnown(appends: readonly Append[]): Promise<readonly AppendOutcome[]> {
    const outcomes = [...(await this.tools.log.appendMany(appends))];
    for (;;) {
      const open = outcomes.flatMap((outcome, index) => (outcome instanceof Error ? [index] : []));
      if (open.length === 0) return outcomes as readonly AppendOutcome[];
      await pause(RETRY_MS, this.lease.signal);
      this.lease.checkHeld();
      const again = await this.tools.log.appendMany(open.map((index) => appends[index]!));
      for (const [place, index] of open.entries()) outcomes[index] = again[place]!;
    }
  }

  /** After a conflict the stream is read: a worker before this one may have made it, with another time in it. */
  async #madeByThisJob(append: Append, outcome: AppendOutcome): Promise<Placed | undefined> {
    if (outcome.status === 'appended') return outcome;
    const [first] = await this.tools.log.read(append.stream, { limit: 1 });
    return first?.metadata.command === append.events[0]!.metadata.command ? first : undefined;
  }

  #remember(streams: readonly (Placed | undefined)[]): void {
    const positions = streams.flatMap((stream) => stream?.position ?? []);
    const last = positions.reduce((one, other) => (one > other ? one : other), '');
    if (last !== '') this.#positions.push(last);
  }

  async #keepUp(ahead: number): Promise<void> {
    while (this.#positions.length > ahead) {
      this.lease.check();
      const reached = await this.tools.reached(this.#positions[0]!, LAG_LOOK_MS);
      if (reached) this.#positions.shift();
    }
  }
}
