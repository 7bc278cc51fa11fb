import {
  type CommandContext,
  type Executed,
  type Group,
  isRefusal,
  type Refusal,
  type Step,
  step,
} from '@cairn/kernel';
import { isInForce, membership, membershipIn, membershipsOf } from '../domain/membership/state.js';
import { decideAddAdministrator, decideRemoveAdministrator } from '../domain/organization/decisions.js';
import { type KnownOrganization, organization } from '../domain/organization/state.js';
import { ORG_ADMIN, type RoleFacts } from '../domain/role/system-roles.js';
import { user } from '../domain/user/state.js';

/** Administrators beside one, of whom their account and membership say so too. */
export const administratorsBeside = async (
  { load, at }: CommandContext,
  organizationId: string,
  userId: string,
): Promise<readonly string[]> => {
  const state = await load(organization, organizationId);
  const others = 'administrators' in state ? state.administrators.filter((id) => id !== userId) : [];
  const counts = await Promise.all(
    others.map(async (id) => {
      const [account, memberships] = await Promise.all([load(user, id), load(membership, id)]);
      const held = membershipIn(memberships, 'organization', organizationId);
      const isActive = account.kind === 'account' && !account.disabled;
      return isActive && held?.roleId === ORG_ADMIN.id && isInForce(held, at);
    }),
  );
  return others.filter((_, index) => counts[index]);
};

/**
 * Has the organization's stream name a person who is to hold a role there, if that is an administrator's: before the
 * membership says so, so that where there is no room for one more nobody becomes anything (SPEC-22).
 */
export const addingAdministrator = (
  { kind, id }: Group,
  userId: string,
  role: Pick<RoleFacts, 'id'> | Refusal,
): readonly Step[] =>
  kind === 'organization' && !isRefusal(role) && role.id === ORG_ADMIN.id
    ? [step(organization, id, { decide: (state) => decideAddAdministrator(state, userId) })]
    : [];

/** Takes an administrator out of the organization's stream, while another stays (SPEC-22). */
export const removingAdministrator = (
  context: CommandContext,
  organizationId: string,
  userId: string,
): Step =>
  step(organization, organizationId, {
    given: () => administratorsBeside(context, organizationId, userId),
    decide: (state, others: readonly string[]) => decideRemoveAdministrator(state, userId, others),
  });

/** The organizations, none deleted, of which a person stands among the administrators. */
export const administeredBy = async (
  { load }: Pick<CommandContext, 'load'>,
  userId: string,
): Promise<readonly KnownOrganization[]> => {
  const memberships = membershipsOf(await load(membership, userId));
  const ids = memberships.filter(({ kind }) => kind === 'organization').map(({ groupId }) => groupId);
  const states = await Promise.all(ids.map((id) => load(organization, id)));
  return states.flatMap((state) =>
    state.status === 'live' && state.administrators.includes(userId) ? [state] : [],
  );
};

/**
 * Has a person administer again what the memberships say they administer; an organization that is deleted, or has as many
 * administrators as it can have, is left as it is. Answers what was done on each.
 */
export const administeringAgain = async (
  { load, execute, at }: CommandContext,
  userId: string,
): Promise<readonly Exclude<Executed, { readonly refused: unknown }>[]> => {
  const ids = membershipsOf(await load(membership, userId))
    .filter((held) => held.kind === 'organization' && held.roleId === ORG_ADMIN.id && isInForce(held, at))
    .map(({ groupId }) => groupId);
  const all = await Promise.all(
    ids.map((id) => execute(organization, id, { decide: (state) => decideAddAdministrator(state, userId) })),
  );
  return all.flatMap((done) => (isRefusal(done) ? [] : [done]));
};
