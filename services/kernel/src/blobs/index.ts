export * from './port.js';
export { openDiskBlobs } from './disk/disk-blobs.js';
