import { activeVersion, type AssetDocument, assetModel } from '@cairn/assets';
import type { Workflow, WorkflowVersion } from '@cairn/contracts';
import { workflowKind } from './domain/workflow/state.js';
import { workflowVersions } from './versions.js';

/** Workflows: what all assets are; what they do is drawn in their versions. */
export const workflows = assetModel(workflowKind, {
  initial: {},
  own: () => ({}),
  versions: workflowVersions.ofAsset,
  documents: { version: 1 },
  beside: (context, documents: readonly AssetDocument[]) => workflowVersions.ofAssets(context, documents),
  resource: (document, shared, versions: readonly WorkflowVersion[] = []): Workflow => ({
    ...shared,
    active_version_id: activeVersion(document, versions) ?? '',
    versions: [...versions],
  }),
  streams: (versions = []) => versions.map(({ id }) => `${workflowVersions.kind.aggregate.category}-${id}`),
});

/** How versions of workflows are read. */
export const workflowVersionReads = workflowVersions.reading(workflows.reads);
