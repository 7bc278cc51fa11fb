import type { Policy, ServiceTools } from '@cairn/kernel';
import { mailRescue, rescueEvents } from '../work/rescue-mail.js';

/** Who was let in again by an administrator is told so. By itself: it follows other streams than the other mails. */
export const rescuePolicy = (tools: ServiceTools): Policy => ({
  name: 'identity.rescue-mails',
  categories: ['secondFactor'],
  events: rescueEvents,
  react: (seen) => mailRescue(tools, seen),
});
