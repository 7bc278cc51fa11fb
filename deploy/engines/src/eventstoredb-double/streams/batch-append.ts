import type { UUID } from '@eventstore/db-client/generated/shared_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { status, type handleBidiStreamingCall, type ServerDuplexStream } from '@grpc/grpc-js';
import type { Expectation } from '../log/event.js';
import { streamNameFrom, uuidFrom } from '../wire/identifiers.js';
import { numberFrom } from '../wire/numbers.js';
import { invalidArgument, timedOut, type Refusal } from '../wire/refusal.js';
import { asRefusal } from './answers.js';
import { answerFor, refusedStatus, setOutcome } from './batch-answers.js';
import { busyStatus, notReadyStatus } from './batch-status.js';
import { perform, takesNoWrites, type ServiceContext } from './context.js';
import { Proposal } from './proposals.js';
import { write } from './write.js';

/** Refusals of one append; any other ends the call. */
const ANSWERED_IN_BATCH: readonly status[] = [status.ABORTED, status.PERMISSION_DENIED];

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** BatchAppend: many appends over one call, each known by its correlation id and answered when it is durable. */
export const batchAppendHandler =
  (context: ServiceContext): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    const batches = new OpenBatches(context, call);
    const leave = context.calls.add((refusal) => batches.fail(refusal));
    call.once('close', leave).once('finish', leave).once('cancelled', leave);
    call.on('data', (request: BatchAppendReq) => batches.receive(request));
    call.on('end', () => batches.endWhenAnswered());
    call.on('cancelled', () => batches.forget());
  };

/** The appends of one call that have not been answered. */
class OpenBatches {
  private readonly open = new Map<string, Proposal>();
  private unanswered = 0;
  private ending = false;
  private gone = false;

  constructor(
    private readonly context: ServiceContext,
    private readonly call: Call,
  ) {}

  /** Takes a part of an append; with its last part the append is made. */
  receive(request: BatchAppendReq): void {
    const id = request.getCorrelationId();
    const correlation = uuidFrom(id);
    if (id === undefined || correlation === undefined) {
      this.fail(invalidArgument('An append in a batch has a correlation id'));
      return;
    }
    try {
      const proposal = this.collected(correlation, request);
      if (proposal === undefined || !request.getIsFinal()) return;
      this.open.delete(correlation);
      this.unanswered += 1;
      void this.append(id, proposal);
    } catch (error) {
      this.answer(
        answerFor(id, this.streamOf(correlation, request)).setError(refusedStatus(asRefusal(error))),
      );
      this.open.delete(correlation);
    }
  }

  endWhenAnswered(): void {
    this.ending = true;
    if (this.unanswered === 0 && !this.gone) this.call.end();
  }

  forget(): void {
    this.gone = true;
    this.open.clear();
  }

  private streamOf(correlation: string, request: BatchAppendReq): string {
    const named = request.getOptions()?.getStreamIdentifier();
    return named === undefined ? (this.open.get(correlation)?.stream ?? '') : streamNameFrom(named);
  }

  private collected(correlation: string, request: BatchAppendReq): Proposal | undefined {
    const options = request.getOptions();
    if (options !== undefined) {
      if (isOverdue(options)) throw timedOut();
      const stream = streamNameFrom(options.getStreamIdentifier());
      const maximum = this.context.settings.maximumAppendBytes;
      this.open.set(correlation, new Proposal(stream, expectationOf(options), maximum));
    }
    const proposal = this.open.get(correlation);
    if (proposal !== undefined)
      for (const message of request.getProposedMessagesList()) proposal.add(message);
    return proposal;
  }

  private async append(id: UUID, proposal: Proposal): Promise<void> {
    const { context } = this;
    const answer = answerFor(id, proposal.stream);
    try {
      if (takesNoWrites(context)) answer.setError(notReadyStatus());
      else if (context.faults.take('append', ['busy-in-batch']) !== undefined) answer.setError(busyStatus());
      else {
        const outcome = perform(context, 'append', this.call, () => write(context, proposal));
        setOutcome(answer, proposal, await outcome);
      }
    } catch (error) {
      if (this.gone) return;
      const refusal = asRefusal(error);
      if (!ANSWERED_IN_BATCH.includes(refusal.code)) {
        this.fail(refusal);
        return;
      }
      answer.setError(refusedStatus(refusal));
    }
    this.unanswered -= 1;
    this.answer(answer);
    if (this.ending) this.endWhenAnswered();
  }

  private answer(answer: BatchAppendResp): void {
    if (!this.gone) this.call.write(answer);
  }

  /** Ends the call with all of its appends that are not answered. */
  fail(refusal: Refusal): void {
    if (this.gone) return;
    this.forget();
    this.call.emit('error', refusal);
  }
}

const expectationOf = (options: BatchAppendReq.Options): Expectation => {
  if (options.hasStreamPosition()) return { revision: numberFrom(options.getStreamPosition()) };
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw invalidArgument('The expected stream position is not set');
};

const isOverdue = (options: BatchAppendReq.Options): boolean => {
  const deadline = options.getDeadline();
  return deadline !== undefined && deadline.toDate().getTime() <= Date.now();
};
