import type { Clock } from '../../clock/port.js';
import type { Logger } from '../../logging/port.js';
import type { Blobs } from '../port.js';

export interface S3BlobsOptions {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:7070`: no path. */
  readonly endpoint: string;
  readonly region: string;
  /** Made when it is not there. */
  readonly bucket: string;
  /** With its secret; when both are absent, what the machine gives its programs: a role, a profile, `AWS_…`. */
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** Of a login that is lent for a time. */
  readonly sessionToken?: string;
  /** Whether the bucket stands in the path instead of the host's name, as most servers but Amazon's want it; true when absent. */
  readonly forcePathStyle?: boolean;
  /** Before every key, `cairn/`; none when absent. */
  readonly prefix?: string;
  /** Where bytes wait until their hash is known: needs room for the uploads under way. The system's own when absent. */
  readonly temporaryFolder?: string;
  readonly timeouts?: Partial<S3Timeouts>;
  readonly logger?: Logger;
  /** Tells when a mark that a removal left is old. */
  readonly clock?: Clock;
}

/** Milliseconds. A request is sent again, in all for twice its time, when that is safe. */
export interface S3Timeouts {
  /** Until a connection stands. */
  readonly connectMs: number;
  /** Until a small request is answered. */
  readonly requestMs: number;
  /** Until 8 MB are taken, or a large blob is put together; fewer bytes get as much less on top of `requestMs`. */
  readonly transferMs: number;
  /** How long a reader waits for the next bytes of a blob. */
  readonly idleMs: number;
}

export const TIMEOUTS: S3Timeouts = {
  connectMs: 1_000,
  requestMs: 2_000,
  transferMs: 60_000,
  idleMs: 10_000,
};

export interface S3Blobs extends Blobs {
  /** Releases the connections. Call it when nothing is under way any more. */
  close(): Promise<void>;
}
