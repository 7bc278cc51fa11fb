import { invitationCommands } from '@cairn/contracts';
import {
  causedBy,
  derivedId,
  NotYet,
  type OwnCall,
  pagesOf,
  type ProjectedEvent,
  type ServiceTools,
} from '@cairn/kernel';
import { user } from '../domain/user/state.js';
import { verifiedAddressOf } from '../domain/user/verifying.js';
import { INVITATIONS } from '../read-models/invitations/project.js';
import { textOf } from '../read-models/text-of.js';

const REACHED_WITHIN_MS = 10_000;
const AT_ONCE = 200;

/** Accepts what invited the address of an account, once that is verified. */
export const acceptAwaited = async (
  tools: ServiceTools,
  userId: string,
  seen: ProjectedEvent,
): Promise<void> => {
  const addressKey = verifiedAddressOf((await tools.streams.current(user, userId)).state);
  if (addressKey !== undefined)
    await eachAwaiting(tools, addressKey, seen, (invitation_id, call) =>
      tools.execute(invitationCommands.acceptInvitationFor, { invitation_id, user_id: userId }, call),
    );
};

/** Takes back what waits for an address. */
export const withdrawAwaited = (
  tools: ServiceTools,
  addressKey: string,
  seen: ProjectedEvent,
): Promise<void> =>
  eachAwaiting(tools, addressKey, seen, (invitation_id, call) =>
    tools.execute(invitationCommands.withdrawInvitation, { invitation_id }, call),
  );

/**
 * Of what waited when the event happened: a policy that begins anew sees all events again. One that is over by now is left
 * alone by the command.
 */
const eachAwaiting = async (
  tools: ServiceTools,
  addressKey: string,
  seen: ProjectedEvent,
  act: (invitationId: string, call: OwnCall) => Promise<unknown>,
): Promise<void> => {
  if (!(await tools.reached(seen.position, REACHED_WITHIN_MS)))
    throw new NotYet('the read models are too far behind to find what waits for an address');
  const filter = { fields: { address_key: addressKey, status: 'open' } };
  for await (const page of pagesOf(tools.documents, INVITATIONS, filter, AT_ONCE))
    for (const invitation of page)
      if (textOf(invitation, 'created_at') <= seen.at)
        await act(invitation.id, { id: derivedId(seen.eventId, invitation.id), ...causedBy(seen) });
};
