import { assets } from '@cairn/contracts';
import { defineService, waitingJobs } from '@cairn/kernel';
import { identityAnswers } from './application/queries.js';
import { administrators } from './domain/administrators/state.js';
import { createAPIKey } from './application/api-key/create-api-key.js';
import { deleteAPIKey } from './application/api-key/delete-api-key.js';
import { organizationKeyCommands } from './application/api-key/of-organization.js';
import { eraseAPIKey } from './application/api-key/erase-api-key.js';
import { rotateAPIKey } from './application/api-key/rotate-api-key.js';
import { updateAPIKey } from './application/api-key/update-api-key.js';
import { apiKey } from './domain/api-key/state.js';
import { groupJobServiceCommands } from './application/group-job/commands.js';
import { errorLogCommands } from './application/error-log/commands.js';
import { recordMail } from './application/mail/record-mail.js';
import { errorLog } from './domain/error-log/state.js';
import { mail } from './domain/mail/state.js';
import { invitationCommands } from './application/invitation/commands.js';
import { memberCommands } from './application/member/commands.js';
import { organizationCommands } from './application/organization/commands.js';
import { projectCommands } from './application/project/commands.js';
import { roleCommands } from './application/role/commands.js';
import { teamCommands } from './application/team/commands.js';
import { secretCommands } from './application/secret/commands.js';
import { releaseReservation } from './application/reservation/release-reservation.js';
import { quota } from './domain/quota/state.js';
import { rateLimit } from './domain/rate-limit/state.js';
import { reservation } from './domain/reservation/state.js';
import { endSession, expireSession } from './application/session/end-session.js';
import { settingsCommands } from './application/settings/commands.js';
import { secondFactorCommands } from './application/second-factor/commands.js';
import { login } from './application/session/login.js';
import { loginWithOtp } from './application/session/login-with-otp.js';
import { refreshToken } from './application/session/refresh-token.js';
import { secondFactor } from './domain/second-factor/state.js';
import { secret } from './domain/secret/state.js';
import { session } from './domain/session/state.js';
import { updateUser } from './application/user/update-user.js';
import { changePassword } from './application/user/change-password.js';
import { updateMe } from './application/user/update-me.js';
import { endAllSessions } from './application/user/end-all-sessions.js';
import { deleteMe } from './application/user/delete-me.js';
import { register, registerFirstAdministrator } from './application/user/register.js';
import { requestPasswordReset } from './application/user/request-password-reset.js';
import { resetPassword } from './application/user/reset-password.js';
import { verificationCommands } from './application/user/verify-email.js';
import { groupJobs } from './domain/group-job/state.js';
import { organizationOfGroups } from './groups/organization-of.js';
import { invitation } from './domain/invitation/state.js';
import { membership } from './domain/membership/state.js';
import { organization } from './domain/organization/state.js';
import { project } from './domain/project/state.js';
import { role } from './domain/role/state.js';
import { slug } from './domain/slug/state.js';
import { team } from './domain/team/state.js';
import { user } from './domain/user/state.js';
import { administratorLine, firstAdministrator } from './administrator.js';
import { accountPolicy } from './policies/account-policy.js';
import { awaitedPolicy } from './policies/awaited-policy.js';
import { invitationPolicy } from './policies/invitation-policy.js';
import { journalPolicy } from './policies/journal-policy.js';
import { mailPolicy } from './policies/mail-policy.js';
import { reportPolicy } from './policies/report-policy.js';
import { rescuePolicy } from './policies/rescue-policy.js';
import { secretPolicy } from './policies/secret-policy.js';
import { sharePolicy } from './policies/share-policy.js';
import { accessChangesOfGroups } from './read-models/access-changes/project.js';
import { API_KEYS, apiKeys } from './read-models/api-keys/project.js';
import { errors } from './read-models/errors/project.js';
import { groupCounts } from './read-models/groups/counts.js';
import { mayReadStream } from './read-models/groups/event-data.js';
import {
  ORGANIZATIONS,
  organizations,
  PROJECTS,
  projects,
  TEAMS,
  teams,
} from './read-models/groups/project.js';
import { groupJobReads, groupJobsProjection } from './read-models/group-jobs/group-jobs.js';
import { invitations } from './read-models/invitations/project.js';
import { groupRecords } from './read-models/groups/personal.js';
import { members } from './read-models/members/project.js';
import { ROLES, roles } from './read-models/roles/project.js';
import { secondFactors } from './read-models/second-factors/project.js';
import { SECRETS, secrets } from './read-models/secrets/project.js';
import { sessions } from './read-models/sessions/project.js';
import { settings } from './read-models/settings/project.js';
import { USERS, users } from './read-models/users/project.js';
import { publishedStates } from './published-states.js';
import { collectCredentials } from './work/collect-credentials.js';
import { recordErrors } from './work/record-errors.js';
import { groupJobWork } from './work/group-deletion.js';
import { identityTimers } from './work/timers.js';

