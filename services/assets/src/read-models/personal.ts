import type { AssetResource } from '@cairn/contracts';
import {
  allOf,
  type Json,
  mapPage,
  type Page,
  pageOf,
  type PageRequest,
  type PersonalRecords,
  type QueryContext,
  type Soon,
} from '@cairn/kernel';
import type { AssetDocument } from './document.js';
import { type ShareDocument, shareResource } from './shares.js';

interface Owned {
  readonly resource: AssetResource;
  readonly collection: string;
  /** What is told of one: fields of its documents. */
  readonly fields: readonly string[];
  readonly isReadable: (context: QueryContext, asset: AssetDocument) => Soon<boolean>;
}

/**
 * What a person owns of one kind, deleted ones too. Of what is in an organization that they have left no more is told than
 * that it is theirs: it is the organization's to say what it is.
 */
export const ownedRecords = ({ resource, collection, fields, isReadable }: Owned): PersonalRecords => ({
  name: resource,
  page: async (context, wanted) => {
    const filter = { fields: { user_id: context.principal.userId, deleted: [false, true] } };
    const found = (await pageOf(context.today, collection, filter, wanted)) as Page<AssetDocument>;
    const readable = await allOf(found.elements.map((asset) => isReadable(context, asset)));
    const told = (asset: AssetDocument, index: number) =>
      readable[index] === true ? ['id', 'deleted', ...fields] : ['id', 'deleted', 'user_id', 'created_at'];
    return { ...found, elements: found.elements.map((asset, index) => only(asset, told(asset, index))) };
  },
});

const only = (asset: AssetDocument, fields: readonly string[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(fields.flatMap((field) => (asset[field] === undefined ? [] : [[field, asset[field]]])));

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
