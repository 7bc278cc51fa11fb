import {
  type AssetResource,
  entityTypes,
  type Share,
  type ShareInfo,
  type ShareRole,
} from '@cairn/contracts';
import {
  type Document,
  isRefusal,
  mapPage,
  type Page,
  pageAmong,
  type PageRequest,
  type QueryContext,
  type Refusal,
  scopesCover,
  systemRoleId,
  type Versioned,
} from '@cairn/kernel';
import { type AssetName } from '../domain/access.js';
import type { AssetDocument } from './document.js';
import { type Readable, sharable } from './explaining.js';

/** A share as its projection keeps it. */
export interface ShareDocument extends Document {
  readonly asset_id: string;
  readonly user_id?: string;
  readonly email?: string;
  readonly role: ShareRole;
  readonly expires_at?: string;
  readonly version_id?: string;
  readonly request_user_id: string;
  readonly pending: boolean;
  readonly without_invite: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly accepted_at?: string;
  readonly deleted: boolean;
}

/** What is shown of a person beside a share. */
export interface PersonNames {
  readonly firstname: string;
  readonly name: string;
  readonly email: string;
}
/** The names of people by their ids; who is erased or unknown is not there. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, PersonNames>>;

const ROLE_NAMES = { share_viewer: 'Viewer', share_editor: 'Editor' } as const;
const NOBODY: PersonNames = { firstname: '', name: '', email: '' };

/** Of who has not accepted no more is told than what they were asked by. */
export const shareInfo = (share: ShareDocument, names: ReadonlyMap<string, PersonNames>): ShareInfo => ({
  share_id: share.id,
  user_id: share.user_id ?? '',
  ...(share.pending
    ? { ...NOBODY, email: share.email ?? '' }
    : { ...NOBODY, ...names.get(share.user_id ?? '') }),
  request_user_id: share.request_user_id,
  role_id: systemRoleId(share.role),
  role_name: ROLE_NAMES[share.role],
  role_slug: share.role,
  is_pending: share.pending,
  is_owner: false,
  ...(share.expires_at === undefined ? {} : { expires_at: share.expires_at }),
});

export const shareResource = (resource: AssetResource, share: ShareDocument): Share => ({
  id: share.id,
  created_at: share.created_at,
  updated_at: share.updated_at,
  user_id: share.user_id ?? '',
  email: share.pending ? (share.email ?? '') : '',
  entity_id: share.asset_id,
  entity_type: entityTypes[resource],
  ...(share.version_id === undefined ? {} : { entity_version_id: share.version_id }),
  request_user_id: share.request_user_id,
  without_invite: share.without_invite,
  role_id: systemRoleId(share.role),
  role_slug: share.role,
  token: '',
  ...(share.expires_at === undefined ? {} : { expires_at: share.expires_at }),
  ...(share.accepted_at === undefined ? {} : { accepted_at: share.accepted_at }),
});

const owner = ({ user_id }: AssetDocument, names: ReadonlyMap<string, PersonNames>): ShareInfo => ({
  share_id: '',
  user_id,
  ...NOBODY,
  ...names.get(user_id),
  request_user_id: '',
  role_id: '',
  role_name: 'Owner',
  role_slug: 'owner',
  is_pending: false,
  is_owner: true,
});

type Kept = AssetName & { readonly collection: string; readonly shares: string };

/** There are at most as many shares as that. */
const MOST = 1_000;

/** The owner, who is there since the asset was made, among those it is shared with. */
const infoPage = async (
  { today }: QueryContext,
  collection: string,
  asset: AssetDocument,
  page: PageRequest,
  namesOf: NamesOf,
): Promise<Page<ShareInfo>> => {
  const filter = { fields: { asset_id: asset.id, deleted: false } };
  const found = await today.find(collection, { filter, sort: 'created_at', limit: MOST });
  const shares = found as readonly ShareDocument[];
  const among = pageAmong<AssetDocument | ShareDocument>([asset, ...shares], page);
  const people = among.elements.flatMap(({ user_id }) => user_id ?? []);
  const names = await namesOf(people);
  return mapPage(among, (one) =>
    'asset_id' in one ? shareInfo(one as ShareDocument, names) : owner(asset, names),
  );
};

/** Whether it is shared with the caller, and its key is for that. */
const isOwnShare = (
  { resource }: Kept,
  { principal: { userId, scopes } }: QueryContext,
  { user_id }: ShareDocument,
): boolean => user_id === userId && scopesCover(scopes, `${resource}:share`);

const isShown = (
  share: ShareDocument | undefined,
  assetId: string,
  deletedToo: boolean,
): share is ShareDocument => share?.asset_id === assetId && (!share.deleted || deletedToo);

/** What is read of the shares of assets of one kind. Rights are today's. */
export const shareReads = (its: Kept, readable: Readable) => {
  const sharing = (context: QueryContext, id: string): Promise<AssetDocument | Refusal> =>
    sharable(its, readable, context, id);
  return {
    /** The owner and everybody an asset is shared with, for who may share it. */
    shares: async (
      context: QueryContext,
      id: string,
      page: PageRequest,
      namesOf: NamesOf,
    ): Promise<Page<ShareInfo> | Refusal> => {
      const document = await sharing(context, id);
      return isRefusal(document) ? document : infoPage(context, its.shares, document, page, namesOf);
    },
    /** One share, with the revision of its asset, for who may share it or has it; `deletedToo`: also one that was taken back. */
    share: async (
      context: QueryContext,
      assetId: string,
      id: string,
      deletedToo = false,
    ): Promise<Versioned<ShareDocument> | Refusal | undefined> => {
      const asset = (await context.today.get(its.collection, assetId)) as AssetDocument | undefined;
      const share = (await context.today.get(its.shares, id)) as ShareDocument | undefined;
      if (asset === undefined || !isShown(share, assetId, deletedToo)) return undefined;
      const may = isOwnShare(its, context, share) ? undefined : await sharing(context, assetId);
      if (may !== undefined && isRefusal(may)) return may;
      return { resource: share, revision: asset.revision, streams: [`${its.called}-${assetId}`] };
    },
  };
};
