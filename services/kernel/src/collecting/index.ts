export { blobCollection } from './collect-blobs.js';
