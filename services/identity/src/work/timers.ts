import {
  type InvitationEvent,
  invitationEvents,
  type MembershipEvent,
  membershipEvents,
  organizationEvents,
} from '@cairn/contracts';
import { derivedId, purgeAt, type TimerRules } from '@cairn/kernel';
import { deviceTimers } from './device-timers.js';
import { sessionTimers } from './session-timers.js';

const invitationTimers: TimerRules = {
  version: 2,
  events: Object.values(invitationEvents),
  set: (seen, { id }) => {
    const event = seen as InvitationEvent;
    return event.type === 'InvitationSent' || event.type === 'InvitationResent'
      ? [
          {
            id,
            due: event.data.expires_at,
            command: 'identity.expireInvitation',
            input: { invitation_id: id },
          },
        ]
      : [];
  },
  stop: (event, { id }) => (event.type === 'InvitationSent' ? [] : [id]),
};

const membershipId = ({ group_id, user_id }: MembershipEvent['data']): string =>
  derivedId('membership', group_id, user_id);

const membershipTimers: TimerRules = {
  version: 1,
  events: Object.values(membershipEvents),
  set: (seen) => {
    const { type, data } = seen as MembershipEvent;
    if (type === 'MembershipEnded' || typeof data.expires_at !== 'string') return [];
    const { user_id, group_kind, group_id, expires_at: due } = data;
    const input = { user_id, group_kind, group_id };
    return [{ id: membershipId(data), due, command: 'identity.expireMembership', input }];
  },
  stop: (seen) => [membershipId((seen as MembershipEvent).data)],
};

const secretsOf = (organizationId: string): string => `secrets:${organizationId}`;

const secretTimers: TimerRules = {
  version: 1,
  events: [organizationEvents.OrganizationDeleted, organizationEvents.OrganizationRestored],
  set: ({ type }, { id, at }) =>
    type === 'OrganizationDeleted'
      ? [
          {
            id: secretsOf(id),
            due: purgeAt(at),
            command: 'identity.purgeSecrets',
            input: { organization_id: id },
          },
        ]
      : [],
  stop: (_, { id }) => [secretsOf(id)],
};

const rules: readonly TimerRules[] = [
  ...[sessionTimers, deviceTimers, invitationTimers, membershipTimers],
  secretTimers,
];
const ruleOf = (type: string): TimerRules | undefined =>
  rules.find(({ events }) => events.some(({ name }) => name === type));

/** Sessions are put away; devices, invitations and memberships that have ended leave lists and counts; secrets go for good with a deleted organization. */
export const identityTimers: TimerRules = {
  version: 5,
  events: rules.flatMap(({ events }) => events),
  set: (event, facts) => ruleOf(event.type)?.set(event, facts) ?? [],
  stop: (event, facts) => ruleOf(event.type)?.stop(event, facts) ?? [],
};
