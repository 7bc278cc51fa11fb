import type { S3Blobs, S3BlobsOptions } from './s3/options.js';
export * from './port.js';
export { guardedBlobs } from './guarded.js';
export { type Seal, SealedBlobs, unsealing } from './sealed.js';
export { openDiskBlobs } from './disk/disk-blobs.js';
export type { S3Blobs, S3BlobsOptions, S3Timeouts } from './s3/options.js';

/** Blobs in a bucket of S3; see `s3/s3-blobs.ts`. Its client is loaded only now. */
export const openS3Blobs = async (options: S3BlobsOptions): Promise<S3Blobs> => {
  // The client works on every version of Node that Cairn runs on; what comes after it is not the operator's concern.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const s3 = await import('./s3/s3-blobs.js');
  return s3.openS3Blobs(options);
};
