import { modelCommands, operations } from '@cairn/contracts';
import { modelReads } from '@cairn/models';
import { type Sharing, sharingHandlers } from '../assets/sharing.js';

export const modelSharing: Sharing = {
  resource: 'models',
  path: operations.getModel.path,
  reads: modelReads,
  commands: modelCommands,
};
const its = sharingHandlers(modelSharing);

/** What answers the operations of sharing a model. */
export const modelSharingHandlers = [
  its.list(operations.listModelShares),
  its.get(operations.getModelShare),
  its.create(operations.createModelShare),
  its.update(operations.updateModelShare),
  its.remove(operations.deleteModelShare),
  its.explain(operations.explainModelAccess),
];
