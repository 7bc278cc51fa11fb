import { datasetItemStreamEvents } from '@cairn/contracts';
import {
  type Append,
  type AppendOutcome,
  causedBy,
  derivedId,
  type EventMetadata,
  type JobLease,
  type Json,
  NO_STREAM,
  pause,
  type Position,
  type ServiceTools,
  streamOf,
  timestamp,
} from '@cairn/kernel';
import { dataset } from '../domain/dataset/state.js';
import type { KnownJob } from '../domain/job/state.js';
import { datasetItem } from '../domain/item/state.js';
import type { ItemCreatedEvent } from '../domain/item/item-created-event.js';
import type { JobRoom } from './job-room.js';

/** So many slices may wait for the projections: with more, another user's write would wait behind them. */
const SLICES_AHEAD = 2;
const RETRY_MS = 50;
const LAG_LOOK_MS = 1000;

/** Where an item that this job made stands in the log. */
interface Placed {
  readonly position: Position | undefined;
}

/** So many items are appended at once: a few milliseconds of work. */
export const SLICE_ITEMS = 200;

/**
 * Appends new items in slices. The command of an item is derived from the job and the item, so that after a crash an item
 * is recognised by it (law 3), though the time in it is another. It pauses while the projections lag.
 */
export class ItemAppends {
  #positions: string[] = [];

  constructor(
    private readonly tools: Pick<ServiceTools, 'log' | 'streams' | 'reached' | 'clock'>,
    private readonly job: KnownJob,
    private readonly lease: JobLease,
    private readonly commandName: string,
    private readonly room: JobRoom,
  ) {}

  /**
   * For each item whether it is there by this job (`true`), or was there before by another. Throws `JobRefused` when the
   * owner has no room for those that are not there. It throws nothing once they are appended: who calls counts them.
   */
  async append(items: readonly ItemCreatedEvent[]): Promise<readonly boolean[]> {
    await this.#keepUp(SLICES_AHEAD - 1);
    await this.room.forItems(items);
    const base = await this.#metadata();
    const appends = items.map(({ data }) => this.#appendOf(data, base));
    const outcomes = await this.#untilKnown(appends);
    const made = await Promise.all(
      appends.map((append, index) => this.#madeByThisJob(append, outcomes[index]!)),
    );
    this.#remember(made);
    return made.map((item) => item !== undefined);
  }

  /** Answers when every projection has everything that was appended. */
  settled(): Promise<void> {
    return this.#keepUp(0);
  }

  #appendOf(data: ItemCreatedEvent['data'], base: EventMetadata): Append {
    const stream = streamOf(datasetItem, data.id);
    const command = derivedId(this.job.id, data.id);
    return {
      stream,
      expected: NO_STREAM,
      events: [
        {
          id: derivedId(command, stream, 0),
          type: datasetItemStreamEvents.ItemCreated.storedType,
          data: data as Json,
          metadata: { ...base, command },
        },
      ],
    };
  }

  async #metadata(): Promise<EventMetadata> {
    const { state } = await this.tools.streams.current(dataset, this.job.dataset_id);
    const organization = state.status === 'none' ? null : state.organization_id;
    return {
      command: '',
      commandName: this.commandName,
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

  /** After a conflict the item is read: a worker before this one may have made it, with another time in it. */
  async #madeByThisJob(append: Append, outcome: AppendOutcome): Promise<Placed | undefined> {
    if (outcome.status === 'appended') return outcome;
    const [first] = await this.tools.log.read(append.stream, { limit: 1 });
    return first?.metadata.command === append.events[0]!.metadata.command ? first : undefined;
  }

  #remember(items: readonly (Placed | undefined)[]): void {
    const positions = items.flatMap((item) => item?.position ?? []);
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
