import { confirmOtp } from './confirm-otp.js';
import { expireDevice, revokeDevice } from './devices.js';
import { enrolOtp } from './enrol-otp.js';
import { liftUserLockout, removeUserOtp } from './rescue.js';
import { eraseSecondFactor, removeOtp } from './remove-otp.js';

/** What is done with the second factor of an account, and with the devices that it trusts. */
export const secondFactorCommands = [
  enrolOtp,
  confirmOtp,
  removeOtp,
  eraseSecondFactor,
  removeUserOtp,
  liftUserLockout,
  revokeDevice,
  expireDevice,
];
