export { type Administrator, administratorLine, firstAdministrator } from './administrator.js';
export {
  organizationApiKey,
  organizationApiKeys,
  ownApiKey,
  ownApiKeys,
  storedApiKeys,
} from './read-models/api-keys/queries.js';
export { type Authenticator, createAuthenticator } from './read-models/principals/authenticator.js';
export { RightsLease } from './read-models/principals/rights-lease.js';
export { requestersFrom } from './read-models/principals/requesters.js';
export { AccessUnproven, Unauthenticated } from './read-models/principals/refusals.js';
export { ownDevice, ownDevices, ownSecondFactor } from './read-models/second-factors/queries.js';
export {
  organizationSecret,
  organizationSecrets,
  ownSecret,
  ownSecrets,
} from './read-models/secrets/queries.js';
export { ownSession, ownSessions } from './read-models/sessions/queries.js';
export { emailVerification, passwordReset } from './read-models/password-resets/queries.js';
export { administeredUser, signInState } from './read-models/administered-users/queries.js';
export { namesOf, ownUser, userById, usersFor } from './read-models/users/queries.js';
export { errorById, errorsFor } from './read-models/errors/queries.js';
export { accessReview } from './read-models/access-changes/queries.js';
export { groupJobReads } from './read-models/group-jobs/group-jobs.js';
export { membersEver } from './read-models/groups/members-ever.js';
export { secretIdOf } from './credentials/secret-id.js';
export { rightsFrom } from './rights/rights.js';
export { identityService } from './service.js';
export { groupHistory } from './read-models/groups/history.js';
export type { Gone } from './read-models/groups/readable.js';
export { organizationsFor, projectsFor, teamsFor } from './read-models/groups/lists.js';
export {
  auditableOrganization,
  groupLogo,
  groupWriteRefusal,
  mayReview,
  organizationById,
  projectById,
  teamById,
} from './read-models/groups/queries.js';
export { invitationById, invitationsOf, ownInvitations } from './read-models/groups/invitations.js';
export { memberById, membersOf } from './read-models/groups/members.js';
export { quotasOfStreams } from './read-models/principals/quotas.js';
export {
  quotaHistory,
  quotaSettings,
  rateLimitHistory,
  rateLimitSettings,
} from './read-models/settings/queries.js';
export { allPermissions, roleById, roleHistory, rolesFor } from './read-models/groups/roles.js';
