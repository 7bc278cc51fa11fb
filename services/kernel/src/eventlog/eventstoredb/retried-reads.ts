import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { pause } from '../../clock/pause.js';
import type { Position } from '../../base/position.js';
import { LogRefused, LogUnavailable, RecordDamaged } from '../port.js';
import type { Connection, Link } from './connection.js';
import { Deadline, onceHeard, TimedOut } from './deadline.js';
import { failureOf, reasonOf } from './failures.js';

const RETRY_MS = 50;

type Take = (answer: ReadResp) => void;

/** Makes what `take` makes of the answers of one read. */
export interface RetriedRead<Result> {
  readonly what: string;
  readonly request: ReadReq;
  /** The position in `$all` that the request names. */
  readonly from?: Position;
  /** So many deadlines may pass between two answers; one when absent. */
  readonly patience?: number;
  /** Called anew for each attempt. */
  readonly into: () => { readonly take: Take; readonly result: () => Result };
}

type Asked = Pick<RetriedRead<unknown>, 'what' | 'from'>;

/** Others are bugs, or damage found while reading. */
const isOfCall = (error: unknown): boolean =>
  error instanceof TimedOut || (error instanceof Error && 'code' in error);

/** Reads with a deadline that each answer moves on; what is lost is read again on another connection. */
export class Reads {
  readonly #connection: Connection;
  readonly #deadlineMs: number;

  constructor(connection: Connection, deadlineMs: number) {
    this.#connection = connection;
    this.#deadlineMs = deadlineMs;
  }

  /** Throws `RecordDamaged` (from `take`, a tombstoned stream, a position of another log) and `LogUnavailable`. */
  async read<Result>(reading: RetriedRead<Result>): Promise<Result> {
    const deadline = new Deadline(this.#deadlineMs);
    for (;;) {
      const link = await this.#connection.link(deadline);
      const { take, result } = reading.into();
      try {
        await this.#answers(link, reading, take);
        return result();
      } catch (error) {
        this.#failed(link, reading, deadline, error);
      }
      await pause(RETRY_MS);
    }
  }

  /** Throws unless reading again may help. */
  #failed(link: Link, { what, from }: Asked, { ms, left }: Deadline, error: unknown): void {
    if (!isOfCall(error) && !link.gone.aborted) throw error;
    const { complaints } = this.#connection;
    const failure = failureOf(error, from);
    if (failure.kind === 'misplaced')
      throw new RecordDamaged(complaints.misplaced(failure.position, error), { cause: error });
    if (failure.kind === 'tombstoned')
      throw new RecordDamaged(`${what}: the stream was tombstoned`, { cause: error });
    if (failure.kind === 'denied') throw new LogRefused(complaints.denied(what), { cause: error });
    if (failure.kind === 'refused') throw new Error(complaints.refused(reasonOf(error)), { cause: error });
    this.#connection.doubt(link, failure.leader);
    if (left <= RETRY_MS) throw new LogUnavailable(complaints.silent(ms, error), { cause: error });
  }

  /** Waits for each answer as long as the reading has patience. */
  #answers(link: Link, { request, patience = 1 }: RetriedRead<unknown>, take: Take): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = link.client.read(request, this.#connection.metadata);
      const fail = (error: unknown): void => {
        silence.cancel();
        call.off('data', hear);
        call.cancel();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const late = (): void => fail(new TimedOut('the server keeps silent'));
      const silence = onceHeard(patience * this.#deadlineMs, late);
      const hear = (answer: ReadResp): void => {
        silence.again();
        try {
          take(answer);
        } catch (error) {
          fail(error);
        }
      };
      call.on('data', hear);
      call.on('error', fail);
      call.on('end', () => {
        silence.cancel();
        resolve();
      });
    });
  }
}
