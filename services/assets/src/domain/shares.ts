import type { AssetEventData, ShareRole } from '@cairn/contracts';

/** A share as the stream of its asset tells it; null: none. Times are RFC 3339. */
export interface KnownShare {
  readonly id: string;
  /** Null while it is not known who was asked. */
  readonly user_id: string | null;
  /** Tells equal addresses, and nothing of them. */
  readonly address_key: string | null;
  readonly role: ShareRole;
  readonly expires_at: string | null;
  readonly pending: boolean;
  readonly created_at: string;
}
export type Shares = Readonly<Record<string, KnownShare>>;

/** A share that nobody accepts is over after this time (SPEC-23). */
const PENDING_MS = 30 * 24 * 60 * 60 * 1000;

/** Until when a share that was made at a time can be accepted. */
export const lapsesAt = (at: string): string => new Date(Date.parse(at) + PENDING_MS).toISOString();

const shareEvents = ['shared', 'shareAccepted', 'shareUpdated', 'shareRemoved'] as const;

/** An event of an asset that tells of one of its shares. */
export type ShareEvent = {
  [Does in (typeof shareEvents)[number]]: { readonly does: Does; readonly data: AssetEventData[Does] };
}[(typeof shareEvents)[number]];

export const isShareEvent = (told: { readonly does: string }): told is ShareEvent =>
  shareEvents.some((does) => does === told.does);

/** The shares after an event. */
export const sharesAfter = (shares: Shares, told: ShareEvent, at: string): Shares => {
  const { share_id: id } = told.data;
  if (told.does === 'shared') return { ...shares, [id]: madeBy(told.data, at) };
  const { [id]: known, ...others } = shares;
  if (known === undefined || told.does === 'shareRemoved') return others;
  return { ...others, [id]: changedBy(known, told) };
};

const madeBy = (data: AssetEventData['shared'], at: string): KnownShare => ({
  id: data.share_id,
  user_id: data.user_id ?? null,
  address_key: data.address_key ?? null,
  role: data.role,
  expires_at: data.expires_at ?? null,
  pending: data.pending,
  created_at: at,
});

const changedBy = (
  known: KnownShare,
  told: Extract<ShareEvent, { does: 'shareAccepted' | 'shareUpdated' }>,
): KnownShare => {
  if (told.does === 'shareAccepted') return { ...known, pending: false, user_id: told.data.user_id };
  const { role = known.role, expires_at = known.expires_at } = told.data;
  return { ...known, role, expires_at };
};
