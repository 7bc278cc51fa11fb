import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { FreshAnswer } from '../../clock/fresh-answer.js';
import { GENESIS } from '../chain.js';
import { keptPosition } from '../kept-position.js';
import { type Position, type StreamName, START } from '../../base/position.js';
import type { Batch, ReadAllOptions, ReadOptions, RecordedEvent, StreamTip } from '../port.js';
import { PART_BYTES } from '../parts.js';
import { RecordDamaged } from '../port.js';
import { Sifted } from '../sifted.js';
import type { KnownTips } from './known-tips.js';
import type { Reads, RetriedRead } from './retried-reads.js';
import { damaged, sift, toPosition, toRecordedEvent } from './records.js';
import { logEnd, logForwards, recordBefore, recordFrom, streamEnd, streamForwards } from './requests.js';

const MOST = 2n ** 63n - 1n;
/** The server is silent while it looks at events of other categories. */
const SCAN_PATIENCE = 5;
const LOG = 'reading $all (only an administrator may, by default)';

/** Reads streams and the log; every record is checked before it is given. */
export class Reader {
  readonly #reads: Reads;
  readonly #tips: KnownTips;
  readonly #head = new FreshAnswer(() => this.#readHead());

  constructor(reads: Reads, tips: KnownTips) {
    this.#reads = reads;
    this.#tips = tips;
  }

