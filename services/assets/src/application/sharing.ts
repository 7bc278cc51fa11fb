import { identityQueries, type ShareChanges, type ShareEnding, type ShareInput } from '@cairn/contracts';
import {
  type Aggregate,
  callerOf,
  type CommandContext,
  type Executed,
  isRefusal,
  isShareToken,
  notFound,
  readShareToken,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { asset } from '../domain/asset.js';
import { type AddressHolder, type NewShare, type Sharee, shareRoleOf } from '../domain/sharing.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import { callerFor } from './caller.js';

/** What else a share asks of. */
export interface SharingAround {
  /** Who is meant, as identity tells it. */
  readonly sharee: (wanted: Pick<ShareInput, 'email' | 'user_id'>) => Promise<Sharee | Refusal>;
  readonly versionIsOwn: (versionId: string) => Promise<boolean>;
}

/** Exactly one of `email` and `user_id` says who is meant. */
const shareeOf = (
  { email, user_id }: ShareInput,
  { sharee }: SharingAround,
): Promise<Sharee | Refusal> | Refusal =>
  (email === undefined) === (user_id === undefined)
    ? refuse('invalid_body', 'A share names either `email` or `user_id`.', [
        { pointer: '/email', code: 'required', message: 'or user_id, and not both' },
      ])
    : sharee({ ...(email === undefined ? {} : { email }), ...(user_id === undefined ? {} : { user_id }) });

const newShare = async (
  context: CommandContext,
  body: ShareInput,
  around: SharingAround,
): Promise<NewShare> => {
  const { entity_version_id: version_id } = body;
  return {
    id: context.id('share'),
    sharee: await shareeOf(body, around),
    email: body.email,
    role: shareRoleOf(body) ?? 'share_viewer',
    expires_at: body.expires_at,
    version_id,
    versionIsOwn: version_id !== undefined && (await around.versionIsOwn(version_id)),
    without_invite: body.without_invite === true,
  };
};

const holderOfAddress = async (
  { principal, tools, at }: CommandContext,
  userId: string,
): Promise<AddressHolder | Refusal> => {
  if (principal.kind !== 'system') return refuse('forbidden', 'Only Cairn itself does that.');
  const address = await tools.services.identity.query(
    identityQueries.verifiedAddress,
    {},
    { onBehalfOf: { kind: 'user', user_id: userId } },
  );
  return isRefusal(address) ? address : { userId, addressKey: address.address_key, at };
};

/** What Cairn itself does with shares that wait. */
const ownCommands = <Known extends KnownAsset>(
  of: Aggregate<AssetState<Known>>,
  its: ReturnType<typeof asset<Known>>,
) => ({
  /** By Cairn itself, for an account whose address is verified when it is decided. */
  acceptShareFor: (
    context: CommandContext,
    id: string,
    { share_id, user_id }: { readonly share_id: string; readonly user_id: string },
  ): Promise<Executed> =>
    context.execute(of, id, {
      given: () => holderOfAddress(context, user_id),
      decide: (state, holder) => its.acceptShareFor(state, share_id, holder),
    }),
  lapseShare: (
    context: CommandContext,
    id: string,
    { share_id, reason }: { readonly share_id: string; readonly reason?: ShareEnding },
  ): Promise<Executed> =>
    context.execute(of, id, {
      decide: (state) => its.lapseShare(state, share_id, callerOf(context), reason),
    }),
});

/** The commands on shares, which do not depend on the kind of asset. */
export const sharingCommands = <Known extends KnownAsset>(
  of: Aggregate<AssetState<Known>>,
  its: ReturnType<typeof asset<Known>>,
) => ({
  share: (context: CommandContext, id: string, body: ShareInput, around: SharingAround): Promise<Executed> =>
    context.executeAddressed(of, id, {
      given: async (state) => ({
        caller: await callerFor(context, state),
        made: await newShare(context, body, around),
      }),
      decide: (state, { made, caller }) => its.share(state, made, caller),
    }),
  updateShare: (
    context: CommandContext,
    id: string,
    shareId: string,
    body: ShareChanges,
  ): Promise<Executed> =>
    context.executeAddressed(of, id, {
      given: (state) => callerFor(context, state),
      decide: (state, caller) =>
        its.updateShare(state, shareId, { role: shareRoleOf(body), expires_at: body.expires_at }, caller),
    }),
  removeShare: (context: CommandContext, id: string, shareId: string): Promise<Executed> =>
    context.executeAddressed(of, id, {
      given: (state) => callerFor(context, state),
      decide: (state, caller) => its.removeShare(state, shareId, caller),
    }),
  acceptShare: async (
    context: CommandContext,
    id: string,
    { share_id, token }: { readonly share_id: string; readonly token: string },
  ): Promise<Executed> => {
    if (context.principal.kind !== 'user')
      return refuse('session_required', 'Only a person accepts a share: sign in.');
    const said = readShareToken(token);
    const isThis = said?.assetId === id && said.shareId === share_id;
    if (!isThis || !(await isShareToken(context.tools.vault, token))) return notFound();
    return context.execute(of, id, {
      decide: (state) => its.acceptShare(state, share_id, callerOf(context)),
    });
  },
  ...ownCommands(of, its),
});
