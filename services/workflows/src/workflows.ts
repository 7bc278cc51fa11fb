import { activationShown, activeVersion, type AssetDocument, assetModel } from '@cairn/assets';
import type { Workflow, WorkflowVersion } from '@cairn/contracts';
import { workflowKind } from './domain/workflow/state.js';
import { workflowVersions } from './versions.js';

/** Workflows: what all assets are; what they do is drawn in their versions. */
export const workflows = assetModel(workflowKind, {
  initial: {},
  own: () => ({}),
  versions: workflowVersions.ofAsset,
  documents: { version: 2 },
  beside: (context, documents: readonly AssetDocument[]) => workflowVersions.ofAssets(context, documents),
  resource: (document, shared, versions: readonly WorkflowVersion[] = []): Workflow => {
    const active = activeVersion(document, versions);
    return {
      ...shared,
      active_version_id: active ?? '',
      ...activationShown(document, active),
      versions: [...versions],
    };
  },
  streams: (versions = []) => versions.map(({ id }) => `${workflowVersions.kind.aggregate.category}-${id}`),
});

/** How versions of workflows are read. */
export const workflowVersionReads = workflowVersions.reading(workflows.reads);
