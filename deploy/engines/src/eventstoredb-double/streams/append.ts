import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { AppendResp, type AppendReq } from '@eventstore/db-client/generated/streams_pb';
import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import { NO_STREAM, type Expectation, type WriteOutcome } from '../log/event.js';
import { streamNameFrom } from '../wire/identifiers.js';
import { int64Text } from '../wire/numbers.js';
import { invalidArgument, streamDeleted } from '../wire/refusal.js';
import { answerOnce } from './answers.js';
import { perform, type ServiceContext } from './context.js';
import { expectationOf, Proposal } from './proposals.js';
import { write } from './write.js';

/** Append: the options, then the events one by one; one answer when the client has ended its side. */
export const appendHandler =
  (context: ServiceContext): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, callback) =>
    answerOnce(callback, async () => {
      const proposal = await received(call, context.settings.maximumAppendBytes);
      return perform(context, 'append', call, async () =>
        appendAnswer(proposal, await write(context, proposal)),
      );
    });

const received = async (
  call: ServerReadableStream<AppendReq, AppendResp>,
  maximumBytes: number,
): Promise<Proposal> => {
  let proposal: Proposal | undefined;
  for await (const request of call as AsyncIterable<AppendReq>) {
    const options = request.getOptions();
    const message = request.getProposedMessage();
    if (options !== undefined) {
      const stream = streamNameFrom(options.getStreamIdentifier());
      proposal = new Proposal(stream, expectationOf(options), maximumBytes);
    } else if (message !== undefined) proposal?.add(message);
  }
  if (proposal === undefined) throw invalidArgument('An append begins with its options');
  return proposal;
};

const appendAnswer = (proposal: Proposal, outcome: WriteOutcome): AppendResp => {
  switch (outcome.kind) {
    case 'stream-deleted':
      throw streamDeleted(proposal.stream);
    case 'wrong-expected-version':
      return new AppendResp().setWrongExpectedVersion(
        wrongExpectedVersion(proposal.expectation, outcome.current),
      );
    case 'written':
      return new AppendResp().setSuccess(success(outcome.revision, outcome.position));
  }
};

const success = (revision: number, position: number | undefined): AppendResp.Success => {
  const answer = new AppendResp.Success();
  if (revision === NO_STREAM) answer.setNoStream(new Empty());
  else answer.setCurrentRevision(int64Text(revision));
  if (position === undefined) return answer.setNoPosition(new Empty());
  const text = int64Text(position);
  return answer.setPosition(new AppendResp.Position().setCommitPosition(text).setPreparePosition(text));
};

const wrongExpectedVersion = (expectation: Expectation, current: number): AppendResp.WrongExpectedVersion => {
  const answer = new AppendResp.WrongExpectedVersion();
  if (current === NO_STREAM) answer.setCurrentNoStream(new Empty());
  else answer.setCurrentRevision(int64Text(current));
  if (typeof expectation === 'object') return answer.setExpectedRevision(int64Text(expectation.revision));
  if (expectation === 'any') return answer.setExpectedAny(new Empty());
  if (expectation === 'no-stream') return answer.setExpectedNoStream(new Empty());
  return answer.setExpectedStreamExists(new Empty());
};
