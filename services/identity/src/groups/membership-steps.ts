import { type CommandContext, type Step, step } from '@cairn/kernel';
import { decideGrant, type MembershipPlace } from '../domain/membership/decisions.js';
import { membership, membershipIn } from '../domain/membership/state.js';
import type { RoleFacts } from '../domain/role/system-roles.js';

/**
 * Who makes a group is a member of it, and that before it is there (law 5): a membership of nothing grants nothing. A retry
 * finds it.
 */
export const makersStep = (context: CommandContext, place: MembershipPlace, role: RoleFacts): Step => {
  const { userId } = context.principal;
  return step(membership, userId, {
    decide: (state) =>
      membershipIn(state, place.kind, place.id) === undefined
        ? decideGrant(state, place, { userId, role, until: null, at: context.at })
        : [],
  });
};
