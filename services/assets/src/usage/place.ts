import type { AssetEventDefinitions, DomainEvent } from '@cairn/contracts';
import { assetEventsIn } from '../domain/state.js';

/** Whose an asset is, and where. */
export interface Place {
  readonly ownerId: string;
  readonly organizationId: string | null;
}

export const isSamePlace = (one: Place | undefined, other: Place | undefined): boolean =>
  one?.ownerId === other?.ownerId && one?.organizationId === other?.organizationId;

/** What an event says of whose an asset is and where; nothing where it does not. */
export type PlacedBy = (event: DomainEvent) => Partial<Place>;

export const placedByEvents = (definitions: AssetEventDefinitions): PlacedBy => {
  const read = assetEventsIn(definitions);
  return (event) => {
    const told = read(event);
    switch (told?.does) {
      case 'created':
        return { ownerId: told.data.user_id, organizationId: told.data.organization_id ?? null };
      case 'transferred':
        return { ownerId: told.data.user_id, organizationId: told.data.organization_id };
      case 'updated': {
        const { organization_id: organizationId } = told.data.changes;
        return organizationId === undefined ? {} : { organizationId };
      }
      default:
        return {};
    }
  };
};

/** Where an asset is after events; the same object where they say nothing of it. */
export const placeAfter = (
  before: Place | undefined,
  events: readonly DomainEvent[],
  placedBy: PlacedBy,
): Place =>
  events.reduce<Place>(
    (place, event) => {
      const said = placedBy(event);
      return Object.keys(said).length === 0 ? place : { ...place, ...said };
    },
    before ?? { ownerId: '', organizationId: null },
  );
