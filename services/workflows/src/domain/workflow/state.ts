import { assetKind, type AssetState, type KnownAsset } from '@cairn/assets';
import { workflow as contract } from '@cairn/contracts';

/** A workflow as its stream tells it. */
export type KnownWorkflow = KnownAsset;
export type WorkflowState = AssetState<KnownWorkflow>;

/** Workflows as assets: `workflow-<id>`, a workflow without its versions. */
export const workflowKind = assetKind<KnownWorkflow>(contract, { stateVersion: 1 });
export const { aggregate: workflow, decide: workflowAsset } = workflowKind;
