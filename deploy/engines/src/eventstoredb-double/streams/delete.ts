import { Empty } from '@eventstore/db-client/generated/shared_pb';
import {
  DeleteResp,
  TombstoneResp,
  type DeleteReq,
  type TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Expectation, WriteOutcome } from '../log/event.js';
import { streamNameFrom } from '../wire/identifiers.js';
import { int64Text } from '../wire/numbers.js';
import { invalidArgument, streamDeleted, wrongExpectedVersion } from '../wire/refusal.js';
import { answerOnce } from './answers.js';
import { perform, type ServiceContext } from './context.js';
import { expectationOf } from './proposals.js';

/** Delete hides a stream's events; the stream can be written to again. */
export const deleteHandler =
  (context: ServiceContext): handleUnaryCall<DeleteReq, DeleteResp> =>
  (call, callback) =>
    answerOnce(callback, async () => {
      const { stream, expectation } = targetOf(call.request.getOptions());
      const outcome = await perform(context, 'delete', call, () =>
        context.log.softDelete(stream, expectation),
      );
      const position = positionOf(outcome, stream, expectation);
      return position === undefined
        ? new DeleteResp().setNoPosition(new Empty())
        : new DeleteResp().setPosition(
            new DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
          );
    });

/** Tombstone ends a stream for ever. */
export const tombstoneHandler =
  (context: ServiceContext): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  (call, callback) =>
    answerOnce(callback, async () => {
      const { stream, expectation } = targetOf(call.request.getOptions());
      const outcome = await perform(context, 'tombstone', call, () =>
        context.log.writeTombstone(stream, expectation),
      );
      const position = positionOf(outcome, stream, expectation);
      return position === undefined
        ? new TombstoneResp().setNoPosition(new Empty())
        : new TombstoneResp().setPosition(
            new TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
          );
    });

const targetOf = (
  options: DeleteReq.Options | TombstoneReq.Options | undefined,
): { stream: string; expectation: Expectation } => {
  const stream = streamNameFrom(options?.getStreamIdentifier());
  if (options === undefined || stream === '') throw invalidArgument('A stream is to be named');
  return { stream, expectation: expectationOf(options) };
};

/** Throws a `Refusal` when it was not done. */
const positionOf = (outcome: WriteOutcome, stream: string, expectation: Expectation): string | undefined => {
  switch (outcome.kind) {
    case 'stream-deleted':
      throw streamDeleted(stream);
    case 'wrong-expected-version':
      throw wrongExpectedVersion('Delete', stream, expectation, outcome.current);
    case 'written':
      return outcome.position === undefined ? undefined : int64Text(outcome.position);
  }
};
