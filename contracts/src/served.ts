export { acceptShare } from './assets/sharing.js';
export * from './datasets/operations.js';
export * from './identity/operations.js';
export * from './models/operations.js';
export { getUser, listAllJobs, listUsers, updateUser } from './platform/administration.js';
export * from './platform/journal-operations.js';
export * from './platform/operations.js';
