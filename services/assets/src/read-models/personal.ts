import {
  mapPage,
  type Page,
  pageOf,
  type PageRequest,
  type PersonalRecords,
  type QueryContext,
} from '@cairn/kernel';
import type { AssetResource } from '@cairn/contracts';
import { type ShareDocument, shareResource } from './shares.js';

/** What a person has shared of one kind of asset, and what was shared with them; shares that are over too. */
export const shareRecords = ({
  resource,
  shares,
}: {
  readonly resource: AssetResource;
  readonly shares: string;
}): readonly PersonalRecords[] => {
  const page =
    (person: 'request_user_id' | 'user_id') =>
    async ({ principal, today }: Pick<QueryContext, 'principal' | 'today'>, wanted: PageRequest) => {
      const filter = { fields: { [person]: principal.userId } };
      const found = await pageOf(today, shares, filter, wanted);
      return mapPage(found as Page<ShareDocument>, (share) => ({
        ...shareResource(resource, share),
        // Whom it was meant for is somebody else’s address.
        email: '',
        pending: share.pending,
        deleted: share.deleted,
      }));
    };
  return [
    { name: `${resource}_shared_by_you`, page: page('request_user_id') },
    { name: `${resource}_shared_with_you`, page: page('user_id') },
  ];
};
