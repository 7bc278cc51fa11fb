import { Unavailable } from '../errors/cairn-error.js';
import type { Position, StreamName } from '../base/position.js';

/** Paths of a service's own interface, between processes of one installation. */
export const COMMANDS = '/commands';
/** Commands and queries of another service, on behalf of somebody. */
export const CALLS = '/calls';
export const PROGRESS = '/progress';
export const PROJECTIONS = '/projections';

/** `t=<milliseconds since 1970>,k=<id of the key>,s=<base64url>`, over the method, the path and the body. */
export const SIGNATURE_HEADER = 'cairn-signature';

/** One line of `PROGRESS`: sent when something moved, and as a sign of life. */
export interface Progress {
  /** Whether this replica is the one that projects now. */
  readonly leading: boolean;
  /**
   * By projection and version, `datasets.items@1`: everything up to there is in the documents. While a release is rolled
   * out, replicas tell of different versions, and a gateway reads those of its own release.
   */
  readonly positions: Readonly<Record<string, Position>>;
  /** Streams that wait for a replay. */
  readonly parked: readonly StreamName[];
}

/** A line of progress comes at least this often. */
export const SIGN_OF_LIFE_MS = 500;

/** The answer to a command that threw: what it was, so that the caller throws the same. */
export interface Thrown {
  readonly thrown: string;
  readonly message: string;
  /** As `CairnError` has them; left out when false. */
  readonly transient?: boolean;
  readonly explained?: boolean;
}

/** The service cannot be reached now, or has no replica that answers; sending again may help. */
export class ServiceUnavailable extends Unavailable {
  override readonly name = 'ServiceUnavailable';
}

/**
 * A service that this one asked cannot be reached, or did not answer in time; nothing says against who was asked first.
 * Sending again may help.
 */
export class CalledServiceUnavailable extends Unavailable {
  override readonly name = 'CalledServiceUnavailable';
}

/** The service does not believe who asks: the message was not signed here, or the rights it speaks of are over. */
export class Unsigned extends Error {
  override readonly name = 'Unsigned';
}

/** The service cannot take what it was sent for a message: it is too large, or not whole. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
