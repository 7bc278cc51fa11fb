import { randomUUID } from 'node:crypto';
import { ReadResp, type ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { status, type ServerWritableStream } from '@grpc/grpc-js';
import type { Cut } from '../faults.js';
import type { LogPosition } from '../log/positions.js';
import { uint64Text } from '../wire/numbers.js';
import { eventAnswer } from '../wire/recorded-event.js';
import { Refusal, tooSlow } from '../wire/refusal.js';
import { allFeed } from './all-feed.js';
import { asRefusal } from './answers.js';
import type { ServiceContext } from './context.js';
import type { Feed, Step } from './feed.js';
import type { ReadRequest } from './read-request.js';
import { StreamFeed } from './stream-feed.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** How many steps a subscription takes before others get their turn. */
const STEPS_A_TURN = 512;

/** A subscription: a confirmation, what is there, `caught_up`, and then what comes. */
export class Subscription {
  private readonly feed: Feed;
  private confirmed = false;
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
    this.feed = feedOf(context, request);
    const fault = context.faults.take('subscribe', ['cut-subscription']);
    this.untilCut = fault === undefined ? Infinity : (fault.afterEvents ?? 0);
    this.cutBy = fault?.by ?? 'call';
  }

  start(): void {
    const leave = [
      this.context.log.onVisible(() => this.advance()),
      this.context.subscriptions.add((by) => this.cut(by)),
      this.context.calls.add((refusal) => this.fail(refusal)),
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
    this.goOn();
  }

  /** There is more to send. A live client that does not take it is too slow: 24.x catches up with it again later. */
  private advance(): void {
    if (!this.blocked) this.goOn();
    else if (this.live && this.feed.waiting() > this.context.settings.liveBufferEvents) {
      if (this.context.settings.release === '23.10') this.fail(tooSlow());
      this.live = false;
      this.feed.drop();
    }
  }

  private goOn(): void {
    if (this.resting) return;
    try {
      this.sendWhatIsThere();
    } catch (error) {
      this.fail(asRefusal(error));
    }
  }

  private sendWhatIsThere(): void {
    for (let steps = 0; this.mayGoOn(); steps += 1) {
      if (this.confirmed && this.untilCut <= 0) this.cut(this.cutBy);
      else if (steps === STEPS_A_TURN || this.isStalled()) this.rest();
      else if (!this.sendNext()) return;
    }
  }

  private mayGoOn(): boolean {
    return !this.over && !this.blocked && !this.resting;
  }

  /** Answers whether there was something. */
  private sendNext(): boolean {
    const step = this.feed.steps.next().value;
    if (step === undefined) return false;
    if (step !== 'considered') this.send(step);
    return true;
  }

  /** A live subscription reads nothing: it is told what is written. */
  private isStalled(): boolean {
    return !this.live && this.context.faults.stall.leftMs() > 0;
  }

  private rest(): void {
    this.resting = true;
    void this.rested().then(() => {
      this.resting = false;
      this.goOn();
    });
  }

  private async rested(): Promise<void> {
    await new Promise(setImmediate);
    if (!this.live) await this.context.faults.stall.over();
  }

  private send(step: Exclude<Step, 'considered'>): void {
    if (step === 'confirmed') this.confirmed = true;
    else if (step === 'caught up') this.live = true;
    else if ('event' in step) this.untilCut -= 1;
    this.blocked = !this.call.write(answerOf(step, this.request.structuredIds));
  }

  private fail(refusal: Refusal): void {
    if (this.over) return;
    this.over = true;
    this.call.emit('error', refusal);
  }

  private cut(by: Cut): void {
    if (this.over) return;
    this.over = true;
    if (by === 'connection') this.context.connections.reset(this.call.getPeer());
    else if (by === 'end') this.call.end();
    else this.call.emit('error', new Refusal(status.UNAVAILABLE, 'Subscription cut'));
  }
}

const feedOf = ({ log, settings }: ServiceContext, request: ReadRequest): Feed =>
  request.stream === undefined
    ? allFeed(log, request.from, request.filter, settings.release)
    : new StreamFeed(log, request.stream, request.from);

const answerOf = (step: Exclude<Step, 'considered'>, structuredIds: boolean): ReadResp => {
  if (step === 'caught up') return new ReadResp().setCaughtUp(new ReadResp.CaughtUp());
  if (step === 'confirmed') return confirmationAnswer();
  return 'event' in step ? eventAnswer(step.event, structuredIds) : checkpointAnswer(step.checkpoint);
};

const confirmationAnswer = (): ReadResp =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()));

const checkpointAnswer = ({ commit, prepare }: LogPosition): ReadResp =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(uint64Text(commit)).setPreparePosition(uint64Text(prepare)),
  );
