import { groupCommands } from '@cairn/contracts';
import { causedBy, derivedId, type ProjectedEvent, type ServiceTools } from '@cairn/kernel';

/** Who is erased is a member of nothing. What they held counted no more from that event on; lists and counts follow. */
export const endMemberships = async (
  { execute }: Pick<ServiceTools, 'execute'>,
  userId: string,
  seen: ProjectedEvent,
): Promise<void> => {
  const call = { id: derivedId(seen.eventId, 'memberships'), ...causedBy(seen) };
  await execute(groupCommands.endMemberships, { user_id: userId }, call);
};
