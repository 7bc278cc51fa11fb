import type { TransferRequest } from '@cairn/contracts';
import {
  type Aggregate,
  type BeforeAndAfter,
  type CommandContext,
  type Executed,
  isRefusal,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { AssetName } from '../domain/access.js';
import type { asset } from '../domain/asset.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import type { Destination } from '../domain/transferring.js';
import type { Groups } from '../domain/visibility.js';
import { type Asking, callerFor, groupsAfter } from '../access/caller.js';
import { type AskingOthers, shareeKnown } from './sharing.js';

/** Whose an asset is before and after. */
interface Recipient {
  readonly from: string;
  readonly to: string;
  readonly before: Groups;
  readonly after: Groups;
}

/**
 * Why somebody may not have an asset in these groups: an owner is a member of the organization; of what is in none, the
 * caller, or somebody of an organization in common with the caller. Who has it already in the same organization keeps it.
 */
const recipientRefusal = async (
  context: Asking & AskingOthers,
  { from, to, before, after }: Recipient,
): Promise<Refusal | undefined> => {
  const { principal, tools } = context;
  const { organization_id: id } = after;
  if (from === to && before.organization_id === id) return undefined;
  if (id === null)
    return to === principal.userId || (await isColleague(context, to)) ? undefined : unavailable();
  const held = await tools.rights.inGroup(to, { kind: 'organization', id });
  return held.length > 0 ? undefined : unavailable();
};

const isColleague = async (context: AskingOthers, userId: string): Promise<boolean> => {
  const known = await shareeKnown(context, { user_id: userId });
  return !isRefusal(known) && known.immediate;
};

const unavailable = (): Refusal =>
  refuse('recipient_unavailable', 'The user is none that it may be given to.', [
    { pointer: '/user_id', code: 'recipient_unavailable', message: 'is none that it may be given to' },
  ]);

/** The groups that an asset is in after a body, when the caller may put it there and its owner, or a new one, may be there. */
export const placeAfter = async (
  context: Asking & AskingOthers,
  name: AssetName,
  { user_id: from, organization_id, project_id }: Pick<KnownAsset, 'user_id' | keyof Groups>,
  input: Parameters<typeof groupsAfter>[2],
  to = from,
): Promise<Groups | Refusal> => {
  const before = { organization_id, project_id };
  const after = await groupsAfter(context, name, input, before);
  if (isRefusal(after)) return after;
  return (await recipientRefusal(context, { from, to, before, after })) ?? after;
};

const destination = async (
  context: CommandContext,
  name: AssetName,
  state: AssetState<KnownAsset>,
  body: TransferRequest,
): Promise<Destination> => {
  if (state.status === 'none') return { userId: '', groups: { organization_id: null, project_id: null } };
  const { user_id: userId = state.user_id, ...input } = body;
  return { userId, groups: await placeAfter(context, name, state, input, userId) };
};

/** Why the caller may not put an asset back into the groups in which it was before an event. */
export const placingBack = async (
  context: CommandContext,
  name: AssetName,
  state: AssetState<KnownAsset>,
  { before, after }: BeforeAndAfter<AssetState<KnownAsset>>,
): Promise<Refusal | undefined> => {
  if (state.status === 'none' || before.status === 'none' || after.status === 'none') return undefined;
  // What the event has not changed stays as it is now: a project does not bring its organization back.
  const input = {
    organization_id: (before.organization_id === after.organization_id ? state : before).organization_id,
    project_id: (before.project_id === after.project_id ? state : before).project_id,
  };
  const groups = await placeAfter(context, name, state, input);
  return isRefusal(groups) ? groups : undefined;
};

/** Gives an asset to somebody, or moves it to other groups, as `its` decides. */
export const transferCommand =
  <Known extends KnownAsset>(of: Aggregate<AssetState<Known>>, its: ReturnType<typeof asset<Known>>) =>
  (context: CommandContext, id: string, body: TransferRequest): Promise<Executed> =>
    context.executeAddressed(of, id, {
      given: async (state) => ({
        caller: await callerFor(context, state),
        to: await destination(context, its.name, state, body),
      }),
      decide: (state, { caller, to }) => its.transfer(state, to, caller),
    });
