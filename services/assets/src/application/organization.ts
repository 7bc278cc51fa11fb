import type { DomainEvent } from '@cairn/contracts';
import type { Admitted, Aggregate, OrganizationOf, ServiceTools } from '@cairn/kernel';
import type { AssetState, KnownAsset } from '../domain/state.js';

type Named = Readonly<Record<string, string | undefined>>;

/** The id of the asset that something is in: its state tells it in this field, or the event that is decided. */
export const assetIdIn = (field: string, { state, events }: Pick<Admitted, 'state' | 'events'>): string => {
  const id = (state as Named)[field] ?? (events[0]?.data as Named)[field];
  if (id === undefined) throw new Error(`what is decided about tells no ${field}`);
  return id;
};

/** Whatever is in an asset is of its organization. `field`: in which that tells its id. */
export const organizationWithin =
  <Known extends KnownAsset>(
    aggregate: Aggregate<AssetState<Known>>,
    its: {
      organizationAfter(
        this: void,
        state: AssetState<Known>,
        events: readonly DomainEvent[],
      ): string | null | undefined;
    },
    field: string,
  ) =>
  ({ streams }: Pick<ServiceTools, 'streams'>): OrganizationOf =>
  async (decided) => {
    if (decided.category === aggregate.category)
      return its.organizationAfter(decided.state as AssetState<Known>, decided.events);
    const { state } = await streams.current(aggregate, assetIdIn(field, decided));
    return state.status === 'none' ? undefined : state.organization_id;
  };
