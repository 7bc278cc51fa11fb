import { shareOperations } from '../../assets/sharing.js';
import { transferOperation } from '../../assets/transfer.js';
import { modelDescribed } from './described.js';

const its = shareOperations(modelDescribed);
export const listModelShares = its.list;
export const getModelShare = its.get;
export const createModelShare = its.create;
export const updateModelShare = its.update;
export const deleteModelShare = its.remove;
export const explainModelAccess = its.explain;

export const transferModel = transferOperation(modelDescribed);
