import type { AnyHandler } from '../handler.js';
import { changePassword } from './change-password.js';
import { createAPIKey } from './create-api-key.js';
import { deleteAPIKey } from './delete-api-key.js';
import { deleteMe } from './delete-me.js';
import { endSession } from './end-session.js';
import { exportMe } from './export-me.js';
import { getAPIKey } from './get-api-key.js';
import { getMe } from './get-me.js';
import { getPasswordReset } from './get-password-reset.js';
import { listAPIKeys } from './list-api-keys.js';
import { listSessions } from './list-sessions.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { refreshToken } from './refresh-token.js';
import { register } from './register.js';
import { requestPasswordReset } from './request-password-reset.js';
import { resetPassword } from './reset-password.js';
import { rotateAPIKey } from './rotate-api-key.js';
import { updateAPIKey } from './update-api-key.js';
import { updateMe } from './update-me.js';

/** What answers the operations of accounts and keys. */
export const identityHandlers: readonly AnyHandler[] = [
  register,
  login,
  refreshToken,
  logout,
  requestPasswordReset,
  getPasswordReset,
  resetPassword,
  getMe,
  updateMe,
  deleteMe,
  changePassword,
  listSessions,
  endSession,
  exportMe,
  listAPIKeys,
  createAPIKey,
  getAPIKey,
  updateAPIKey,
  rotateAPIKey,
  deleteAPIKey,
];
