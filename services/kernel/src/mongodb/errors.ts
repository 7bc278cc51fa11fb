/** A call had no answer within its deadline. */
export class MongoTimeout extends Error {
  override readonly name = 'MongoTimeout';
}

/**
 * Whether the server cannot be reached or cannot serve now, so that trying again later may help: no server, no primary, a
 * broken or exhausted connection, a deadline that has passed, a closed client, a login that it takes no more. Everything
 * else is an answer or a bug.
 */
export const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error &&
  (isAway(error) || ('errorResponse' in error && isUnavailable(error.errorResponse)));

/** A bulk write wraps the error of its connection (`errorResponse`), without a label when that was given up before. */
const isAway = (error: Error): boolean =>
  UNAVAILABLE.has(error.name) ||
  UNAVAILABLE_CODES.has(codeOf(error)) ||
  isOfSocket(error) ||
  isLoginRefused(error) ||
  hasLabel(error, 'RetryableWriteError') ||
  hasLabel(error, 'SystemOverloadedError') ||
  isTransient(error);

/** The server does not take who this process says it is, or lets it do less than it needs: another password, other rights. */
export const isLoginRefused = (error: unknown): error is Error => hasCode(error, 13) || hasCode(error, 18);

/** The transaction was aborted by another one or by the network: made again from its beginning it may commit. */
export const isTransient = (error: unknown): boolean => hasLabel(error, 'TransientTransactionError');

/** Nobody knows whether the transaction was committed. */
export const isCommitUnknown = (error: unknown): boolean => hasLabel(error, 'UnknownTransactionCommitResult');

/** A unique index, or the index of the ids, refused a write. */
export const isDuplicate = (error: unknown): error is Error => hasCode(error, 11_000);

/** False when another process was first in writing the document, or when the write says so itself. */
export const unlessDuplicate = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    return (await write) !== false;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
};

/** The collection that was to be made is there already. */
export const isThereAlready = (error: unknown): boolean => hasCode(error, 48);

export const hasCode = (error: unknown, code: number): error is Error =>
  error instanceof Error && codeOf(error) === code;

const hasLabel = (error: unknown, label: string): boolean =>
  error instanceof Error &&
  'errorLabels' in error &&
  Array.isArray(error.errorLabels) &&
  error.errorLabels.includes(label);

/** The driver lets an error of its socket through when the server ended the connection just before a command was written. */
const isOfSocket = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && SOCKET_CODES.has(error.code);

const SOCKET_CODES: ReadonlySet<string> = new Set([
  ...['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ECONNREFUSED', 'ENOTCONN', 'ETIMEDOUT'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
]);

const codeOf = (error: Error): number =>
  'code' in error && typeof error.code === 'number' ? error.code : Number.NaN;

/** The driver's errors by their names: its classes are there only after it was loaded. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'MongoTimeout',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoStalePrimaryError',
  'MongoWriteConcernError',
]);

/** MongoDB's error codes for a server that is away, goes down, is not the primary, has no room, or ran out of time. */
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  251, // NoSuchTransaction
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);
