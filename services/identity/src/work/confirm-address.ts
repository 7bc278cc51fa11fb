import { identityCommands, type InputOf } from '@cairn/contracts';
import { causedBy, derivedId, type ProjectedEvent, type ServiceTools } from '@cairn/kernel';

/**
 * Who accepted what was mailed to an address reads what is mailed there: if it is the address of their account, that is
 * verified.
 */
export const confirmAddress = async (
  { execute }: Pick<ServiceTools, 'execute'>,
  input: InputOf<typeof identityCommands.confirmEmail>,
  seen: ProjectedEvent,
): Promise<void> => {
  const id = derivedId(seen.eventId, 'confirm');
  await execute(identityCommands.confirmEmail, input, { id, ...causedBy(seen) });
};
