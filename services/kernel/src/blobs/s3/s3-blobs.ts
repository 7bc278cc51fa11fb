import { tmpdir } from 'node:os';
import { pause } from '../../clock/pause.js';
import { systemClock } from '../../clock/port.js';
import { BlobsUnavailable } from '../port.js';
import { Bucket } from './bucket.js';
import { isAway } from './failures.js';
import type { S3Blobs, S3BlobsOptions } from './options.js';
import { Requests } from './requests.js';
import { Shelf } from './shelf.js';
import { ShelvedBlobs } from './shelved-blobs.js';
import { Uploads } from './uploads.js';

/** How often a server that was away at the start is looked at. */
const LOOK_EVERY_MS = 500;

/**
 * Blobs in a bucket of S3, for any number of processes. Bytes wait in a local file until their hash is known and then
 * go under their own name: nothing unfinished is ever in the bucket, what is known is not sent again, a slow client
 * holds no upload open, and a part that got lost is sent again. (The other way, a temporary key and a copy on the
 * server, sends all bytes, has the server write them twice, and ends at the 5 GB that a copy may have.)
 *
 * A blob read from its first byte to its last is checked against its hash: the stream fails with `BlobDamaged` instead
 * of ending (R11). A server that is away is not waited for: blobs are unavailable until it answers. What S3 fails or refuses is `BlobsUnavailable`, a full local disk is thrown as it came.
 */
export const openS3Blobs = async (options: S3BlobsOptions): Promise<S3Blobs> => {
  const requests = new Requests(options);
  const bucket = new Bucket(requests);
  const closing = new AbortController();
  const close = async (): Promise<void> => {
    closing.abort();
    requests.close();
  };
  try {
    await bucket.prepare(options.region);
  } catch (error) {
    if (!(error instanceof BlobsUnavailable && isAway(error))) {
      await close();
      throw error;
    }
    options.logger?.warn({ err: error }, 'blobs cannot be stored or read yet');
    void preparedLater(bucket, options, closing.signal);
  }
  const shelf = new Shelf(bucket, new Uploads(requests), options.prefix ?? '');
  const blobs = new ShelvedBlobs(shelf, options.temporaryFolder ?? tmpdir(), options.clock ?? systemClock);
  return Object.assign(blobs, { close });
};

/** The bucket may have to be made yet. */
const preparedLater = async (
  bucket: Bucket,
  { region, logger }: S3BlobsOptions,
  closing: AbortSignal,
): Promise<void> => {
  for (;;) {
    await pause(LOOK_EVERY_MS, closing);
    if (closing.aborted) return;
    try {
      await bucket.prepare(region);
      return;
    } catch (error) {
      logger?.debug({ err: error }, 'blobs cannot be stored or read yet');
    }
  }
};
