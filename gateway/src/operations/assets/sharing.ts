import type { AssetResource, CommandDefinition, InputOf, Operation, Share } from '@cairn/contracts';
import {
  type Asked,
  type MembersEver,
  type NamesOf,
  type ShareDocument,
  shareInfo,
  shareResource,
} from '@cairn/assets';
import { membersEver, namesOf } from '@cairn/identity';
import {
  isRefusal,
  type Page,
  type PageRequest,
  type QueryContext,
  type Refusal,
  type Versioned,
} from '@cairn/kernel';
import { found, refusedProblem } from '../../problems/problem.js';
import {
  type Answer,
  answer,
  type Call,
  created,
  deleted,
  type Handler,
  handler,
  listed,
  ok,
} from '../handler.js';
import { placeOf } from '../resource.js';

/** The shares of one kind of asset: where they are, how they are read, and the commands on them. */
export interface Sharing {
  readonly resource: AssetResource;
  /** Of the asset's GET. */
  readonly path: string;
  /** Commands call its id so: `dataset_id`. */
  readonly idField: string;
  readonly reads: SharingReads;
  readonly commands: Readonly<Record<'share' | 'update' | 'remove', CommandDefinition>>;
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

const unlessRefused = <Value>(value: Value | Refusal): Value => {
  if (isRefusal(value)) throw refusedProblem(value);
  return value;
};

const names =
  (context: QueryContext): NamesOf =>
  (ids) =>
    namesOf(context.today, ids);

/** A share as lists show it, with the name of whom it is for. */
const infoOf = async (reads: SharingReads, context: QueryContext, { id, share_id }: Path) => {
  const share = found(unlessRefused(await reads.share(context, id, share_id)));
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
  const share = found(unlessRefused(await reads.share(context, id, share_id, deletedToo)));
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
    return listed(unlessRefused(await reads.whoSees(context, id, page, membersEver(context.today))));
  const about = answer(unlessRefused(await reads.explain(context, id, asked)));
  // One is told of: the operation is a list otherwise.
  return about.kind === 'resource' ? { ...about, headers: { 'X-Total-Count': '1' } } : about;
};

/** What answers the operations of sharing of one kind of asset. */
export const sharingHandlers = ({ resource, path, idField, reads, commands }: Sharing) => {
  const target = ({ id, share_id }: Path) => ({
    location: `${placeOf(path, { id })}/share/${share_id}`,
    id: share_id,
  });
  const inputOf = ({ id, share_id }: Path, more: object = {}): InputOf<CommandDefinition> => ({
    [idField]: id,
    share_id,
    ...more,
  });
  return {
    list: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, async ({ context, params, page }) =>
        listed(unlessRefused(await reads.shares(context, (params as Path).id, page, names(context)))),
      ),
    create: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, async (call) => {
        const { id } = call.params as Path;
        const to = target({ id, share_id: call.newId('share') });
        const { context } = await call.write(
          commands.share,
          { [idField]: id, body: call.body },
          { ...to, addressed: placeOf(path, { id }) },
        );
        return created(to.location, await shareOf(reads, resource, context, { id, share_id: to.id }));
      }),
    get: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, async ({ context, params }) =>
        ok(await shareOf(reads, resource, context, params as Path)),
      ),
    update: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, async (call) => {
        const own = call.params as Path;
        const { context } = await call.write(commands.update, inputOf(own, { body: call.body }), target(own));
        return ok(await infoOf(reads, context, own));
      }),
    remove: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, async (call) => {
        const own = call.params as Path;
        const { context } = await call.write(commands.remove, inputOf(own), target(own));
        return deleted(async () => (await shareOf(reads, resource, context, own, true)).resource);
      }),
    explain: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      handler(operation, ({ context, params, query, page }) =>
        explained(reads, context, { ...(query as Asked), id: (params as Path).id }, page),
      ),
  };
};

/** Accepts a share of one kind of asset; `token` was mailed. */
export const acceptedShare = async <Definition extends Operation>(
  call: Call<Definition>,
  { resource, path, idField, reads }: Omit<Sharing, 'commands'>,
  command: CommandDefinition,
  {
    assetId: id,
    shareId: share_id,
    token,
  }: { readonly assetId: string; readonly shareId: string; readonly token: string },
): Promise<Answer> => {
  const location = placeOf(path, { id });
  const { context } = await call.write(command, { [idField]: id, share_id, token }, { location, id });
  return ok(await shareOf(reads, resource, context, { id, share_id }));
};
