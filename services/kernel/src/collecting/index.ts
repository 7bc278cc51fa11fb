export { blobCollection } from './collect-blobs.js';
export * from './refused-uploads.js';
