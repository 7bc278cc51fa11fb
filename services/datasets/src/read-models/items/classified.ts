import type { Documents } from '@cairn/kernel';

const MOST_VERSIONS = 1000;

/** Whether an item in a version that is seen has more than one classification (decisions, section 7, 5). */
export const hasManyClassifications = async (
  documents: Pick<Documents, 'find' | 'count'>,
  datasetId: string,
): Promise<boolean> => {
  const versions = await documents.find('dataset_versions', {
    filter: { fields: { dataset_id: datasetId, deleted: false } },
    sort: 'created_at',
    limit: MOST_VERSIONS,
  });
  for (const { id } of versions) {
    const fields = { version_id: id, deleted: false, classifications: { from: 2 } };
    if ((await documents.count('dataset_items', { fields }, 1)) > 0) return true;
  }
  return false;
};
