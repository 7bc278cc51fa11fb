import { randomBytes } from 'node:crypto';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import type { Status } from '@eventstore/db-client/generated/status_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import { patient } from '../../clock/patience.js';
import type { Position } from '../../base/position.js';
import type { Append } from '../port.js';
import type { Link } from './connection.js';
import { onceHeard, TimedOut } from './deadline.js';
import { failureOf } from './failures.js';
import { type StoredMessage, toPosition } from './records.js';
import { batchAppend } from './requests.js';

/** What became of an append that was sent. */
export type Answer =
  | { readonly kind: 'written'; readonly revision: bigint; readonly position: Position | undefined }
  | { readonly kind: RefusalKind; readonly reason: string }
  /** It may have been written. */
  | { readonly kind: 'unknown'; readonly cause: Error };

type RefusalKind = 'wrong version' | 'tombstoned' | 'denied' | 'too large' | 'malformed';

/** An append that waits for its answer. It may have been sent more than once: any answer will do. */
interface Pending {
  readonly append: Append;
  readonly messages: readonly StoredMessage[];
  readonly sentAt: number;
  /** Those under which it was sent. */
  readonly numbers: string[];
  readonly settle: (answer: Answer) => void;
}

/** A server that has an identical append under way drops a second one: it is sent again about then, when the first is done. */
const AGAIN_MS = 150;
/** The server gives an append up after this long, times the patience; our own deadline is shorter, and clocks differ. */
const SERVER_DEADLINE_MS = 10_000;

/** Many appends over one call. When the call breaks its own appends are unknown, nobody else's. */
export class BatchStream {
  readonly #link: Link;
  readonly #call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  readonly #pending = new Set<Pending>();
  /** By the number that the answer will carry. */
  readonly #open = new Map<string, Pending>();
  readonly #session = String(BigInt.asIntN(64, randomBytes(8).readBigUInt64BE()));
  readonly #giveUp = (): void => this.#call.cancel();
  readonly #ended: (error: Error) => void;
  #sent = 0n;
  #answeredAt = 0;
  #broken = false;

  /** `ended` is told once, of the error that ended the call. */
  constructor(link: Link, metadata: Metadata, ended: (error: Error) => void) {
    this.#link = link;
    this.#ended = ended;
    this.#call = link.client.batchAppend(metadata);
    this.#call.on('data', (answer: BatchAppendResp) => this.#answered(answer));
    this.#call.on('error', (error: Error) => this.#end(error));
    this.#call.on('end', () => this.#end(new Error('the server ended the call')));
    link.gone.addEventListener('abort', this.#giveUp, { once: true });
  }

  get link(): Link {
    return this.#link;
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** Sends an append and waits for its answer so long; meanwhile it sends it again, twice at most. Never rejects. */
  send(append: Append, messages: readonly StoredMessage[], ms: number): Promise<Answer> {
    return new Promise((resolve) => {
      const alarms = [
        ...againSoon(ms).map((soon) => onceHeard(soon, () => this.#write(pending))),
        onceHeard(ms / 2, () => {
          if (this.#hears(pending)) this.#write(pending);
        }),
        onceHeard(ms, () => settle(silence(ms))),
      ];
      const settle = (answer: Answer): void => {
        for (const alarm of alarms) alarm.cancel();
        this.#pending.delete(pending);
        for (const number of pending.numbers) this.#open.delete(number);
        resolve(answer);
      };
      const pending: Pending = { append, messages, sentAt: performance.now(), numbers: [], settle };
      this.#pending.add(pending);
      this.#write(pending);
    });
  }

  close(): void {
    this.#call.cancel();
  }

  #write(pending: Pending): void {
    const number = String((this.#sent += 1n));
    const structured = new UUID.Structured()
      .setMostSignificantBits(this.#session)
      .setLeastSignificantBits(number);
    const until = new Date(Date.now() + patient(SERVER_DEADLINE_MS));
    pending.numbers.push(number);
    this.#open.set(number, pending);
    this.#call.write(
      batchAppend(pending.append, pending.messages, new UUID().setStructured(structured), until),
    );
  }

  #answered(answer: BatchAppendResp): void {
    this.#answeredAt = performance.now();
    this.#open.get(numberOf(answer.getCorrelationId()))?.settle(meaningOf(answer));
  }

  /** When others were answered meanwhile only this answer is lost; else the whole call is given up. */
  #hears({ sentAt }: Pending): boolean {
    if (this.#answeredAt <= sentAt) this.#end(new TimedOut('the server keeps silent'));
    return !this.#broken;
  }

  #end(error: Error): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#link.gone.removeEventListener('abort', this.#giveUp);
    this.#call.cancel();
    const answer: Answer =
      failureOf(error).kind === 'denied'
        ? { kind: 'denied', reason: error.message }
        : { kind: 'unknown', cause: error };
    for (const { settle } of this.#pending) settle(answer);
    this.#ended(error);
  }
}

/** With jitter, so that those who sent the same at the same time do not meet again. */
const againSoon = (ms: number): readonly number[] =>
  [AGAIN_MS * (1 + Math.random())].filter((soon) => soon < ms / 2);

const silence = (ms: number): Answer => ({
  kind: 'unknown',
  cause: new TimedOut(`no answer within ${ms} ms`),
});

/** Servers answer with the id as it was given, or as a text. */
const numberOf = (id: UUID | undefined): string => {
  const structured = id?.getStructured();
  if (structured !== undefined) return structured.getLeastSignificantBits();
  return String(BigInt(`0x${(id?.getString() ?? '0').slice(-17).replace('-', '')}`));
};

const meaningOf = (answer: BatchAppendResp): Answer => {
  const success = answer.getSuccess();
  return success === undefined ? refusalOf(answer.getError()) : writtenOf(success);
};

const writtenOf = (success: BatchAppendResp.Success): Answer => {
  const position = success.getPosition()?.getCommitPosition();
  return {
    kind: 'written',
    revision: BigInt(success.getCurrentRevision()),
    position: position === undefined ? undefined : toPosition(position),
  };
};

const REFUSALS: ReadonlyMap<string, RefusalKind> = new Map([
  ['event_store.client.WrongExpectedVersion', 'wrong version'],
  ['event_store.client.StreamDeleted', 'tombstoned'],
  ['event_store.client.AccessDenied', 'denied'],
  ['event_store.client.MaximumAppendSizeExceeded', 'too large'],
  ['event_store.client.BadRequest', 'malformed'],
]);

/** What it says of nothing known (a time-out, a busy server) leaves open whether it was written. */
const refusalOf = (error: Status | undefined): Answer => {
  const reason = error?.getMessage() ?? 'no reason given';
  const kind = REFUSALS.get(error?.getDetails()?.getTypeName() ?? '');
  return kind === undefined ? { kind: 'unknown', cause: new Error(reason) } : { kind, reason };
};
