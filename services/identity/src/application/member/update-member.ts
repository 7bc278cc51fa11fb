import type { MemberChanges } from '@cairn/contracts';
import { type CommandContext, type CommandOutcome, type Group, isRefusal, type Refusal } from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { decideChange } from '../../domain/membership/decisions.js';
import { membership, type Membership, membershipIn } from '../../domain/membership/state.js';
import { ORG_ADMIN, type RoleFacts } from '../../domain/role/system-roles.js';
import { addingAdministrator, removingAdministrator } from '../../groups/administrators.js';
import { endRefusal, firstRefusal, normalTime } from '../../groups/ends.js';
import { guarded } from '../../groups/guarded.js';
import { chosenRole, givingRole, permissionsOf } from '../../groups/roles.js';
import { exceeding, mayIn, type PlacedGroup, placeOf } from '../../rights/may-in.js';
import { fullRefusal } from './add-member.js';

/** Another role or another end. Who becomes an administrator, or is none any more, is that in the organization's stream first. */
export const updateMember = async (
  context: CommandContext,
  group: Group,
  userId: string,
  body: MemberChanges,
): Promise<CommandOutcome> => {
  const place = await placeOf(context, group);
  const held = membershipIn(await context.load(membership, userId), group.kind, group.id);
  if (place === undefined) return notFound();
  const change = { held, choice: choiceOf(body, held), until: endOf(body, held) };
  const ask = () => roleFor(context, place, change);
  const chosen = await chosenRole(context, place, change.choice);
  const steps = [
    ...givingRole(chosen),
    ...addingAdministrator(place, userId, chosen),
    ...(isDemoted(held, chosen) ? [removingAdministrator(context, group.id, userId)] : []),
  ];
  const refusal = async (): Promise<Refusal | undefined> => firstRefusal(await ask());
  return context.executeInOrder(guarded(steps, refusal), membership, userId, {
    given: ask,
    decide: (state, role) =>
      decideChange(state, place, { userId, role, until: change.until, before: held?.roleId ?? '' }),
  });
};

/** Whether who is an administrator is not to be one any more. */
const isDemoted = (held: Membership | undefined, chosen: RoleFacts | Refusal): boolean =>
  held?.roleId === ORG_ADMIN.id && (isRefusal(chosen) || chosen.id !== ORG_ADMIN.id);

/** What is not said stays as it is. */
const endOf = ({ expires_at: end }: MemberChanges, held: Membership | undefined): string | null =>
  end === undefined ? (held?.until ?? null) : normalTime(end);
const choiceOf = (body: MemberChanges, held: Membership | undefined): MemberChanges =>
  held !== undefined && body.role_id === undefined && body.role_slug === undefined
    ? { role_id: held.roleId }
    : body;

interface Change {
  readonly held: Membership | undefined;
  readonly choice: MemberChanges;
  readonly until: string | null;
}

const roleFor = async (
  context: CommandContext,
  place: PlacedGroup,
  { held, choice, until }: Change,
): Promise<RoleFacts | Refusal> => {
  const permitted = await mayIn(context, place, 'members:write');
  if (isRefusal(permitted)) return permitted;
  if (held === undefined) return notFound();
  const before = await permissionsOf(context, held.roleId, place.organizationId);
  const role = await chosenRole(context, place, choice);
  if (isRefusal(role)) return role;
  const refusal = exceeding(context.principal, permitted, [...before, ...role.permissions]);
  return refusal ?? (await newRefusal(context, place, { held, role, until })) ?? role;
};

/** Of an end or a role that was another before. */
const newRefusal = async (
  context: CommandContext,
  place: PlacedGroup,
  {
    held,
    role,
    until,
  }: { readonly held: Membership; readonly role: RoleFacts; readonly until: string | null },
): Promise<Refusal | undefined> => {
  const isNewEnd = until !== held.until || role.id === ORG_ADMIN.id;
  const refusal = isNewEnd ? endRefusal(role, until, context.at) : undefined;
  return refusal ?? (held.roleId === role.id ? undefined : fullRefusal(context, place, role));
};
