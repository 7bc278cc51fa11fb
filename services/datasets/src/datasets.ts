import { activationShown, activeVersion, assetModel, withoutAbsent } from '@cairn/assets';
import type { Dataset, DatasetChanges, DatasetVersion } from '@cairn/contracts';
import { isRefusal, type Refusal, refuse, WHETHER_OR_NOT } from '@cairn/kernel';
import { visibleVersion } from './domain/version/parents.js';
import { firstVersion } from './application/version/create-version.js';
import { datasetKind, type KnownDataset } from './domain/dataset/state.js';
import { datasetVersion } from './domain/version/state.js';
import type { DatasetDocument } from './read-models/documents.js';
import { ITEMS, itemsProjection } from './read-models/items/project.js';
import { ITEM_JOBS, POST_PROCESSOR_JOBS } from './read-models/post-processor-jobs/documents.js';
import { postProcessorJobsProjection } from './read-models/post-processor-jobs/project.js';
import { VERSIONS } from './read-models/versions/project.js';
import { hasManyClassifications } from './read-models/items/classified.js';
import { headsOf, wholeVersionsOf } from './read-models/versions/of-datasets.js';

/** What is special about datasets: they begin with a version, and hold one classification an item where they say so. */
export const datasets = assetModel(datasetKind, {
  initial: { multi_label: false, default_splits: false, content_type: '' },
  own: ({ multi_label, default_splits, content_type }: DatasetChanges) =>
    withoutAbsent({ multi_label, default_splits, content_type }),
  given: async ({ context, current, wanted }) => ({
    manyClassifications:
      current !== undefined &&
      wanted.multi_label === false &&
      (await hasManyClassifications(context.tools.documents, current.id)),
  }),
  check: ({ current, wanted, given }) => multiLabelRefused(current, wanted, given.manyClassifications),
  versions: {
    isOwn: async ({ load }, datasetId, versionId) =>
      !isRefusal(visibleVersion(await load(datasetVersion, versionId), datasetId)),
    first: firstVersion,
    // Items can still be read as they were, from their events.
    swept: {
      collection: VERSIONS,
      of: (dataset_id) => ({ dataset_id, deleted: WHETHER_OR_NOT, complete: WHETHER_OR_NOT }),
      with: (version_id) => [
        {
          projection: itemsProjection.name,
          collection: ITEMS,
          fields: { version_id, deleted: WHETHER_OR_NOT },
        },
        ...[POST_PROCESSOR_JOBS, ITEM_JOBS].map((collection) => ({
          projection: postProcessorJobsProjection.name,
          collection,
          fields: { version_id },
        })),
      ],
    },
  },
  documents: { version: 7 },
  beside: (context, documents: readonly DatasetDocument[], whole) =>
    whole && documents[0] !== undefined
      ? wholeVersionsOf(context.documents, documents[0])
      : headsOf(context.documents, documents),
  resource: (document, shared, versions: readonly DatasetVersion[] = []): Dataset => {
    const active = activeVersion(document, versions);
    return {
      ...shared,
      versions: [...versions],
      ...withoutAbsent({ active_version_id: active }),
      ...activationShown(document, active),
      multi_label: document.multi_label,
      default_splits: document.default_splits,
      content_type: document.content_type,
    };
  },
  streams: (versions = []) => versions.map(({ id }) => `${datasetVersion.category}-${id}`),
});
export const { reads: datasetReads } = datasets;
export const { byId: datasetById, list: datasetsFor } = datasets.queries;

const multiLabelRefused = (
  current: KnownDataset | undefined,
  { multi_label }: Partial<Pick<KnownDataset, 'multi_label'>>,
  manyClassifications: boolean,
): Refusal | undefined =>
  multi_label === false && current?.multi_label === true && manyClassifications
    ? refuse(
        'multi_label_violation',
        'Items of the dataset have more than one classification, so `multi_label` stays true.',
      )
    : undefined;
