import { randomUUID } from 'node:crypto';
import { ReadResp, type ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { status, type ServerWritableStream } from '@grpc/grpc-js';
import type { Cut } from '../faults.js';
import { int64Text } from '../wire/numbers.js';
import { eventAnswer } from '../wire/recorded-event.js';
import { Refusal } from '../wire/refusal.js';
import { asRefusal } from './answers.js';
import type { ServiceContext } from './context.js';
import type { ReadRequest } from './read-request.js';
import { sourceOf, type Step, type SubscriptionSource } from './subscription-source.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** How many steps a subscription takes before others get their turn. */
const STEPS_A_TURN = 512;

/** A subscription: a confirmation, what is there, `caught_up`, and then what comes. */
export class Subscription {
  private readonly source: SubscriptionSource;
  private live = false;
  /** The client does not take more for now. */
  private blocked = false;
  /** Others have their turn. */
  private resting = false;
  private over = false;
  /** Events that may still be sent before the subscription is cut. */
  private untilCut: number;
  private readonly cutBy: Cut;

  constructor(
    private readonly context: ServiceContext,
    private readonly call: Call,
    private readonly request: ReadRequest,
  ) {
    this.source = sourceOf(context.log, request);
    const fault = context.faults.take('subscribe', ['cut-subscription']);
    this.untilCut = fault === undefined ? Infinity : (fault.afterEvents ?? 0);
    this.cutBy = fault?.by ?? 'call';
  }

  start(): void {
    const leave = [
      this.context.log.onVisible(() => this.advance()),
      this.context.subscriptions.add((by) => this.cut(by)),
    ];
    const end = (): void => {
      this.over = true;
      for (const step of leave) step();
    };
    this.call.once('cancelled', end).once('close', end).once('finish', end);
    this.call.on('drain', () => {
      this.blocked = false;
      this.goOn();
    });
    const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
    this.call.write(new ReadResp().setConfirmation(confirmation));
    this.goOn();
  }

  /** There is more to send. A client that does not take it falls behind. */
  private advance(): void {
    if (!this.blocked) this.goOn();
    else if (this.live && this.source.ahead() > this.context.settings.liveBufferEvents) {
      this.live = false;
      this.call.write(new ReadResp().setFellBehind(new ReadResp.FellBehind()));
    }
  }

  private goOn(): void {
    if (this.resting) return;
    try {
      this.sendWhatIsThere();
    } catch (error) {
      this.over = true;
      this.call.emit('error', asRefusal(error));
    }
  }

  private sendWhatIsThere(): void {
    for (let steps = 0; !this.over && !this.blocked && !this.resting; steps += 1) {
      if (this.untilCut <= 0) this.cut(this.cutBy);
      else if (steps === STEPS_A_TURN) this.rest();
      else if (!this.sendNext()) return;
    }
  }

  /** Answers whether there was something. */
  private sendNext(): boolean {
    const step = this.source.next();
    if (step === undefined) this.goLive();
    else this.send(step);
    return step !== undefined;
  }

  private rest(): void {
    this.resting = true;
    setImmediate(() => {
      this.resting = false;
      this.goOn();
    });
  }

  private send(step: Step): void {
    if (step === 'considered') return;
    if ('event' in step) this.untilCut -= 1;
    const answer =
      'event' in step
        ? eventAnswer(step.event, this.request.structuredIds)
        : checkpointAnswer(step.checkpoint);
    this.blocked = !this.call.write(answer);
  }

  private goLive(): void {
    if (this.live) return;
    this.live = true;
    this.call.write(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));
  }

  private cut(by: Cut): void {
    if (this.over) return;
    this.over = true;
    if (by === 'connection') this.context.connections.reset(this.call.getPeer());
    else if (by === 'end') this.call.end();
    else this.call.emit('error', new Refusal(status.UNAVAILABLE, 'Subscription cut'));
  }
}

const checkpointAnswer = (position: number): ReadResp => {
  const text = int64Text(position);
  return new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(text).setPreparePosition(text),
  );
};
