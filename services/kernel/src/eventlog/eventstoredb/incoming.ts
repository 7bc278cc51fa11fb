import { nextTurn } from '../../clock/pause.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { ClientReadableStream, Metadata } from '@grpc/grpc-js';
import type { Position } from '../../base/position.js';
import type { Batch } from '../port.js';
import { Sifted } from '../sifted.js';
import type { Link } from './connection.js';
import { NO_PREPARE, placeOfCheckpoint, sift } from './records.js';

/** What may wait for the consumer, as long as it is more than one answer; then the server is no longer read from. */
const MAX_BYTES = 16_000_000;

export interface Opening {
  readonly link: Link;
  readonly metadata: Metadata;
  readonly request: ReadReq;
  /** Where the request begins. */
  readonly after: Position;
  /** So many answers may wait. */
  readonly capacity: number;
  readonly pastDamage: boolean | undefined;
}

/** The answers of one subscription, in the order in which they came, until the consumer takes them. */
export class Incoming {
  readonly #opening: Opening;
  readonly #call: ClientReadableStream<ReadResp>;
  readonly #lost = (): void => this.#end(new Error('the connection was given up'));
  #answers: ReadResp[] = [];
  #bytes = 0;
  #position: Position;
  #scannedTo: Position | undefined;
  #isLive = false;
  #ended: Error | undefined;
  #coming: Promise<void> | undefined;
  #wake = (): void => undefined;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#position = opening.after;
    this.#call = opening.link.client.read(opening.request, opening.metadata);
    this.#call.on('data', (answer: ReadResp) => this.#push(answer));
    this.#call.on('error', (error: Error) => this.#end(error));
    this.#call.on('end', () => this.#end(new Error('the server ended the subscription')));
    opening.link.gone.addEventListener('abort', this.#lost, { once: true });
  }

  /** Why the subscription ended; `undefined` while it goes on. */
  get ended(): Error | undefined {
    return this.#ended;
  }

  /** The server has said that it caught up, and everything that it sent was taken. It may be behind again by now. */
  get isLive(): boolean {
    return this.#isLive && this.#answers.length === 0 && this.#ended === undefined;
  }

  /** Every record before this place was considered; no record need stand there. `undefined` when that is no news. */
  get scannedTo(): Position | undefined {
    const scannedTo = this.#scannedTo;
    return scannedTo !== undefined && scannedTo > this.#position ? scannedTo : undefined;
  }

  /** Waits until something has come; false when nothing will come any more. */
  async isThereMore(): Promise<boolean> {
    if (this.#answers.length === 0 && this.#ended === undefined) {
      this.#coming ??= new Promise<void>((resolve) => (this.#wake = resolve));
      await this.#coming;
      this.#coming = undefined;
      // What came in the same turn goes into the same batch.
      await nextTurn();
    }
    return this.#answers.length > 0;
  }

  /** What came, up to so many records. Throws `RecordDamaged`. */
  take(maxRecords: number): Batch {
    const some = new Sifted(this.#opening.pastDamage);
    let taken = 0;
    for (const answer of this.#answers) {
      if (some.size === maxRecords) break;
      this.#consider(answer, some);
      taken += 1;
    }
    for (const answer of this.#answers.splice(0, taken)) this.#bytes -= bytesOf(answer);
    if (this.#ended === undefined && !this.#isFull()) this.#call.resume();
    return some.batch(this.#position, false);
  }

  cancel(): void {
    this.#end(new Error('the subscription was cancelled'));
  }

  #consider(answer: ReadResp, some: Sifted): void {
    const stored = answer.getEvent()?.getEvent();
    const checkpoint = answer.getCheckpoint();
    if (stored !== undefined) {
      sift(stored, some);
      this.#moveTo(some.position ?? this.#position);
    } else if (checkpoint !== undefined) {
      this.#passed(checkpoint);
    } else if (answer.hasCaughtUp()) {
      this.#isLive = true;
    } else if (answer.hasFellBehind()) {
      this.#isLive = false;
    }
  }

  /** While it catches up, the server names the end of what it looked at, where no record need stand. */
  #passed(checkpoint: ReadResp.Checkpoint): void {
    const place = placeOfCheckpoint(checkpoint.getCommitPosition());
    if (checkpoint.getPreparePosition() === NO_PREPARE) this.#scannedTo = place;
    else if (place !== undefined) this.#moveTo(place);
  }

  #moveTo(position: Position): void {
    if (position > this.#position) this.#position = position;
  }

  #push(answer: ReadResp): void {
    if (answer.hasConfirmation()) return;
    this.#answers.push(answer);
    this.#bytes += bytesOf(answer);
    if (this.#isFull()) this.#call.pause();
    this.#wake();
  }

  #isFull(): boolean {
    return this.#answers.length >= this.#opening.capacity || this.#bytes >= MAX_BYTES;
  }

  #end(error: Error): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    this.#opening.link.gone.removeEventListener('abort', this.#lost);
    this.#call.cancel();
    this.#wake();
  }
}

const bytesOf = (answer: ReadResp): number => answer.getEvent()?.getEvent()?.getData_asU8().length ?? 0;
