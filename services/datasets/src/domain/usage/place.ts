import type { DatasetEvent } from '@cairn/contracts';

/** Whose a dataset is, and where. */
export interface Place {
  readonly ownerId: string;
  readonly organizationId: string | null;
}

/** What an event says of whose a dataset is and where; nothing where it does not. */
export const placedBy = (event: DatasetEvent): Partial<Place> => {
  switch (event.type) {
    case 'DatasetCreated':
      return { ownerId: event.data.user_id, organizationId: event.data.organization_id ?? null };
    case 'DatasetTransferred':
      return { ownerId: event.data.user_id, organizationId: event.data.organization_id };
    case 'DatasetUpdated': {
      const { organization_id: organizationId } = event.data.changes;
      return organizationId === undefined ? {} : { organizationId };
    }
    default:
      return {};
  }
};

/** Where a dataset is after events; the same object where they say nothing of it. */
export const placeAfter = (before: Place | undefined, events: readonly DatasetEvent[]): Place =>
  events.reduce<Place>(
    (place, event) => {
      const said = placedBy(event);
      return Object.keys(said).length === 0 ? place : { ...place, ...said };
    },
    before ?? { ownerId: '', organizationId: null },
  );
