import { AllStreamPosition, type UUID } from '@eventstore/db-client/generated/shared_pb';
import type { Status } from '@eventstore/db-client/generated/status_pb';
import { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { status } from '@grpc/grpc-js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { NO_STREAM, type WriteOutcome } from '../log/event.js';
import { streamNameTo } from '../wire/identifiers.js';
import { int64Text } from '../wire/numbers.js';
import type { Refusal } from '../wire/refusal.js';
import {
  accessDeniedStatus,
  badRequestStatus,
  maximumAppendSizeExceededStatus,
  streamDeletedStatus,
  timeoutStatus,
  unknownStatus,
  wrongExpectedVersionStatus,
} from './batch-status.js';
import type { Proposal } from './proposals.js';

/** The answer to one append of a batch, as yet without its outcome. */
export const answerFor = (id: UUID, stream: string): BatchAppendResp =>
  new BatchAppendResp().setCorrelationId(id).setStreamIdentifier(streamNameTo(stream));

export const setOutcome = (answer: BatchAppendResp, proposal: Proposal, outcome: WriteOutcome): void => {
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

/** What was wrong with the request itself, as a batch says it. */
export const refusedStatus = (refusal: Refusal): Status => {
  if (refusal.code === status.ABORTED) return timeoutStatus();
  if (refusal.code === status.PERMISSION_DENIED) return accessDeniedStatus();
  const maximum = refusal.metadata.get('maximum-append-size')[0];
  if (maximum !== undefined) return maximumAppendSizeExceededStatus(Number(maximum));
  if (refusal.code === status.INVALID_ARGUMENT) return badRequestStatus(refusal.details);
  return unknownStatus(refusal.details);
};