  async stream(stream: StreamName, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    const { from, count } = rangeOf(options);
    if (count <= 0n) return [];
    // A command on a stream that nobody knows may create it, and waits for both answers: they are asked for at once.
    const mayBeNew = from === 0n && options.limit !== undefined && !this.#tips.knows(stream);
    const cut = mayBeNew ? this.#wasCut(stream) : undefined;
    const [run, wasCut] = await Promise.all([this.#run(stream, from, count, options), cut]);
    const last = run.events.at(-1);
    if (last === undefined) await this.#checkAbsent(stream, from, run.missing, wasCut);
    else this.#tips.add(stream, last);
    return run.events;
  }

  #run(stream: StreamName, from: bigint, count: bigint, options: ReadOptions): Promise<StreamRun> {
    return this.#reads.read({
      what: stream,
      request: streamForwards(stream, from, count),
      into: () => {
        const events = new StreamRun(stream, from, options.after?.hash);
        return { take: (answer) => events.take(answer), result: () => events };
      },
    });
  }

  /** The last event; `undefined` when there is no stream. */
  async tip(stream: StreamName): Promise<StreamTip | undefined> {
    const last = await this.#one({ what: stream, request: streamEnd(stream) });
    if (last === undefined) return undefined;
    const { revision, hash } = toRecordedEvent(last);
    this.#tips.add(stream, { revision, hash });
    return { revision, hash };
  }

  /** Whether the stream has that event with that hash. */
  async holds(stream: StreamName, tip: StreamTip): Promise<boolean> {
    const stored = await this.#one({ what: stream, request: streamForwards(stream, tip.revision, 1n) });
    if (stored === undefined) return false;
    const event = toRecordedEvent(stored);
    if (event.revision !== tip.revision) throw truncated(stream, tip.revision, event.revision);
    if (event.hash !== tip.hash) return false;
    this.#tips.add(stream, tip);
    return true;
  }

  /** One read answers all who ask while it has not begun: each holds up a thread of the server. */
  head(): Promise<Position> {
    return this.#head.get();
  }

  /** Whether the log still has the record at a position, of whatever stream. Throws `RecordDamaged` where none ever was. */
  async hasRecordAt(position: Position): Promise<boolean> {
    const found = await this.#one({ what: LOG, from: position, request: recordFrom(position) });
    return found !== undefined && toPosition(found.getCommitPosition()) === position;
  }

  /** The position of the last record before a place, of whatever stream; `undefined` when a scavenge took the place away. */
  async positionBefore(place: Position): Promise<Position | undefined> {
    try {
      const found = await this.#one({ what: LOG, from: place, request: recordBefore(place) });
      return found && toPosition(found.getCommitPosition());
    } catch (error) {
      if (error instanceof RecordDamaged) return undefined;
      throw error;
    }
  }

  async log({ after: given, categories, limit, pastDamage }: ReadAllOptions): Promise<Batch> {
    const after = keptPosition(given);
    const head = await this.head();
    checkKnown(after, head);
    if (after === head || limit <= 0) return { events: [], position: after, caughtUp: after === head };
    const { some, isFull } = await this.#reads.read({
      what: LOG,
      patience: SCAN_PATIENCE,
      ...(after === START ? {} : { from: after }),
      // The event at the position itself may be among them.
      request: logForwards(after, categories, limit + 1),
      into: () => {
        const later = new Sifted(pastDamage);
        let bytes = 0;
        const isFull = (): boolean => later.size === limit || bytes >= PART_BYTES;
        const take = (answer: ReadResp): void => {
          const stored = answer.getEvent()?.getEvent();
          if (stored === undefined || toPosition(stored.getCommitPosition()) <= after || isFull()) return;
          sift(stored, later);
          bytes += stored.getData_asU8().length;
        };
        return { take, result: () => ({ some: later, isFull: isFull() }) };
      },
    });
    const last = some.position ?? START;
    const position = isFull || last > head ? last : head;
    return some.batch(position, position >= head);
  }

  async #readHead(): Promise<Position> {
    const last = await this.#one({ what: LOG, request: logEnd() });
    return last === undefined ? START : toPosition(last.getCommitPosition());
  }

  async #one(reading: Omit<RetriedRead<unknown>, 'into'>): Promise<Stored | undefined> {
    return this.#reads.read({
      ...reading,
      into: () => {
        let found: Stored | undefined;
        const take = (answer: ReadResp): void => {
          found ??= answer.getEvent()?.getEvent();
        };
        return { take, result: () => found };
      },
    });
  }

  async #wasCut(stream: StreamName): Promise<boolean> {
    const metadata = await this.#one({ what: stream, request: streamEnd(`$$${stream}`) });
    return metadata !== undefined && CUT.test(Buffer.from(metadata.getData_asU8()).toString());
  }

  /** No event came: there is no stream, or its end was reached, or an operator took away what was there. */
  async #checkAbsent(stream: StreamName, from: bigint, missing: boolean, wasCut?: boolean): Promise<void> {
    if (!missing && from > 0n) return;
    if (missing && from === 0n && !(wasCut ?? (await this.#wasCut(stream)))) return;
    throw damaged(stream, from, 'it was deleted');
  }
}

const CUT = /"\$(?:tb|maxAge|maxCount)"/;

type Stored = ReadResp.ReadEvent.RecordedEvent;

/** A checkpoint beyond the end was taken from a log that was longer. */
export const checkKnown = (position: Position, head: Position): void => {
  if (position > head)
    throw new RecordDamaged(`the log ends at ${head}, before ${position}: its tail is missing`);
};

const rangeOf = ({
  after,
  through,
  limit,
}: ReadOptions): { readonly from: bigint; readonly count: bigint } => {
  const from = after === undefined ? 0n : after.revision + 1n;
  const upTo = through === undefined ? MOST : through - from + 1n;
  const most = limit === undefined ? MOST : BigInt(limit);
  return { from, count: upTo < most ? upTo : most };
};

/** Events of a stream as they come, each checked against the one before. */
class StreamRun {
  readonly events: RecordedEvent[] = [];
  missing = false;
  readonly #stream: StreamName;
  #next: bigint;
  #previous: string;

  constructor(stream: StreamName, from: bigint, hash: string | undefined) {
    this.#stream = stream;
    this.#next = from;
    this.#previous = hash ?? GENESIS;
  }

  take(answer: ReadResp): void {
    if (answer.hasStreamNotFound()) this.missing = true;
    const stored = answer.getEvent()?.getEvent();
    if (stored === undefined) return;
    const revision = BigInt(stored.getStreamRevision());
    if (revision !== this.#next) throw truncated(this.#stream, this.#next, revision);
    const event = toRecordedEvent(stored, this.#previous);
    this.events.push(event);
    this.#next += 1n;
    this.#previous = event.hash;
  }
}

const truncated = (stream: StreamName, wanted: bigint, found: bigint): RecordDamaged =>
  damaged(stream, wanted, `it was cut off, the stream goes on at revision ${found}`);
