import { identityCommands } from '@cairn/contracts';
import { type CommandReply, derivedId, freshId, type ServicePort, system } from '@cairn/kernel';

/** Who is made administrator at the first start, from the configuration. */
export interface FirstAdministrator {
  readonly email: string;
  readonly username: string;
  /** Twelve characters or more. */
  readonly password: string;
}

const COMMAND_ID = derivedId('identity', 'first-administrator');
const DEADLINE_MS = 30_000;

/**
 * Makes the first administrator unless one was ever made: `made`, `exists` (nothing was done, whatever the configuration
 * says by now), or the refusal (a password that is too weak, a name that is taken). `identity` must have been started.
 */
export const ensureFirstAdministrator = async (
  identity: Pick<ServicePort, 'execute'>,
  { email, username, password }: FirstAdministrator,
): Promise<'made' | 'exists' | Extract<CommandReply, { readonly status: 'refused' }>> => {
  const reply = await identity.execute({
    name: identityCommands.registerFirstAdministrator.name,
    input: { body: { email, username, password } },
    principal: system,
    id: COMMAND_ID,
    request: COMMAND_ID,
    correlation: freshId(),
    deadline: Date.now() + DEADLINE_MS,
  });
  if (reply.status === 'refused') return reply;
  return reply.replayed ? 'exists' : 'made';
};
