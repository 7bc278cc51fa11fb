import {
  type ApiKeyEvent,
  apiKeyEvents,
  type SecondFactorEvent,
  secondFactorEvents,
  type UserEvent,
  userEvents,
} from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { eraseAccount } from '../work/erasure.js';
import { endMemberships } from '../work/end-memberships.js';
import { deleteRevokedKeys, endRevokedSessions } from '../work/revocation.js';

/** What follows from the events of an account, in their order. */
export const accountPolicy = (tools: ServiceTools): Policy => ({
  name: 'identity.accounts',
  categories: ['user', 'apiKey', 'secondFactor'],
  events: [
    userEvents.UserPasswordChanged,
    userEvents.PasswordResetCompleted,
    userEvents.UserSessionsRevoked,
    userEvents.UserDisabled,
    userEvents.UserErased,
    apiKeyEvents.ApiKeyDeleted,
    secondFactorEvents.SecondFactorRemoved,
  ],
  react: async (seen) => {
    const event = seen.event as UserEvent | ApiKeyEvent | SecondFactorEvent;
    switch (event.type) {
      case 'UserErased':
        await endMemberships(tools, event.data.id, seen);
        return eraseAccount(tools, event.data, seen);
      case 'ApiKeyDeleted':
      case 'SecondFactorRemoved':
        return tools.vault.removeCredential(event.data.credential_id);
      case 'UserPasswordChanged':
      case 'PasswordResetCompleted':
        await tools.vault.removeCredential(event.data.replaced_credential_id);
        await endRevokedSessions(tools, seen, 'revoked');
        if (event.data.api_keys_revoked === true) await deleteRevokedKeys(tools, seen);
        return;
      default:
        await endRevokedSessions(tools, seen, 'revoked');
    }
  },
});
