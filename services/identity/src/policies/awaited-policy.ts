import { type SessionEvent, sessionEvents, type UserEvent, userEvents } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { OPEN_MS } from '../domain/invitation/decisions.js';
import { acceptAwaited, withdrawAwaited } from '../work/awaited-invitations.js';

/**
 * Invitations wait for an address. They are accepted when the account of that address verifies it, and what came later when
 * the person signs in the next time, not before: who invites does not learn by it that there is such an account (S12,
 * ADR-0034). With an account that had verified its address, what waits for it goes.
 */
export const awaitedPolicy = (tools: ServiceTools): Policy => ({
  name: 'identity.awaited',
  categories: ['user', 'session'],
  events: [
    userEvents.EmailVerified,
    userEvents.UserErased,
    sessionEvents.SessionStarted,
    sessionEvents.SessionRefreshed,
  ],
  react: async (seen) => {
    if (Date.parse(seen.at) + OPEN_MS <= tools.clock.now()) return undefined;
    const event = seen.event as UserEvent | SessionEvent;
    switch (event.type) {
      case 'UserErased':
        return event.data.email_verified === true
          ? withdrawAwaited(tools, event.data.held_email.reservation_id, seen)
          : undefined;
      case 'EmailVerified':
        return acceptAwaited(tools, event.data.id, seen);
      case 'SessionStarted':
      case 'SessionRefreshed':
        return event.data.user_id === undefined ? undefined : acceptAwaited(tools, event.data.user_id, seen);
      default:
        return undefined;
    }
  },
});
