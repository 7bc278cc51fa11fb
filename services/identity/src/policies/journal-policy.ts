import { userEvents } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';

/** The journal forgets who was erased (law 8). By itself: where the journal is away, nothing else waits for it. */
export const journalPolicy = (tools: Pick<ServiceTools, 'journal'>): Policy => ({
  name: 'identity.journal',
  categories: ['user'],
  events: [userEvents.UserErased],
  react: ({ id }) => tools.journal.forget(id),
});
