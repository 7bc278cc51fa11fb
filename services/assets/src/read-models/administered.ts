import type { AssetResource } from '@cairn/contracts';
import type {
  AdministeredList,
  AdministeredRecord,
  AdministeredRecords,
  Document,
  QueryContext,
} from '@cairn/kernel';
import type { AssetDocument } from './document.js';
import { type ShareDocument, shareResource } from './shares.js';

interface Kept {
  readonly resource: AssetResource;
  readonly collection: string;
  readonly shares: string;
}

/** Makes resources of assets of one kind, with what is shown beside them. */
export type Showing<Known extends AssetDocument> = (
  context: Pick<QueryContext, 'principal' | 'today' | 'at'>,
  assets: readonly Known[],
) => Promise<readonly AdministeredRecord[]>;

const newestIn = (
  { today }: Pick<QueryContext, 'today'>,
  collection: string,
  fields: Readonly<Record<string, string | boolean>>,
  most: number,
): Promise<readonly Document[]> =>
  today.find(collection, { filter: { fields }, sort: '-created_at', limit: most });

/**
 * What administrators see of the assets of a person: those that the person owns, and shares by and with the person, also
 * of assets of others.
 */
export const administeredAssets =
  <Known extends AssetDocument>({ collection, shares, resource }: Kept) =>
  (list: AdministeredList, shown: Showing<Known>): readonly AdministeredRecords[] => [
    {
      list,
      newest: async (context, user_id, most) =>
        shown(
          context,
          (await newestIn(context, collection, { user_id, deleted: false }, most)) as readonly Known[],
        ),
    },
    ...(['request_user_id', 'user_id'] as const).map((person): AdministeredRecords => ({
      list: 'shares',
      newest: async (context, userId, most) => {
        const found = await newestIn(context, shares, { [person]: userId, deleted: false }, most);
        // Whom it was meant for is somebody else’s address.
        return (found as readonly ShareDocument[]).map((share) => ({
          ...shareResource(resource, share),
          email: '',
        }));
      },
    })),
  ];
