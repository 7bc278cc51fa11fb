/** The operations that are of no one service: the gateway answers them out of all. */
export { acceptShare } from '../assets/sharing.js';
export {
  getUser,
  liftUserLockout,
  listAllJobs,
  listUsers,
  removeUserOtp,
  updateUser,
} from './administration.js';
export * from './journal-operations.js';
export * from './operations.js';
