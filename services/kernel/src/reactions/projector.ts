import { ended, pause } from '../clock/pause.js';
import { takeTurns } from '../clock/turns.js';
import { type Change, ChangeRefused, DocumentsUnavailable, type Generation } from '../documents/port.js';
import { keptPosition } from '../eventlog/kept-position.js';
import { type Position, START, type StreamName } from '../base/position.js';
import type { Batch, RecordedEvent } from '../eventlog/port.js';
import { EventChanges } from './event-changes.js';
import { batchesAfter } from './following.js';
import type { Parking, ParkedStream, TargetChange } from '../targets/port.js';
import { ParkedStreams, TooManyParked } from './parking.js';
import type { Chunk } from './chunk.js';
import type { Lag } from '../projection/projection.js';
import type { ProjectorOptions } from './projector-options.js';
import { replayStream } from './replaying.js';
import { tracedEvents } from './traced-events.js';
import { Waiters } from './waiters.js';
import { lagBehind, untilReached } from './waiting.js';

/** Events that change nothing move the stored checkpoint only this often; running over them again is harmless. */
const LAZY_CHECKPOINT_EVENTS = 5000;
/** The stored checkpoint is never longer behind than this: other processes see by it how far the projection is. */
const FLUSH_AFTER_MS = 1_000;
const RETRY_MS = 200;
const LONGEST_RETRY_MS = 1_000;
/** While events come, it is at the head of the log only now and then. */
const BEHIND_MS = 5_000;
/** So long a projection waits for what was made beside it; less than a write waits for its projections. */
const STANDS_STILL_MS = 1_000;

/**
 * Keeps what one projection writes equal to the log: in log order, exactly once (law 1). A batch is applied together with its
 * checkpoint, and only if the checkpoint is still the one it started from. A poison event parks its stream alone.
 */
