import { tmpdir } from 'node:os';
import { systemClock } from '../../clock/port.js';
import { Bucket } from './bucket.js';
import type { S3Blobs, S3BlobsOptions } from './options.js';
import { Requests } from './requests.js';
import { Shelf } from './shelf.js';
import { ShelvedBlobs } from './shelved-blobs.js';
import { Uploads } from './uploads.js';

/**
 * Blobs in a bucket of S3, for any number of processes. Bytes wait in a local file until their hash is known and then
 * go under their own name: nothing unfinished is ever in the bucket, what is known is not sent again, a slow client
 * holds no upload open, and a part that got lost is sent again. (The other way, a temporary key and a copy on the
 * server, sends all bytes, has the server write them twice, and ends at the 5 GB that a copy may have.)
 *
 * A blob read from its first byte to its last is checked against its hash: the stream fails with `BlobDamaged` instead
 * of ending (R11). What S3 fails or refuses is `BlobsUnavailable`, a full local disk is thrown as it came.
 */
export const openS3Blobs = async (options: S3BlobsOptions): Promise<S3Blobs> => {
  const requests = new Requests(options);
  const bucket = new Bucket(requests);
  try {
    await bucket.prepare(options.region);
  } catch (error) {
    requests.close();
    throw error;
  }
  const shelf = new Shelf(bucket, new Uploads(requests), options.prefix ?? '');
  const blobs = new ShelvedBlobs(shelf, options.temporaryFolder ?? tmpdir(), options.clock ?? systemClock);
  return Object.assign(blobs, { close: async () => requests.close() });
};
