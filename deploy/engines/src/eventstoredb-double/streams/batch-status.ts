import { Status } from '@eventstore/db-client/generated/status_pb';
import {
  AccessDenied,
  BadRequest,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  Timeout,
  Unknown,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Code } from '@eventstore/db-client/generated/code_pb';
import type { Message } from 'google-protobuf';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { NO_STREAM, type Expectation } from '../log/event.js';
import { streamNameTo } from '../wire/identifiers.js';
import { int64Text } from '../wire/numbers.js';

const PACKAGE = 'event_store.client';

const statusOf = (code: Code, message: string, name: string, details: Message): Status => {
  const any = new Any();
  any.pack(details.serializeBinary(), name);
  return new Status().setCode(code).setMessage(message).setDetails(any);
};

export const wrongExpectedVersionStatus = (expectation: Expectation, current: number): Status => {
  const details = new WrongExpectedVersion();
  if (current === NO_STREAM) details.setCurrentNoStream(new Empty());
  else details.setCurrentStreamRevision(int64Text(current));
  if (typeof expectation === 'object') details.setExpectedStreamPosition(int64Text(expectation.revision));
  else if (expectation === 'any') details.setExpectedAny(new Empty());
  else if (expectation === 'no-stream') details.setExpectedNoStream(new Empty());
  else details.setExpectedStreamExists(new Empty());
  return statusOf(Code.ALREADY_EXISTS, 'WrongExpectedVersion', `${PACKAGE}.WrongExpectedVersion`, details);
};

export const streamDeletedStatus = (stream: string): Status => {
  const details = new StreamDeleted().setStreamIdentifier(streamNameTo(stream));
  return statusOf(Code.NOT_FOUND, `Stream '${stream}' is deleted`, `${PACKAGE}.StreamDeleted`, details);
};

export const accessDeniedStatus = (): Status =>
  statusOf(Code.PERMISSION_DENIED, 'Access denied', `${PACKAGE}.AccessDenied`, new AccessDenied());

export const timeoutStatus = (): Status =>
  statusOf(Code.DEADLINE_EXCEEDED, 'Timeout', `${PACKAGE}.Timeout`, new Timeout());

export const maximumAppendSizeExceededStatus = (maximum: number): Status =>
  statusOf(
    Code.INVALID_ARGUMENT,
    `Maximum append size of ${maximum} exceeded`,
    `${PACKAGE}.MaximumAppendSizeExceeded`,
    new MaximumAppendSizeExceeded().setMaxappendsize(maximum),
  );

export const badRequestStatus = (message: string): Status =>
  statusOf(
    Code.INVALID_ARGUMENT,
    'BadRequest',
    `${PACKAGE}.BadRequest`,
    new BadRequest().setMessage(message),
  );

export const unknownStatus = (message: string): Status =>
  statusOf(Code.UNKNOWN, message, `${PACKAGE}.Unknown`, new Unknown());

/** As the server says that it is busy or not ready: no code, and details that clients do not know. */
const unhandledStatus = (message: string): Status =>
  statusOf(Code.OK, message, 'google.protobuf.Empty', new Empty());

export const busyStatus = (): Status => unhandledStatus('Server Is Busy');

export const notReadyStatus = (): Status => unhandledStatus('Server Is Not Ready');
