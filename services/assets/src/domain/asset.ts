import type { AssetEventDefinitions } from '@cairn/contracts';
import type { AssetCaller, Caller } from '@cairn/kernel';
import { type AssetName, mayAccess } from './access.js';
import { type AssetChange, changedBy, createdBy, type NewAsset, plainDecisions } from './decisions.js';
import { eventsToReach, type OwnFields } from './difference.js';
import { revertedBy, type Reverting } from './reverting.js';
import { shareDecisions } from './sharing.js';
import { transferredBy } from './transferring.js';
import { type AssetState, evolveAsset, type KnownAsset, organizationAfter } from './state.js';

/** One kind of asset: how rights and people call it, and its events by what they do. */
export interface AssetDefinition extends AssetName {
  readonly events: AssetEventDefinitions;
}

/** What is decided about assets of one kind. */
export interface AssetDecisions<Known extends KnownAsset> extends ReturnType<typeof asset<Known>> {}

/** How assets of one kind come to be, change and go; a service adds what is its own. `Known` is its state. */
export const asset = <Known extends KnownAsset>(
  { events, ...name }: AssetDefinition,
  own?: OwnFields<Known>,
) => {
  const deciding = { name, mayAccess: mayAccess(name), eventsToReach: eventsToReach(events, own) };
  return {
    name,
    evolve: evolveAsset<Known>(events),
    mayAccess: deciding.mayAccess,
    eventsToReach: deciding.eventsToReach,
    /** The organization that it is in when these events have come to it; null for none. */
    organizationAfter: organizationAfter(events),
    /** What the event that makes one tells, without what is its own. */
    created: (state: AssetState<Known>, made: NewAsset, caller: Caller) =>
      createdBy(name, state, made, caller),
    /** What a body makes of the shared fields. */
    changed: (current: Known, changes: AssetChange, caller: AssetCaller) =>
      changedBy(deciding, current, changes, caller),
    revert: (state: AssetState<Known>, reverting: Reverting<Known>, caller: AssetCaller) =>
      revertedBy(deciding, state, reverting, caller),
    /** Gives it to somebody, or moves it between groups. */
    transfer: transferredBy({ mayAccess: deciding.mayAccess, events }),
    ...plainDecisions(deciding),
    ...shareDecisions({ name, mayAccess: deciding.mayAccess, events }),
  };
};
