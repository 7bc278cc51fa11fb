import { assetKind, type NumberingAsset } from '@cairn/assets';
import { workflow as contract, workflowVersion } from '@cairn/contracts';

/** A workflow as its stream tells it. */
export type KnownWorkflow = NumberingAsset;

/** Workflows as assets: `workflow-<id>`, a workflow without its versions. */
export const workflowKind = assetKind<KnownWorkflow>(contract, {
  stateVersion: 2,
  numbered: workflowVersion.added,
});
