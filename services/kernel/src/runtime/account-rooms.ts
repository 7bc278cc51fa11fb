import type { Refusal } from '../domain/refusal.js';

/** What an account or an organization has left for a change. */
export interface Room {
  /** Why the change may not be made. */
  readonly refusal: Refusal | undefined;
  readonly bytesLeft: number;
}

/** What those have left who are charged for datasets. */
export interface AccountRooms {
  /** For so many more bytes in a dataset. One of which nobody knows yet where it is has room. */
  inDataset(datasetId: string, wanted: { readonly bytes: number }): Promise<Room>;
}

export const ENDLESS_ROOM: Room = { refusal: undefined, bytesLeft: Number.POSITIVE_INFINITY };
