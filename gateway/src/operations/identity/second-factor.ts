import { identityCommands, operations } from '@cairn/contracts';
import { ownDevice, ownDevices, ownSecondFactor } from '@cairn/identity';
import { answer, deleted } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { list } from '../resource.js';
import { proofOf } from './proof.js';

/** Of the caller's own account: its path names nobody. */
const location = operations.getOtp.path;

export const getOtp = handler(operations.getOtp, async ({ context }) =>
  answer(await ownSecondFactor(context)),
);
export const enrolOtp = handler(operations.enrolOtp, async (call) => {
  const target = { location, id: call.principal.userId };
  const { reply } = await call.write(identityCommands.enrolOtp, proofOf(call), target);
  return answer(reply.result);
});
export const confirmOtp = handler(operations.confirmOtp, async (call) => {
  const target = { location, id: call.principal.userId };
  const { context } = await call.write(identityCommands.confirmOtp, { body: call.body, ip: call.ip }, target);
  return answer(await ownSecondFactor(context));
});
export const removeOtp = handler(operations.removeOtp, async (call) => {
  const target = { location, id: call.principal.userId };
  await call.write(identityCommands.removeOtp, { body: call.body, ip: call.ip }, target);
  return { kind: 'empty' };
});

export const listDevices = list(operations.listDevices, ({ context, page }) => ownDevices(context, page));
/** The record is read before, for afterwards there is none. */
export const revokeDevice = handler(operations.revokeDevice, async (call) => {
  const { device_id: id } = call.params;
  const before = await ownDevice(call.context, id);
  await call.write(identityCommands.revokeDevice, call.params, { location: operations.listDevices.path, id });
  return deleted(async () => found(before));
});
