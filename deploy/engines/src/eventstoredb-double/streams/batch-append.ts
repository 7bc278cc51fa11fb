import { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { Status } from '@eventstore/db-client/generated/status_pb';
import { AllStreamPosition, type UUID } from '@eventstore/db-client/generated/shared_pb';
import { status, type handleBidiStreamingCall, type ServerDuplexStream } from '@grpc/grpc-js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { NO_STREAM, type Expectation, type WriteOutcome } from '../log/event.js';
import { streamNameFrom, streamNameTo, uuidFrom } from '../wire/identifiers.js';
import { int64Text, numberFrom } from '../wire/numbers.js';
import { invalidArgument, Refusal, timedOut } from '../wire/refusal.js';
import { asRefusal } from './answers.js';
import {
  badRequestStatus,
  busyStatus,
  maximumAppendSizeExceededStatus,
  streamDeletedStatus,
  timeoutStatus,
  unknownStatus,
  wrongExpectedVersionStatus,
} from './batch-status.js';
import { perform, type ServiceContext } from './context.js';
import { Proposal } from './proposals.js';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** BatchAppend: many appends over one call, each known by its correlation id and answered when it is durable. */
export const batchAppendHandler =
  (context: ServiceContext): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    const batches = new OpenBatches(context, call);
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

  receive(request: BatchAppendReq): void {
    const id = request.getCorrelationId();
    const correlation = uuidFrom(id);
    if (id === undefined || correlation === undefined) return this.fail(invalidArgument('No correlation id'));
    try {
      const proposal = this.collected(correlation, request);
      if (proposal === undefined || !request.getIsFinal()) return;
      this.open.delete(correlation);
      this.unanswered += 1;
      void this.append(id, proposal);
    } catch (error) {
      const named = streamNameFrom(request.getOptions()?.getStreamIdentifier());
      const stream = this.open.get(correlation)?.stream ?? named;
      this.open.delete(correlation);
      this.answer(answerFor(id, stream).setError(refusedStatus(asRefusal(error))));
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
    const { log, faults } = this.context;
    const { stream, expectation, events } = proposal;
    const answer = answerFor(id, stream);
    try {
      if (faults.take('append', ['busy-in-batch']) !== undefined) answer.setError(busyStatus());
      else {
        const write = (): Promise<WriteOutcome> => log.append(stream, expectation, events);
        setOutcome(answer, proposal, await perform(this.context, 'append', this.call, write));
      }
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code !== status.ABORTED) return this.fail(refusal);
      answer.setError(timeoutStatus());
    }
    this.unanswered -= 1;
    this.answer(answer);
    if (this.ending) this.endWhenAnswered();
  }

  private answer(answer: BatchAppendResp): void {
    if (!this.gone) this.call.write(answer);
  }

  private fail(refusal: Refusal): void {
    if (this.gone) return;
    this.forget();
    this.call.emit('error', refusal);
  }
}

const answerFor = (id: UUID, stream: string): BatchAppendResp =>
  new BatchAppendResp().setCorrelationId(id).setStreamIdentifier(streamNameTo(stream));

const setOutcome = (answer: BatchAppendResp, proposal: Proposal, outcome: WriteOutcome): void => {
  switch (outcome.kind) {
    case 'written':
      answer.setSuccess(success(outcome.revision, outcome.position));
      return;
    case 'stream-deleted':
      answer.setError(streamDeletedStatus(proposal.stream));
      return;
    case 'wrong-expected-version':
      answer.setError(wrongExpectedVersionStatus(proposal.expectation, outcome.current));
  }
};

const success = (revision: number, position: number | undefined): BatchAppendResp.Success => {
  const answer = new BatchAppendResp.Success();
  if (revision === NO_STREAM) answer.setNoStream(new Empty());
  else answer.setCurrentRevision(int64Text(revision));
  if (position === undefined) return answer.setNoPosition(new Empty());
  const text = int64Text(position);
  return answer.setPosition(new AllStreamPosition().setCommitPosition(text).setPreparePosition(text));
};

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

/** What was wrong with the request itself, as a batch says it. */
const refusedStatus = (refusal: Refusal): Status => {
  if (refusal.code === status.ABORTED) return timeoutStatus();
  const maximum = refusal.metadata.get('maximum-append-size')[0];
  if (maximum !== undefined) return maximumAppendSizeExceededStatus(Number(maximum));
  if (refusal.code === status.INVALID_ARGUMENT) return badRequestStatus(refusal.details);
  return unknownStatus(refusal.details);
};
