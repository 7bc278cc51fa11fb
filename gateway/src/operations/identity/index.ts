import type { AnyHandler } from '../../call/handler.js';
import * as accessReview from './access-review.js';
import * as accounts from './accounts.js';
import * as apiKeys from './api-keys.js';
import * as emailVerification from './email-verification.js';
import { groupHandlers } from './groups.js';
import * as invitations from './invitations.js';
import * as organizationAudit from './organization-audit.js';
import * as passwordResets from './password-resets.js';
import * as roles from './roles.js';
import * as secondFactor from './second-factor.js';
import * as secrets from './secrets.js';
import * as sessions from './sessions.js';
import * as settings from './settings.js';

const resources = [
  ...[accounts, emailVerification, passwordResets, sessions, secondFactor, apiKeys],
  ...[invitations, roles, accessReview, settings, organizationAudit, secrets],
];

/** What answers the operations of accounts and keys, of groups, and of who is in them. */
export const identityHandlers: readonly AnyHandler[] = [
  ...resources.flatMap((resource) => Object.values<AnyHandler>(resource)),
  ...groupHandlers,
];
