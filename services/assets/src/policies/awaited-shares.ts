import {
  identityQueries,
  type SessionEvent,
  sessionEvents,
  type AssetCommandDefinitions,
  type UserEvent,
  userEvents,
} from '@cairn/contracts';
import {
  causedBy,
  derivedId,
  isRefusal,
  NotYet,
  type OwnCall,
  pagesOf,
  type Policy,
  type ProjectedEvent,
  type ServiceTools,
  timestamp,
} from '@cairn/kernel';
import { lapsesAt } from '../domain/shares.js';
import type { ShareDocument } from '../read-models/shares.js';

/** Where the shares of one kind of asset are, and what is done with those that wait. */
export interface AwaitedShares {
  /** Of the policy: `datasets.awaitedShares`. */
  readonly name: string;
  /** The collection. */
  readonly shares: string;
  readonly commands: Pick<AssetCommandDefinitions, 'acceptShareFor' | 'lapseShare'>;
}

const REACHED_WITHIN_MS = 10_000;
const AT_ONCE = 200;

/**
 * What is shared by e-mail waits for the address. It is accepted when the account of that address verifies it, and what was
 * shared later when the person signs in the next time, not before: who shares does not learn by it that there is such an
 * account (S12, ADR-0034). With an account that had verified its address, what waits for it goes.
 */
export const awaitedShares = (tools: ServiceTools, its: AwaitedShares): Policy => ({
  name: its.name,
  categories: ['user', 'session'],
  events: [
    userEvents.EmailVerified,
    userEvents.UserErased,
    sessionEvents.SessionStarted,
    sessionEvents.SessionRefreshed,
  ],
  react: async (seen) => {
    if (lapsesAt(seen.at) <= timestamp(tools.clock.now())) return;
    const event = seen.event as UserEvent | SessionEvent;
    if (event.type === 'UserErased') {
      if (event.data.email_verified === true)
        await eachWaiting(tools, its, seen, event.data.held_email.reservation_id, (share, call) =>
          tools.execute(its.commands.lapseShare, { ...share, reason: 'address_erased' }, call),
        );
      return;
    }
    const userId = personOf(event);
    const addressKey = userId && (await verifiedAddressOf(tools, userId, seen));
    if (userId === undefined || addressKey === undefined) return;
    await eachWaiting(tools, its, seen, addressKey, (share, call) =>
      tools.execute(its.commands.acceptShareFor, { ...share, user_id: userId }, call),
    );
  },
});

const personOf = (event: UserEvent | SessionEvent): string | undefined => {
  switch (event.type) {
    case 'EmailVerified':
      return event.data.id;
    case 'SessionStarted':
    case 'SessionRefreshed':
      return event.data.user_id;
    default:
      return undefined;
  }
};

const verifiedAddressOf = async (
  { services }: ServiceTools,
  userId: string,
  seen: ProjectedEvent,
): Promise<string | undefined> => {
  const onBehalfOf = { kind: 'user', user_id: userId } as const;
  const call = { onBehalfOf, ...causedBy(seen) };
  const address = await services.identity.query(identityQueries.ownAddress, {}, call);
  return isRefusal(address) || !address.verified ? undefined : address.address_key;
};

interface Waiting {
  /** Of the asset. */
  readonly id: string;
  readonly share_id: string;
}

/**
 * Of what waited when the event happened: a policy that begins anew sees all events again. One that was accepted or taken
 * back meanwhile is left alone by the command.
 */
const eachWaiting = async (
  tools: ServiceTools,
  { shares }: AwaitedShares,
  seen: ProjectedEvent,
  addressKey: string,
  act: (share: Waiting, call: OwnCall) => Promise<unknown>,
): Promise<void> => {
  if (!(await tools.reached(seen.position, REACHED_WITHIN_MS)))
    throw new NotYet('the read models are too far behind to find what waits for an address');
  const filter = { fields: { address_key: addressKey, pending: true } };
  for await (const page of pagesOf(tools.documents, shares, filter, AT_ONCE))
    for (const { id, asset_id: assetId, created_at: sharedAt } of page as readonly ShareDocument[])
      if (sharedAt <= seen.at)
        await act({ id: assetId, share_id: id }, { id: derivedId(seen.eventId, id), ...causedBy(seen) });
};
