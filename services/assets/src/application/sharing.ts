import { type AssetEventData, identityQueries, type ShareInput } from '@cairn/contracts';
import {
  type Admitted,
  callerOf,
  type CommandContext,
  isMailedShare,
  isRefusal,
  isShareToken,
  mailingInDay,
  notFound,
  type OtherService,
  readShareToken,
  type Refusal,
  refuse,
  requesterOf,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { withoutAbsent } from '../domain/decisions.js';
import type { AssetKind } from '../domain/kind.js';
import { type AddressHolder, type NewShare, type Sharee, shareRoleOf } from '../domain/sharing.js';
import type { KnownAsset } from '../domain/state.js';
import { callerFor } from '../access/caller.js';
import type { VersionRules } from './rules.js';

/** Who asks, and the services that are asked. */
export type AskingOthers = Pick<CommandContext, 'principal'> & {
  readonly tools: { readonly services: { readonly identity: Pick<OtherService, 'query'> } };
};
type Versions = Pick<VersionRules<never>, 'isOwn'>;

/** Who is meant, as identity tells it to who asks. */
export const shareeKnown = (
  { principal, tools }: AskingOthers,
  wanted: Pick<ShareInput, 'email' | 'user_id'>,
): Promise<Sharee | Refusal> =>
  tools.services.identity.query(identityQueries.sharee, wanted, { onBehalfOf: requesterOf(principal) });

/** Exactly one of `email` and `user_id` says who is meant. */
const shareeOf = (
  context: AskingOthers,
  { email, user_id }: ShareInput,
): Promise<Sharee | Refusal> | Refusal =>
  (email === undefined) === (user_id === undefined)
    ? refuse('invalid_body', 'A share names either `email` or `user_id`.', [
        { pointer: '/email', code: 'required', message: 'or user_id, and not both' },
      ])
    : shareeKnown(context, withoutAbsent({ email, user_id }));

const newShare = async (
  context: CommandContext,
  assetId: string,
  body: ShareInput,
  { isOwn }: Versions,
): Promise<NewShare> => {
  const { entity_version_id: version_id } = body;
  return {
    id: context.id('share'),
    sharee: await shareeOf(context, body),
    email: body.email,
    role: shareRoleOf(body) ?? 'share_viewer',
    expires_at: body.expires_at,
    version_id,
    versionIsOwn: version_id !== undefined && (await isOwn(context, assetId, version_id)),
    without_invite: body.without_invite === true,
  };
};

const holderOfAddress = async (
  { tools, at }: CommandContext,
  userId: string,
): Promise<AddressHolder | Refusal> => {
  const address = await tools.services.identity.query(
    identityQueries.ownAddress,
    {},
    { onBehalfOf: { kind: 'user', user_id: userId } },
  );
  if (isRefusal(address)) return address;
  return { userId, addressKey: address.address_key, verified: address.verified, at };
};

/**
 * Whom a share asks by mail. Who is named by id is counted by it, not by their address: a bound on both would tell whose
 * account has which address.
 */
const askedByMail = ({ events }: Admitted): string | undefined => {
  const shared = events[0]?.data as AssetEventData['shared'] | undefined;
  return shared !== undefined && isMailedShare(shared) ? (shared.address_key ?? shared.user_id) : undefined;
};

/** What Cairn itself does with shares that wait. */
const ownCommands = <Known extends KnownAsset>({
  aggregate: of,
  decide: its,
  contract: { commands },
}: AssetKind<Known>): readonly ServiceCommand[] => [
  /** For an account whose address is verified when it is decided. */
  serviceCommand(commands.acceptShareFor, ({ id, share_id, user_id }, context) =>
    context.execute(of, id, {
      given: async () =>
        context.principal.kind === 'system'
          ? holderOfAddress(context, user_id)
          : refuse('forbidden', 'Only Cairn itself does that.'),
      decide: (state, holder) => its.acceptShareFor(state, share_id, holder),
    }),
  ),
  serviceCommand(commands.lapseShare, ({ id, share_id, reason }, context) =>
    context.execute(of, id, {
      decide: (state) => its.lapseShare(state, share_id, callerOf(context), reason),
    }),
  ),
];

/** The commands on shares, which do not depend on the kind of asset. */
export const sharingCommands = <Known extends KnownAsset>(
  kind: AssetKind<Known>,
  versions: Versions,
): readonly ServiceCommand[] => {
  const { aggregate: of, decide: its, contract } = kind;
  const { commands } = contract;
  return [
    serviceCommand(commands.share, ({ id, body }, context) =>
      mailingInDay(context, askedByMail, (admission) =>
        context.executeAddressed(of, id, {
          admission,
          given: async (state) => ({
            caller: await callerFor(context, state),
            made: await newShare(context, id, body, versions),
          }),
          decide: (state, { made, caller }) => its.share(state, made, caller),
        }),
      ),
    ),
    serviceCommand(commands.updateShare, ({ id, share_id, body }, context) =>
      context.executeAddressed(of, id, {
        given: (state) => callerFor(context, state),
        decide: (state, caller) =>
          its.updateShare(state, share_id, { role: shareRoleOf(body), expires_at: body.expires_at }, caller),
      }),
    ),
    serviceCommand(commands.removeShare, ({ id, share_id }, context) =>
      context.executeAddressed(of, id, {
        given: (state) => callerFor(context, state),
        decide: (state, caller) => its.removeShare(state, share_id, caller),
      }),
    ),
    serviceCommand(commands.acceptShare, async ({ id, share_id, token }, context) => {
      if (context.principal.kind !== 'user')
        return refuse('session_required', 'Only a person accepts a share: sign in.');
      const said = readShareToken(token);
      const isThis = said?.assetId === id && said.shareId === share_id;
      if (!isThis || !(await isShareToken(context.tools.vault, token))) return notFound();
      return context.execute(of, id, {
        given: () => holderOfAddress(context, context.principal.userId),
        decide: (state, holder) => its.acceptShare(state, share_id, holder),
      });
    }),
    ...ownCommands(kind),
  ];
};
