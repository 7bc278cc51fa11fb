/** The operations that are of no one service: the gateway answers them out of all. */
export { acceptShare } from '../assets/sharing.js';
export { liftUserLockout, listUsers, removeUserOtp, updateUser } from '../identity/operations/users.js';
export * from '../journal/operations.js';
export { getUser, listAllJobs } from './administration.js';
export * from './operations.js';
