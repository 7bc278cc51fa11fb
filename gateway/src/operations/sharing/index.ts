import { type CommandDefinition, datasetCommands, modelCommands, operations } from '@cairn/contracts';
import { readShareToken } from '@cairn/kernel';
import { notFound, Problem } from '../../problems/problem.js';
import { acceptedShare, type Sharing } from '../assets/sharing.js';
import { datasetSharing } from '../datasets/sharing.js';
import { modelSharing } from '../models/sharing.js';
import { type AnyHandler, handler } from '../handler.js';

/** The kinds of assets that can be shared, and the command that accepts a share of one. */
const kinds: readonly { readonly its: Sharing; readonly accept: CommandDefinition }[] = [
  { its: datasetSharing, accept: datasetCommands.acceptShare },
  { its: modelSharing, accept: modelCommands.acceptModelShare },
];

const acceptShare = handler(operations.acceptShare, async (call) => {
  if (call.principal.kind !== 'user') throw new Problem('session_required');
  const { token } = call.params;
  const said = readShareToken(token);
  const kind = kinds.find(({ its }) => its.resource === said?.resource);
  if (said === undefined || kind === undefined) throw notFound();
  return acceptedShare(call, kind.its, kind.accept, { ...said, token });
});

/** What answers the operations of sharing that are of no single kind of asset. */
export const sharingOperationHandlers: readonly AnyHandler[] = [acceptShare];
