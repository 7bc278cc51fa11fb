import { type UserEvent, userEvents } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { mailAddressChanged } from '../work/address-mail.js';
import { mailResetLink } from '../work/reset-mail.js';
import { mailVerificationLink } from '../work/verification-mail.js';

/** Mails that an account is owed. They wait for the mail server by themselves: nothing else waits with them. */
export const mailPolicy = (tools: ServiceTools): Policy => ({
  name: 'identity.mails',
  categories: ['user'],
  events: [
    userEvents.PasswordResetRequested,
    userEvents.EmailVerificationRequested,
    userEvents.UserProfileChanged,
  ],
  react: async (seen) => {
    const event = seen.event as UserEvent;
    if (event.type === 'PasswordResetRequested') await mailResetLink(tools, event.data, seen);
    if (event.type === 'EmailVerificationRequested') await mailVerificationLink(tools, event.data, seen);
    if (event.type === 'UserProfileChanged' && event.data.email !== undefined)
      await mailAddressChanged(tools, seen);
  },
});
