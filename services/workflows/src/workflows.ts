import { type AssetDocument, assetModel } from '@cairn/assets';
import type { Workflow } from '@cairn/contracts';
import { workflowKind } from './domain/workflow/state.js';

/** Workflows: what all assets are, and no more. */
export const workflows = assetModel(workflowKind, {
  initial: {},
  own: () => ({}),
  versions: { isOwn: () => Promise.resolve(false) },
  documents: { version: 1 },
  resource: ({ active_version_id }: AssetDocument, shared): Workflow => ({ ...shared, active_version_id }),
});
