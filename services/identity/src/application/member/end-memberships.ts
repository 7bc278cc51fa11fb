import { groupCommands } from '@cairn/contracts';
import { refuse, serviceCommand } from '@cairn/kernel';
import { decideEndAll, decideExpire } from '../../domain/membership/decisions.js';
import { membership } from '../../domain/membership/state.js';

const forbidden = () => refuse('forbidden', 'Only Cairn itself does that.');

/** Of a person who was erased. */
export const endMemberships = serviceCommand(
  groupCommands.endMemberships,
  async ({ user_id: userId }, { principal, execute }) =>
    principal.kind === 'system'
      ? execute(membership, userId, { decide: (state) => decideEndAll(state, userId) })
      : forbidden(),
);

/** It has counted no more since its end; now lists and counts know of it too. */
export const expireMembership = serviceCommand(
  groupCommands.expireMembership,
  async ({ user_id: userId, group_kind: kind, group_id: id }, { principal, execute, at }) =>
    principal.kind === 'system'
      ? execute(membership, userId, { decide: (state) => decideExpire(state, { kind, id }, { userId, at }) })
      : forbidden(),
);
