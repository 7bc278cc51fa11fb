import { ApiKeyCreatedV1, apiKeyEvents } from './events/api-key.js';
import { errorLogEvents } from './events/error-log.js';
import { groupJobStreamEvents } from './events/group-job.js';
import { invitationEvents } from './events/invitation.js';
import { mailEvents } from './events/mail.js';
import { membershipEvents } from './events/membership.js';
import { organizationEvents } from './events/organization.js';
import { quotaEvents } from './events/quota.js';
import { rateLimitEvents } from './events/rate-limit.js';
import { projectEvents } from './events/project.js';
import { reservationEvents } from './events/reservation.js';
import { roleEvents } from './events/role.js';
import { secondFactorEvents } from './events/second-factor.js';
import { secretEvents } from './events/secret.js';
import { sessionEvents } from './events/session.js';
import { settingsEvents } from './events/settings.js';
import { slugEvents } from './events/slug.js';
import { teamEvents } from './events/team.js';
import { userEvents } from './events/user.js';

export * from './events/api-key.js';
export * from './events/error-log.js';
export * from './events/mail.js';
export * from './events/reservation.js';
export * from './events/second-factor.js';
export * from './events/secret.js';
export * from './events/session.js';
export * from './events/settings.js';
export * from './events/group.js';
export * from './events/group-job.js';
export * from './events/invitation.js';
export * from './events/membership.js';
export * from './events/organization.js';
export * from './events/project.js';
export * from './events/quota.js';
export * from './events/rate-limit.js';
export * from './events/role.js';
export * from './events/slug.js';
export * from './events/team.js';
export * from './events/user.js';

/** Every event of the identity service that is or was written. */
export const identityEvents = {
  ...userEvents,
  ...sessionEvents,
  ...secondFactorEvents,
  ...apiKeyEvents,
  ApiKeyCreatedV1,
  ...secretEvents,
  ...reservationEvents,
  ...settingsEvents,
  ...rateLimitEvents,
  ...quotaEvents,
  ...mailEvents,
  ...errorLogEvents,
  ...organizationEvents,
  ...teamEvents,
  ...projectEvents,
  ...roleEvents,
  ...membershipEvents,
  ...invitationEvents,
  ...slugEvents,
  ...groupJobStreamEvents,
} as const;
