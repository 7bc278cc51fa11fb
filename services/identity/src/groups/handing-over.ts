import type { DomainEvent, FieldError, Successor } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  type Refusal,
  refuse,
  type Step,
  step,
} from '@cairn/kernel';
import { decideChange, decideGrant } from '../domain/membership/decisions.js';
import { isInForce, membership, membershipIn, type MembershipState } from '../domain/membership/state.js';
import { decideHandOver } from '../domain/organization/decisions.js';
import { type KnownOrganization, organization } from '../domain/organization/state.js';
import { ORG_ADMIN } from '../domain/role/system-roles.js';
import { user } from '../domain/user/state.js';
import { administeredBy, administratorsBeside } from './administrators.js';

/** Who goes, and who follows. */
export interface HandingOver {
  readonly userId: string;
  readonly successors: readonly Successor[];
}

/**
 * What has a person who is disabled administer no organization any more: successors are members who are called so first,
 * then each organization's own stream takes them for the one who goes (SPEC-22). Of two who go at the same moment, or
 * a successor who does, the streams refuse one.
 */
export const handingOver = async (
  context: CommandContext,
  { userId, successors }: HandingOver,
): Promise<readonly Step[]> => {
  const administered = await administeredBy(context, userId);
  const ids = new Set([...administered.map(({ id }) => id), ...successors.map((one) => one.organization_id)]);
  return [
    ...[...new Set(successors.map((one) => one.user_id))].map((id) => appointing(context, id, successors)),
    ...[...ids].map((id) =>
      step(organization, id, {
        given: () => administratorsBeside(context, id, userId),
        decide: (state, others: readonly string[]) =>
          decideHandOver(state, userId, { others, successors: successorsIn(successors, id) }),
      }),
    ),
  ];
};

const successorsIn = (successors: readonly Successor[], organizationId: string): readonly string[] => [
  ...new Set(successors.filter((one) => one.organization_id === organizationId).map((one) => one.user_id)),
];

/** Somebody becomes an administrator of each organization in which they are named. */
const appointing = (context: CommandContext, userId: string, successors: readonly Successor[]): Step =>
  step(membership, userId, {
    decide: (state) => {
      const named = new Set(
        successors.filter((one) => one.user_id === userId).map((one) => one.organization_id),
      );
      const decided = [...named].map((id) => decideAppoint(state, { userId, organizationId: id }, context));
      return decided.find(isRefusal) ?? decided.flatMap((events) => events as readonly DomainEvent[]);
    },
  });

const decideAppoint = (
  state: MembershipState,
  { userId, organizationId: id }: { readonly userId: string; readonly organizationId: string },
  { at, principal }: Pick<CommandContext, 'at' | 'principal'>,
): Decision => {
  const place = { kind: 'organization', id, organizationId: id } as const;
  const wish = { userId, role: ORG_ADMIN, until: null };
  const held = membershipIn(state, 'organization', id);
  return held !== undefined && isInForce(held, at)
    ? decideChange(state, place, { ...wish, before: held.roleId })
    : decideGrant(state, place, { ...wish, at, invitedBy: principal.userId });
};

/** Why an account cannot be disabled with these successors; every organization that needs one is named. */
export const handOverRefusal = async (
  context: CommandContext,
  { userId, successors }: HandingOver,
): Promise<Refusal | undefined> => {
  const administered = await administeredBy(context, userId);
  const wrong = (
    await Promise.all(successors.map((one, index) => wrongIn(context, { one, index, userId, administered })))
  ).flat();
  if (wrong.length > 0) return refuse('invalid_body', 'A successor cannot be one.', wrong);
  const needing = (
    await Promise.all(
      administered.map(async ({ id }) => ({ id, others: await administratorsBeside(context, id, userId) })),
    )
  ).filter(({ id, others }) => others.length === 0 && successorsIn(successors, id).length === 0);
  return needing.length === 0 ? undefined : refuse('last_administrator', NEEDED, needing.map(needed));
};

const NEEDED = 'The person is the last administrator of an organization: name a successor for it.';

const needed = ({ id }: { readonly id: string }): FieldError => ({
  pointer: '/successors',
  code: 'last_administrator',
  message: `names nobody for the organization ${id}`,
});

interface Named {
  readonly one: Successor;
  readonly index: number;
  readonly userId: string;
  readonly administered: readonly KnownOrganization[];
}

/** Where a retry finds that the successor has taken over, nothing is wrong. */
const wrongIn = async (
  { load }: CommandContext,
  { one: { organization_id, user_id }, index, userId, administered }: Named,
): Promise<readonly FieldError[]> => {
  const state = await load(organization, organization_id);
  const isSettled = state.status === 'live' && state.administrators.includes(user_id);
  const account = await load(user, user_id);
  const isFree = account.kind === 'account' && !account.disabled && user_id !== userId;
  return [
    ...(isSettled || administered.some(({ id }) => id === organization_id)
      ? []
      : [unknown(index, 'organization_id', 'names no organization that the person administers')]),
    ...(isFree ? [] : [unknown(index, 'user_id', 'names nobody who could be the successor')]),
  ];
};

const unknown = (index: number, field: string, message: string): FieldError => ({
  pointer: `/successors/${index}/${field}`,
  code: 'unknown',
  message,
});
