import type { Documents } from '@cairn/kernel';
import { VERSION_HEADS } from './project.js';

const ENOUGH = 10_000;

/** How many versions a dataset has had, deleted ones too. */
export const versionCount = (documents: Pick<Documents, 'count'>, datasetId: string): Promise<number> =>
  documents.count(VERSION_HEADS, { fields: { dataset_id: datasetId, deleted: [true, false] } }, ENOUGH);

/** How many versions of a dataset are seen beside this one; two are as good as many. */
export const otherLiveVersions = async (
  documents: Pick<Documents, 'find'>,
  datasetId: string,
  versionId: string,
): Promise<number> => {
  const seen = await documents.find(VERSION_HEADS, {
    filter: { fields: { dataset_id: datasetId, deleted: false, complete: true } },
    sort: 'created_at',
    limit: 2,
  });
  return seen.filter(({ id }) => id !== versionId).length;
};
