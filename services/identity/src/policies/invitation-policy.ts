import { type InvitationEvent, invitationEvents } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { invitation } from '../domain/invitation/state.js';
import { confirmAddress } from '../work/confirm-address.js';
import { forgetInvitation, mailInvitation } from '../work/invitation-mail.js';

/** An invitation is mailed, and again when that is asked for; when it is over its address is forgotten (SPEC-23). Who accepted reads what is mailed there. */
export const invitationPolicy = (tools: ServiceTools): Policy => ({
  name: 'identity.invitations',
  categories: ['invitation'],
  events: Object.values(invitationEvents),
  react: async (seen) => {
    const event = seen.event as InvitationEvent;
    if (event.type === 'InvitationSent' || event.type === 'InvitationResent')
      return mailInvitation(tools, event.type === 'InvitationSent' ? 1 : event.data.mail, seen);
    if (event.type === 'InvitationAccepted') {
      const { state } = await tools.streams.current(invitation, seen.id);
      if (state.status !== 'none' && state.addressKey !== null)
        await confirmAddress(tools, { ...event.data, address_key: state.addressKey, by: 'invitation' }, seen);
    }
    return forgetInvitation(tools, seen);
  },
});
