import type { AnyAsset, AssetResource, Operation, Share } from '@cairn/contracts';
import {
  type Asked,
  type MembersEver,
  type NamesOf,
  type ShareDocument,
  shareInfo,
  shareResource,
} from '@cairn/assets';
import { membersEver, namesOf } from '@cairn/identity';
import type { Page, PageRequest, QueryContext, Refusal, Versioned } from '@cairn/kernel';
import { type Answer, answer, listed, ok } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { type AreaCommands, list, placeOf, resource } from '../resource.js';

/** The shares of one kind of asset: what they are, how they are read, and the commands on them. */
export interface Sharing {
  readonly contract: AnyAsset;
  readonly reads: SharingReads;
  readonly commands: AreaCommands;
}

export interface SharingReads {
  shares(
    this: void,
    context: QueryContext,
    id: string,
    page: PageRequest,
    namesOf: NamesOf,
  ): Promise<Page<unknown> | Refusal>;
  share(
    this: void,
    context: QueryContext,
    assetId: string,
    id: string,
    deletedToo?: boolean,
  ): Promise<Versioned<ShareDocument> | Refusal | undefined>;
  explain(this: void, context: QueryContext, id: string, asked: Asked): Promise<unknown>;
  whoSees(
    this: void,
    context: QueryContext,
    id: string,
    page: PageRequest,
    members: MembersEver,
  ): Promise<Page<unknown> | Refusal>;
}

interface Path {
  readonly id: string;
  readonly share_id: string;
}

const names =
  (context: QueryContext): NamesOf =>
  (ids) =>
    namesOf(context.today, ids);

/** A share as lists show it, with the name of whom it is for. */
const infoOf = async (reads: SharingReads, context: QueryContext, { id, share_id }: Path) => {
  const share = found(await reads.share(context, id, share_id));
  const { user_id } = share.resource;
  const known = await namesOf(context.today, user_id === undefined ? [] : [user_id]);
  return { ...share, resource: shareInfo(share.resource, known) };
};

/** A share by itself. */
const shareOf = async (
  reads: SharingReads,
  resource: AssetResource,
  context: QueryContext,
  { id, share_id }: Path,
  deletedToo = false,
): Promise<Versioned<Share>> => {
  const share = found(await reads.share(context, id, share_id, deletedToo));
  return { ...share, resource: shareResource(resource, share.resource) };
};

/** Why somebody, or a key, may see an asset; of nobody in particular who can. */
const explained = async (
  reads: SharingReads,
  context: QueryContext,
  { id, ...asked }: Asked & { readonly id: string },
  page: PageRequest,
): Promise<Answer> => {
  if (asked.user_id === undefined && asked.api_key_id === undefined)
    return listed(found(await reads.whoSees(context, id, page, membersEver(context.today))));
  const about = answer(found(await reads.explain(context, id, asked)));
  // One is told of: the operation is a list otherwise.
  return about.kind === 'resource' ? { ...about, headers: { 'X-Total-Count': '1' } } : about;
};

/** What answers the operations of sharing of one kind of asset. */
export const sharingHandlers = ({ contract, reads, commands }: Sharing): readonly AnyHandler[] => {
  const { path, operations } = contract;
  const share = resource<Path, AreaCommands>({
    path: `${path}/share/{share_id}`,
    commands,
    role: 'share',
    within: path,
    read: (context, own, deleted) => shareOf(reads, contract.resource, context, own, deleted?.deletedToo),
  });
  return [
    list(operations.shares, ({ context, params, page }) =>
      reads.shares(context, params.id, page, names(context)),
    ),
    share.get(operations.share),
    share.create(operations.createShare),
    // Answered as lists show it.
    share.update(operations.updateShare, { read: (context, own) => infoOf(reads, context, own) }),
    share.remove(operations.removeShare),
    handler(operations.explain, ({ context, params, query, page }) =>
      explained(reads, context, { ...(query as Asked), id: params.id }, page),
    ),
  ];
};

/** Accepts a share of one kind of asset; `token` was mailed. */
export const acceptedShare = async <Definition extends Operation>(
  call: Call<Definition>,
  { contract, reads }: Omit<Sharing, 'commands'>,
  {
    assetId: id,
    shareId: share_id,
    token,
  }: { readonly assetId: string; readonly shareId: string; readonly token: string },
): Promise<Answer> => {
  const target = { location: placeOf(contract.path, { id }), id };
  const { context } = await call.write(contract.commands.acceptShare, { id, share_id, token }, target);
  return ok(await shareOf(reads, contract.resource, context, { id, share_id }));
};
