import type { ReaderRecord } from '@cairn/contracts';
import { tokens } from '@cairn/kernel';
import type { KnownShare, Shares } from './shares.js';
import type { KnownAsset } from './state.js';
import { readersAfter } from './visibility.js';

/** What an accepted share gives. */
const readerOf = ({ user_id, pending, role, expires_at }: KnownShare): readonly ReaderRecord[] =>
  user_id === null || pending
    ? []
    : [{ token: tokens.user(user_id), role, ...(expires_at === null ? {} : { until: expires_at }) }];

/** Everyone who may read an asset that is shared so. */
export const readersWith = (
  asset: Pick<KnownAsset, 'user_id' | 'visibility' | 'organization_id' | 'project_id'>,
  shares: Shares,
): ReaderRecord[] => readersAfter(asset, Object.values(shares).flatMap(readerOf));

/** What an event that changes a share tells of it as it was. */
export const previousOf = ({ shares }: Pick<KnownAsset, 'shares'>, id: string) => {
  const share = shares[id];
  if (share === undefined) return {};
  const { user_id, role, expires_at, pending } = share;
  return { previous: { user_id, role, expires_at, pending } };
};
