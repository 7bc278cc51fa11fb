import { nextTurn } from '../../clock/pause.js';
import type { Batch, SubscribeOptions } from '../port.js';
import { batchOf } from '../sifted.js';
import type { LiveTail } from './live-tail.js';
import type { LogPage } from './log-reader.js';
import { categoryOf, toPosition } from './records.js';

/** After this many events of other categories an empty batch is given, so that checkpoints move. */
const SKIPPED = 1_000;
/** How many events of the tail are looked at in one turn. */
const LOOKED_AT = 2_000;

type Looked = Omit<LogPage, 'bytes'>;

export interface Following {
  readonly tail: LiveTail;
  /** The next events from the file after a position. */
  readonly page: (after: number) => Looked;
  /** Where to begin; throws when that is no place in this log. */
  readonly start: () => number;
  readonly options: SubscribeOptions;
}

/** Batches from the file until the tail in memory is reached, then from there; and back to the file when the consumer is slow. */
export async function* follow(following: Following): AsyncGenerator<Batch, void, void> {
  const { tail, options } = following;
  let position = following.start();
  let given = position;
  let caughtUpOnce = false;
  const stopped = (): boolean => options.signal.aborted || tail.closed;
  while (!stopped()) {
    const { records, damaged, through } = await next(following, position);
    if (stopped()) return;
    position = through;
    const caughtUp = position === tail.position;
    const found = records.length + damaged.length;
    if (found > 0 || (caughtUp && !caughtUpOnce) || position - given >= SKIPPED) {
      const events = records.map((record) => tail.event(record));
      yield batchOf(events, damaged, toPosition(position), caughtUp);
      given = position;
      caughtUpOnce ||= caughtUp;
    }
    await tail.waitBeyond(position, options.signal);
  }
}

const next = async (following: Following, after: number): Promise<Looked> => {
  const live = fromTail(following, after);
  if (live !== undefined) return live;
  // Others get their turn between two pages.
  await nextTurn();
  return following.tail.closed ? { records: [], damaged: [], through: after } : following.page(after);
};

const fromTail = ({ tail, options }: Following, after: number): Looked | undefined => {
  const newest = tail.after(after, LOOKED_AT);
  if (newest === undefined) return undefined;
  const categories = new Set(options.categories);
  const matching = newest.filter(({ stream }) => categories.has(categoryOf(stream)));
  const records = matching.slice(0, options.maxBatch);
  const last = matching.length > options.maxBatch ? records.at(-1) : newest.at(-1);
  return { records, damaged: [], through: last?.position ?? after };
};
