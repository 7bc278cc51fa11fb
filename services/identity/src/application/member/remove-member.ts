import { type CommandContext, type CommandOutcome, type Group, isRefusal, type Refusal } from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideEnd } from '../../domain/membership/decisions.js';
import { membership, type Membership, membershipIn } from '../../domain/membership/state.js';
import { organization } from '../../domain/organization/state.js';
import { removingAdministrator } from '../../groups/administrators.js';
import { guarded } from '../../groups/guarded.js';
import { permissionsOf } from '../../groups/roles.js';
import { exceeding, mayIn, type PlacedGroup, placeOf } from '../../rights/may-in.js';

/** Somebody leaves or is removed; an administrator is taken out of the organization's stream first (SPEC-22). */
export const removeMember = async (
  context: CommandContext,
  group: Group,
  userId: string,
): Promise<CommandOutcome> => {
  const place = await placeOf(context, group);
  if (place === undefined) return notFound();
  const held = membershipIn(await context.load(membership, userId), group.kind, group.id);
  const isOwn = context.principal.userId === userId;
  const steps = (await isNamed(context, group, userId))
    ? [removingAdministrator(context, group.id, userId)]
    : [];
  const ask = () => refusalOf(context, place, { held, isOwn });
  return context.executeInOrder(guarded(steps, ask), membership, userId, {
    given: async () => ({ refusal: await ask() }),
    decide: (state, { refusal }) =>
      refusal ??
      decideEnd(state, place, {
        userId,
        reason: isOwn ? 'left' : 'removed',
        before: held?.roleId ?? '',
      }),
  });
};

const isNamed = async ({ load }: CommandContext, { kind, id }: Group, userId: string): Promise<boolean> => {
  if (kind !== 'organization') return false;
  const state = await load(organization, id);
  return 'administrators' in state && state.administrators.includes(userId);
};

/** Everybody may leave what they are in, and nobody removes who may more. */
const refusalOf = async (
  context: CommandContext,
  place: PlacedGroup,
  { held, isOwn }: { readonly held: Membership | undefined; readonly isOwn: boolean },
): Promise<Refusal | undefined> => {
  const permitted = await mayIn(context, place, isOwn ? 'members:read' : 'members:write');
  if (isOwn && held !== undefined) return isBoundElsewhere(context, place) ? notFound() : undefined;
  if (isRefusal(permitted)) return permitted;
  if (held === undefined) return notFound();
  return exceeding(
    context.principal,
    permitted,
    await permissionsOf(context, held.roleId, place.organizationId),
  );
};

const isBoundElsewhere = ({ principal }: CommandContext, { organizationId }: PlacedGroup): boolean =>
  principal.organizationId !== undefined && principal.organizationId !== organizationId;
