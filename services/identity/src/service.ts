import { defineService } from '@cairn/kernel';
import { administrators } from './domain/administrators/state.js';
import { createAPIKey } from './domain/api-key/commands/create-api-key.js';
import { deleteAPIKey } from './domain/api-key/commands/delete-api-key.js';
import { eraseAPIKey } from './domain/api-key/commands/erase-api-key.js';
import { rotateAPIKey } from './domain/api-key/commands/rotate-api-key.js';
import { setAPIKeyDisabled } from './domain/api-key/commands/set-api-key-disabled.js';
import { apiKey } from './domain/api-key/state.js';
import { releaseReservation } from './domain/reservation/commands/release-reservation.js';
import { reservation } from './domain/reservation/state.js';
import { endSession, expireSession } from './domain/session/commands/end-session.js';
import { login } from './domain/session/commands/login.js';
import { refreshSession } from './domain/session/commands/refresh-session.js';
import { session } from './domain/session/state.js';
import { changePassword } from './domain/user/commands/change-password.js';
import { changeProfile } from './domain/user/commands/change-profile.js';
import { endAllSessions } from './domain/user/commands/end-all-sessions.js';
import { eraseUser } from './domain/user/commands/erase-user.js';
import { registerFirstAdministrator, registerUser } from './domain/user/commands/register-user.js';
import { requestPasswordReset } from './domain/user/commands/request-password-reset.js';
import { resetPassword } from './domain/user/commands/reset-password.js';
import { user } from './domain/user/state.js';
import { accountPolicy } from './policies/account-policy.js';
import { mailPolicy } from './policies/mail-policy.js';
import { apiKeys } from './read-models/api-keys/project.js';
import { sessions } from './read-models/sessions/project.js';
import { users } from './read-models/users/project.js';
import { collectCredentials } from './work/collect-credentials.js';
import { sessionTimers } from './work/session-timers.js';

/** Accounts, sessions, API keys. */
export const identityService = defineService({
  name: 'identity',
  aggregates: [user, session, apiKey, reservation, administrators],
  commands: [
    registerUser,
    registerFirstAdministrator,
    login,
    refreshSession,
    endSession,
    expireSession,
    endAllSessions,
    requestPasswordReset,
    resetPassword,
    changePassword,
    changeProfile,
    eraseUser,
    releaseReservation,
    createAPIKey,
    setAPIKeyDisabled,
    rotateAPIKey,
    deleteAPIKey,
    eraseAPIKey,
  ],
  projections: [users, sessions, apiKeys],
  policies: (tools) => [accountPolicy(tools), mailPolicy(tools)],
  timers: sessionTimers,
  work: (tools) => [collectCredentials(tools)],
  published: { events: [{ version: 1 }], states: [] },
});
