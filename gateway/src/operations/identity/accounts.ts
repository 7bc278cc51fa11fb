import { identityCommands, operations } from '@cairn/contracts';
import { ownUser } from '@cairn/identity';
import { answer, ok } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found, Problem } from '../../problems/problem.js';
import { personalArchive } from './personal-archive.js';
import { proofOf, proven } from './proof.js';
import { registrationEcho, registrationRefused, registrationReply } from './registration-reply.js';

/** Of the caller's own account: its path names nobody, so that it is no resource of the factory's. */
const location = operations.getMe.path;

export const register = handler(
  operations.register,
  async (call) => {
    const input = { body: call.body, ip: call.ip };
    await call.write(identityCommands.register, input, { location, id: call.newId('user') });
    const body = registrationReply('success', '', registrationEcho(call.body));
    return { kind: 'resource', status: 201, body, location };
  },
  registrationRefused,
);

export const getMe = handler(operations.getMe, async ({ context, edge }) =>
  ok(found(await ownUser(context, edge.registers))),
);
export const updateMe = handler(operations.updateMe, async (call) => {
  const target = { location, id: call.principal.userId };
  const { context } = await call.write(identityCommands.updateMe, proven(call), target);
  return ok(found(await ownUser(context, call.edge.registers)));
});
/** 204 says that the personal data cannot be read any more; 202 that they will not be able to be soon. */
export const deleteMe = handler(operations.deleteMe, async (call) => {
  const id = call.principal.userId;
  const { reply } = await call.write(identityCommands.deleteMe, proofOf(call), { location, id });
  const { erased } = reply.result as { readonly erased: boolean };
  return erased ? { kind: 'empty' } : { kind: 'accepted', location, body: { id } };
});

export const changePassword = handler(operations.changePassword, async (call) => {
  const input = { body: call.body, ip: call.ip };
  const target = { location, id: call.principal.userId };
  const { context } = await call.write(identityCommands.changePassword, input, target);
  return answer(found(await ownUser(context, call.edge.registers)).resource);
});

export const exportMe = handler(operations.exportMe, async (call) => {
  if (call.principal.kind !== 'user') throw new Problem('session_required');
  return {
    kind: 'stream',
    content: await personalArchive(call),
    contentType: 'application/zip',
    fileName: 'cairn-personal-data.zip',
  };
});
