import { Metadata, status } from '@grpc/grpc-js';
import { NO_STREAM, type Expectation } from '../log/event.js';

/** A gRPC error as the server answers it: code, text and trailers. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly metadata: Metadata;

  constructor(
    readonly code: status,
    readonly details: string,
    trailers: Readonly<Record<string, string>> = {},
  ) {
    super(details);
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value);
  }
}

/** As the server refuses a call that it has answered nothing yet. */
export const withoutAnswer = (refusal: Refusal): Refusal => {
  refusal.metadata.set('content-length', '0');
  return refusal;
};

export const streamDeleted = (stream: string): Refusal =>
  new Refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const wrongExpectedVersion = (
  operation: string,
  stream: string,
  expectation: Expectation,
  current: number,
): Refusal => {
  const expected = String(expectedVersion(expectation));
  const versions = `Stream: ${stream}, Expected version: ${expected}, Actual version: ${current}`;
  return new Refusal(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. ${versions}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': expected,
      'actual-version': String(current),
    },
  );
};

export const maximumAppendSizeExceeded = (maximum: number): Refusal =>
  new Refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${maximum} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maximum),
  });

export const missingMetadataProperty = (property: string): Refusal =>
  new Refusal(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const accessDenied = (): Refusal =>
  new Refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unauthenticated = (): Refusal => new Refusal(status.UNAUTHENTICATED, 'Unauthenticated');

export const notLeader = (host: string, port: number): Refusal =>
  new Refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

export const tooBusy = (): Refusal => new Refusal(status.UNAVAILABLE, 'Server Is Too Busy');

export const notReady = (): Refusal => new Refusal(status.UNAVAILABLE, 'Server Is Not Ready');

/** What open calls end with when the server has stopped. */
export const shutDown = (): Refusal => new Refusal(status.INTERNAL, 'The server has shut down');

export const timedOut = (): Refusal => new Refusal(status.ABORTED, 'Operation timed out: prepare phase');

/** What a read from a position gets where no record begins. */
export const unreadable = (): Refusal => new Refusal(status.UNKNOWN, 'Unexpected ReadAllResult: Error');

/** What 23.10 ends a subscription with whose client does not take what waits for it. */
export const tooSlow = (): Refusal =>
  new Refusal(
    status.ABORTED,
    'Consumer too slow to handle event while live. Client resubscription required.',
  );

export const invalidArgument = (details: string): Refusal => new Refusal(status.INVALID_ARGUMENT, details);

/** The numbers that the protocol has for expectations that are no revisions. */
const expectedVersion = (expectation: Expectation): number => {
  if (typeof expectation === 'object') return expectation.revision;
  return { any: -2, 'no-stream': NO_STREAM, 'stream-exists': -4 }[expectation];
};
