import { operations } from '@cairn/contracts';
import { readShareToken } from '@cairn/kernel';
import { notFound, Problem } from '../../problems/problem.js';
import { acceptedShare, type Sharing } from '../assets/sharing.js';
import { datasetSharing } from '../datasets/sharing.js';
import { modelSharing } from '../models/sharing.js';
import { type AnyHandler, handler } from '../handler.js';

/** The kinds of assets that can be shared. */
const kinds: readonly Sharing[] = [datasetSharing, modelSharing];

const acceptShare = handler(operations.acceptShare, async (call) => {
  if (call.principal.kind !== 'user') throw new Problem('session_required');
  const { token } = call.params;
  const said = readShareToken(token);
  const kind = kinds.find(({ resource }) => resource === said?.resource);
  if (said === undefined || kind === undefined) throw notFound();
  return acceptedShare(call, kind, { ...said, token });
});

/** What answers the operations of sharing that are of no single kind of asset. */
export const sharingOperationHandlers: readonly AnyHandler[] = [acceptShare];
