import type { AssetResource } from '@cairn/contracts';
import type { Refusal } from '../base/refusal.js';

/** What an account or an organization has left for a change. */
export interface Room {
  /** Why the change may not be made. */
  readonly refusal: Refusal | undefined;
  readonly bytesLeft: number;
}

/** Of which kind an asset is, and which. */
export interface ChargedAsset {
  readonly resource: AssetResource;
  readonly id: string;
}

/** What those have left who are charged for assets. */
export interface AccountRooms {
  /** For so many more bytes in an asset. One of which nobody knows yet where it is has room, and so has a kind that is not charged. */
  inAsset(this: void, asset: ChargedAsset, wanted: { readonly bytes: number }): Promise<Room>;
}

export const ENDLESS_ROOM: Room = { refusal: undefined, bytesLeft: Number.POSITIVE_INFINITY };