/** Accounts, sessions, API keys; organizations, teams, projects, who is in them and as what. */
export const identityService = defineService({
  name: 'identity',
  aggregates: [
    user,
    session,
    secondFactor,
    apiKey,
    secret,
    reservation,
    administrators,
    rateLimit,
    quota,
    mail,
    errorLog,
    organization,
    team,
    project,
    role,
    membership,
    invitation,
    slug,
    groupJobs.aggregate,
  ],
  commands: [
    register,
    registerFirstAdministrator,
    login,
    loginWithOtp,
    refreshToken,
    endSession,
    expireSession,
    endAllSessions,
    requestPasswordReset,
    resetPassword,
    ...verificationCommands,
    changePassword,
    updateMe,
    updateUser,
    deleteMe,
    releaseReservation,
    createAPIKey,
    updateAPIKey,
    rotateAPIKey,
    deleteAPIKey,
    ...organizationKeyCommands,
    eraseAPIKey,
    ...secretCommands,
    recordMail,
    ...secondFactorCommands,
    ...organizationCommands,
    ...teamCommands,
    ...projectCommands,
    ...memberCommands,
    ...invitationCommands,
    ...roleCommands,
    ...groupJobServiceCommands,
    ...settingsCommands,
    ...errorLogCommands,
  ],
  projections: [
    users,
    sessions,
    secondFactors,
    apiKeys,
    secrets,
    organizations,
    teams,
    projects,
    groupCounts,
    members,
    roles,
    invitations,
    groupJobsProjection,
    accessChangesOfGroups,
    settings,
    errors,
  ],
  needs: assets.map(({ area }) => area),
  queries: identityAnswers,
  organization: organizationOfGroups,
  // Accounts, keys and secrets: what the answer to a repeated command may have to be read of as it was.
  timeTravelled: [
    { collection: USERS, category: user.category, projection: users },
    { collection: API_KEYS, category: apiKey.category, projection: apiKeys },
    { collection: SECRETS, category: secret.category, projection: secrets },
    { collection: ORGANIZATIONS, category: organization.category, projection: organizations },
    { collection: TEAMS, category: team.category, projection: teams },
    { collection: PROJECTS, category: project.category, projection: projects },
    { collection: ROLES, category: role.category, projection: roles },
  ],
  jobs: [groupJobReads],
  personal: groupRecords,
  policies: (tools) => [
    accountPolicy(tools),
    secretPolicy(tools),
    mailPolicy(tools),
    rescuePolicy(tools),
    invitationPolicy(tools),
    sharePolicy(tools),
    awaitedPolicy(tools),
    journalPolicy(tools),
    reportPolicy(tools),
  ],
  timers: identityTimers,
  work: (tools) => [collectCredentials(tools), groupJobWork(tools), recordErrors(tools)],
  backlog: async ({ documents }) => ({ jobs: await waitingJobs(groupJobs, documents) }),
  published: { events: [{ version: 1 }], states: publishedStates, mayRead: mayReadStream },
  begin: async (identity, config) => {
    const administrator = await firstAdministrator(identity, config);
    return administrator === undefined ? [] : [administratorLine(administrator)];
  },
});
