import { type CommandContext, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { mayIn, organizationPlace } from '../../rights/may-in.js';

/** Why the caller may not make keys of an organization; of one that it does not know of it is told nothing. */
export const organizationRefusal = async (
  context: CommandContext,
  organizationId: string | null,
): Promise<Refusal | undefined> => {
  if (organizationId === null) return undefined;
  const held = await mayIn(context, organizationPlace(organizationId), 'apikeys:write');
  if (!isRefusal(held)) return undefined;
  return held.refused === 'not_found'
    ? refuse('invalid_body', 'There is no such organization.', [
        { pointer: '/organization_id', code: 'unknown', message: 'names no organization' },
      ])
    : held;
};