export class Projector<Changed extends TargetChange = Change> {
  readonly #waiters = new Waiters();
  readonly #parked: ParkedStreams;
  readonly #changes: EventChanges<Changed>;
  #checkpoint: Position = START;
  #considered: Position = START;
  #sinceCheckpoint = 0;
  #stumbles = 0;
  /** `undefined` while it is at the head of the log. */
  #behindSince: number | undefined = Number.NEGATIVE_INFINITY;
  #rebuilding = false;
  #stopped = false;
  #standsStill: TooManyParked | undefined;
  readonly #turns = takeTurns();
  #subscription = new AbortController();
  #running: Promise<void> | undefined;
  #flushing: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ProjectorOptions<Changed>,
    private readonly generation: Generation = 'live',
  ) {
    this.#parked = new ParkedStreams(this.name);
    this.#changes = new EventChanges(options, this.#parked);
  }

  get projection(): ProjectorOptions<Changed>['projection'] {
    return this.options.projection;
  }
  get name(): string {
    return this.projection.name;
  }
  get state(): 'live' | 'catching_up' | 'rebuilding' | 'stopped' {
    if (this.#stopped || this.#standsStill !== undefined) return 'stopped';
    if (this.#rebuilding) return 'rebuilding';
    return performance.now() - (this.#behindSince ?? Infinity) < BEHIND_MS ? 'live' : 'catching_up';
  }
  /** Everything up to here is in the target. */
  get position(): Position {
    return this.#considered;
  }
  get parked(): readonly ParkedStream[] {
    return this.#parked.all;
  }
  isParked(stream: StreamName): boolean {
    return this.#parked.has(stream);
  }

  /** What waits to be applied: how many events (counted up to a thousand), and how old the oldest of them is. */
  lag(): Promise<Lag> {
    return lagBehind(this.options, this.#considered);
  }

  /** Runs until the signal aborts; it may be started again after it has stopped. */
  start(signal: AbortSignal): void {
    this.#stopped = false;
    this.#running = this.#run(signal);
  }

  /** While another process projects: learns from the stored checkpoint how far it is. */
  async lookOn(): Promise<void> {
    const { target } = this.options;
    const checkpoint = keptPosition(await target.checkpoint(this.generation));
    if (checkpoint === this.#considered && !this.#parked.mayBeReplayed) return;
    const parked = await this.#parked.read(target);
    if (this.#running !== undefined && !this.#stopped) return;
    this.#parked.become(parked);
    this.#standAt(checkpoint);
  }

  /** Answers when the loop has ended; call it after the signal given to `start` was aborted. */
  async stopped(): Promise<void> {
    await this.#running;
  }

  /** Whether everything up to the position was applied within the time; what stands there may be of other categories. */
  reached(position: Position, timeoutMs: number): Promise<boolean> {
    const moving = { standing: () => this.#considered, waiters: this.#waiters, followed: this.options };
    return untilReached(moving, position, timeoutMs);
  }

  /** Projects parked streams again, after the reason was mended. Answers the streams that are still parked. */
  async replay(): Promise<readonly ParkedStream[]> {
    for (const { stream } of this.parked) await this.#exclusively(() => this.#replayStream(stream));
    if (this.#standsStill !== undefined) this.#subscription.abort();
    return this.parked;
  }

  /** Takes documents away whose events the log keeps (law 6). False: another process projects, nothing was removed. */
  async remove(changes: () => Promise<readonly Changed[]>): Promise<boolean> {
    return this.#exclusively(async () => !this.#stopped && this.#commit(this.#checkpoint, await changes()));
  }

  /** Makes all of it anew beside what is live, from the first event on, and swaps. */
  async rebuild(signal: AbortSignal): Promise<void> {
    if (this.#rebuilding) return;
    this.#rebuilding = true;
    try {
      await this.#rebuildBeside(signal);
    } finally {
      this.#rebuilding = false;
    }
    this.#subscription.abort();
  }

  async #rebuildBeside(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    await this.options.target.beginNext();
    const next = new Projector(this.options, 'next');
    next.start(AbortSignal.any([signal, stop.signal]));
    try {
      while (!signal.aborted && !(await this.#replacedBy(next, stop, signal)))
        if (next.#standsStill !== undefined) throw next.#standsStill;
    } finally {
      stop.abort();
      await next.stopped();
    }
  }

  /** False: it is not yet where this one stands. This one stands still at the end, so that nothing goes back (law 2). */
  async #replacedBy(next: Projector<Changed>, stop: AbortController, signal: AbortSignal): Promise<boolean> {
    if (!(await next.reached(this.#considered, RETRY_MS))) return false;
    return this.#exclusively(async () => {
      if (!(await next.reached(this.#considered, STANDS_STILL_MS))) return false;
      stop.abort();
      await next.stopped();
      await next.#flush();
      if (signal.aborted || (await this.options.target.promoteNext(next.#checkpoint))) return true;
      throw new DocumentsUnavailable(`${this.name} was not replaced by what was made anew: ask for it again`);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch (error) {
        await this.#stumbled(error, signal);
      }
    }
    // Whoever goes on without this checkpoint runs over events again that change nothing.
    await this.#exclusively(() => this.#flush()).catch((error: unknown) => this.#stumbled(error, signal));
    this.#stopped = true;
  }

  /** What parked too much passes nothing over (law 1): it stands still until a replay or a rebuild. */
  async #stumbled(err: unknown, signal: AbortSignal): Promise<void> {
    const isStopped = err instanceof TooManyParked;
    const then = isStopped ? 'stopped: mend why, then replay' : 'goes on from its checkpoint';
    this.options.logger.error({ err, projection: this.name }, `a projection stumbled and ${then}`);
    if (!isStopped) return pause(Math.min(RETRY_MS * 2 ** this.#stumbles++, LONGEST_RETRY_MS), signal);
    this.#standsStill = err;
    await ended(AbortSignal.any([signal, this.#subscription.signal]));
    this.#standsStill = undefined;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    this.#subscription = new AbortController();
    if (!(await this.#exclusively(() => this.#begin()))) return;
    const either = AbortSignal.any([signal, this.#subscription.signal]);
    for await (const batch of batchesAfter(this.#considered, this.options, either))
      if (!(await this.#exclusively(() => this.#take(batch)))) return;
  }

  /** Stands where what is stored does. False: another projector was faster. */
  async #begin(): Promise<boolean> {
    this.#checkpoint = await this.options.target.checkpoint(this.generation);
    if (this.generation === 'live') this.#parked.become(await this.#parked.read(this.options.target));
    else if (!(await this.#tellParked())) return false;
    this.#standAt(keptPosition(this.#checkpoint));
    return true;
  }

  /** False: another projector was faster, go on from its checkpoint. */
  async #take({ events, damaged, position, caughtUp }: Batch): Promise<boolean> {
    if (this.#subscription.signal.aborted) return false;
    for await (const chunk of this.#changes.portions(events, this.#changes.ofDamaged(damaged))) {
      const isLast = chunk.next === undefined;
      const to = isLast ? position : chunk.end;
      if (!(await this.#takePortion(chunk, to))) return false;
      this.#behindSince = isLast && caughtUp ? undefined : (this.#behindSince ?? performance.now());
      this.#standAt(to);
    }
    this.#stumbles = 0;
    this.#flushSoon();
    return true;
  }

  async #takePortion(chunk: Chunk<Changed | Parking>, to: Position): Promise<boolean> {
    this.#sinceCheckpoint += chunk.events.length;
    const isLazy = chunk.changes.length === 0 && this.#sinceCheckpoint < LAZY_CHECKPOINT_EVENTS;
    return isLazy || this.#apply(chunk, to);
  }

  #standAt(position: Position): void {
    this.#considered = position;
    this.#waiters.reached(position);
    this.options.moved?.();
  }

  #flushSoon(): void {
    if (this.#flushing !== undefined || this.#considered === this.#checkpoint) return;
    this.#flushing = setTimeout(() => {
      this.#flushing = undefined;
      if (!this.#stopped) void this.#exclusively(() => this.#flush()).catch(() => this.#subscription.abort());
    }, FLUSH_AFTER_MS).unref();
  }

  async #apply({ events, changes }: Chunk<Changed | Parking>, to: Position): Promise<boolean> {
    try {
      return await tracedEvents(this.name, events, () => this.#commit(to, changes));
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      return this.#applyOneByOne(events, to);
    }
  }

  /** The store refused something of these: find the event, park its stream, keep the others. */
  async #applyOneByOne(events: readonly RecordedEvent[], to: Position): Promise<boolean> {
    if (!(await this.#tellParked())) return false;
    for (const recorded of events) {
      const changes = await this.#changes.of(recorded);
      try {
        if (!(await this.#commit(recorded.position, changes))) return false;
      } catch (error) {
        if (!(error instanceof ChangeRefused)) throw error;
        if (!(await this.#commit(recorded.position, [this.#changes.park(recorded, error)]))) return false;
      }
    }
    return this.#commit(to, []);
  }

  async #commit(to: Position, changes: readonly (Changed | Parking)[]): Promise<boolean> {
    const outcome = await this.options.target.apply({
      generation: this.generation,
      from: this.#checkpoint,
      to,
      changes,
    });
    if (outcome.status === 'moved') return false;
    this.#checkpoint = to;
    this.#sinceCheckpoint = 0;
    return true;
  }

  async #flush(): Promise<void> {
    if (this.#considered > this.#checkpoint) await this.#commit(this.#considered, []);
  }

  /** Stores what a batch has parked that was not applied, or may not have been. */
  async #tellParked(): Promise<boolean> {
    const changes = this.#parked.behind(this.#checkpoint);
    return changes.length === 0 || this.#commit(this.#checkpoint, changes);
  }

  #replayStream(stream: StreamName): Promise<void> {
    const [parked, changes, considered] = [this.#parked, this.#changes, this.#considered];
    const commit = (some: readonly (Changed | Parking)[]): Promise<boolean> =>
      this.#commit(this.#checkpoint, some);
    const unsure = (): void => this.#subscription.abort();
    return replayStream({ options: this.options, parked, changes, considered, commit, unsure }, stream);
  }

  #exclusively<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#turns(this.name, run);
  }
}
