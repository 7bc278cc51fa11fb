import type { NewMember } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Group,
  isRefusal,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideGrant } from '../../domain/membership/decisions.js';
import { isInForce, membership, membershipsOf } from '../../domain/membership/state.js';
import { MOST_ADMINISTRATORS, organization } from '../../domain/organization/state.js';
import { ORG_ADMIN, type RoleFacts } from '../../domain/role/system-roles.js';
import { user } from '../../domain/user/state.js';
import { addingAdministrator } from '../../groups/administrators.js';
import { endRefusal, firstRefusal, normalTime } from '../../groups/ends.js';
import { guarded } from '../../groups/guarded.js';
import { chosenRole, givingRole } from '../../groups/roles.js';
import { exceeding, mayIn, type PlacedGroup, placeOf } from '../../rights/may-in.js';

/**
 * Makes somebody a member. An administrator of an organization is named by its stream first, and one when the membership
 * says so too (SPEC-22).
 */
export const addMember = async (
  context: CommandContext,
  group: Group,
  body: NewMember,
): Promise<CommandOutcome> => {
  const place = await placeOf(context, group);
  if (place === undefined) return notFound();
  const { user_id: userId } = body;
  const until = normalTime(body.expires_at);
  const invitedBy = context.principal.userId;
  const ask = () => roleFor(context, place, body, until);
  const role = await ask();
  const steps = [...givingRole(role), ...addingAdministrator(place, userId, role)];
  return context.executeInOrder(
    guarded(steps, async () => firstRefusal(await ask())),
    membership,
    userId,
    {
      given: ask,
      decide: (state, now) =>
        decideGrant(state, place, { userId, role: now, until, invitedBy, at: context.at }),
    },
  );
};

const roleFor = async (
  context: CommandContext,
  place: PlacedGroup,
  body: NewMember,
  until: string | null,
): Promise<RoleFacts | Refusal> => {
  const held = await mayIn(context, place, 'members:write');
  if (isRefusal(held)) return held;
  const role = await chosenRole(context, place, body);
  if (isRefusal(role)) return role;
  return (
    exceeding(context.principal, held, role.permissions) ??
    endRefusal(role, until, context.at) ??
    (await fullRefusal(context, place, role)) ??
    (await strangerRefusal(context, place, body.user_id)) ??
    role
  );
};

/** Whether the organization has as many administrators as it can have. */
export const fullRefusal = async (
  { load }: CommandContext,
  { id }: Group,
  role: RoleFacts,
): Promise<Refusal | undefined> => {
  if (role.id !== ORG_ADMIN.id) return undefined;
  const state = await load(organization, id);
  return 'administrators' in state && state.administrators.length >= MOST_ADMINISTRATORS
    ? refuse('conflict', `An organization has at most ${MOST_ADMINISTRATORS} administrators.`)
    : undefined;
};

/**
 * Into an organization comes at once only who is in another one with the caller: what a member is called, and where mails
 * reach them, is told to the others. Everybody else is invited.
 */
const strangerRefusal = async (
  context: CommandContext,
  { kind }: PlacedGroup,
  userId: string,
): Promise<Refusal | undefined> => {
  const account = await context.load(user, userId);
  const isActive = account.kind === 'account' && !account.disabled;
  const isKnown = kind !== 'organization' || (await haveCommon(context, userId));
  return isActive && isKnown
    ? undefined
    : refuse('invalid_body', 'There is nobody of this id whom you can add.', [
        {
          pointer: '/user_id',
          code: 'unknown',
          message: 'names nobody whom you can add: invite them by e-mail',
        },
      ]);
};

const haveCommon = async (context: CommandContext, userId: string): Promise<boolean> => {
  const { load, principal, at } = context;
  const organizationsOf = async (id: string): Promise<readonly string[]> =>
    membershipsOf(await load(membership, id))
      .filter((one) => one.kind === 'organization' && isInForce(one, at))
      .map(({ groupId }) => groupId);
  const [own, theirs] = await Promise.all([organizationsOf(principal.userId), organizationsOf(userId)]);
  for (const id of own.filter((each) => theirs.includes(each))) {
    const state = await load(organization, id);
    if (state.status === 'live' && !state.content.disabled) return true;
  }
  return false;
};
