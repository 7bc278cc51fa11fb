import { operations } from '@cairn/contracts';
import { readShareToken } from '@cairn/kernel';
import { type AnyHandler, handler } from '../../call/handler.js';
import { notFound, Problem } from '../../problems/problem.js';
import { assetKinds } from '../assets/kinds.js';
import { acceptedShare } from '../assets/sharing.js';

const acceptShare = handler(operations.acceptShare, async (call) => {
  if (call.principal.kind !== 'user') throw new Problem('session_required');
  const { token } = call.params;
  const said = readShareToken(token);
  const shared = assetKinds.find(({ kind }) => kind.contract.resource === said?.resource);
  if (said === undefined || shared === undefined) throw notFound();
  return acceptedShare(call, { contract: shared.kind.contract, reads: shared.reads }, { ...said, token });
});

/** What answers the operations of sharing that are of no single kind of asset. */
export const sharingOperationHandlers: readonly AnyHandler[] = [acceptShare];
