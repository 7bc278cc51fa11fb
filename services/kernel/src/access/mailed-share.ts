import type { AssetEventData } from '@cairn/contracts';

/** Whether somebody is asked by mail to take what is shared with them. */
export const isMailedShare = ({
  pending,
  without_invite,
}: Pick<AssetEventData['shared'], 'pending' | 'without_invite'>): boolean => pending && !without_invite;
