import { identityCommands, operations } from '@cairn/contracts';
import { handler } from '../handler.js';
import { proofOf } from './proof.js';

const location = '/api/v1/me';

/** 204 says that the personal data cannot be read any more; 202 that they will not be able to be soon. */
export const deleteMe = handler(operations.deleteMe, async (call) => {
  const id = call.principal.userId;
  const { reply } = await call.write(identityCommands.eraseUser, proofOf(call, call.body), { location, id });
  const { erased } = reply.result as { readonly erased: boolean };
  return erased ? { kind: 'empty' } : { kind: 'accepted', location, body: { id } };
});
