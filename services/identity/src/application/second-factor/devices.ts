import { identityCommands } from '@cairn/contracts';
import { refuse, serviceCommand } from '@cairn/kernel';
import { decideExpireDevice, decideRevokeDevice } from '../../domain/second-factor/decisions.js';
import { secondFactor } from '../../domain/second-factor/state.js';

export const revokeDevice = serviceCommand(
  identityCommands.revokeDevice,
  ({ device_id: id }, { principal: { userId }, execute }) =>
    execute(secondFactor, userId, { decide: (state) => decideRevokeDevice(state, userId, id) }),
);

/** Sent by a timer. */
export const expireDevice = serviceCommand(
  identityCommands.expireDevice,
  async ({ user_id: userId, device_id: id }, { principal, execute, at }) =>
    principal.kind === 'system'
      ? execute(secondFactor, userId, { decide: (state) => decideExpireDevice(state, { userId, id, at }) })
      : refuse('forbidden', 'A device expires by itself only.'),
);
