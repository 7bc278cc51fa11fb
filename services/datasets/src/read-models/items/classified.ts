import { type Documents, pagesOf } from '@cairn/kernel';
import type { ItemDocument, VersionDocument } from '../documents.js';

/** A version may hold 4 MB and an item too: few are in hand at once. */
const PAGE_VERSIONS = 10;
const PAGE_ITEMS = 50;

/** Whether an item in a version that is seen shows more than one classification (SPEC-5). */
export const hasManyClassifications = async (
  documents: Pick<Documents, 'findPage'>,
  datasetId: string,
): Promise<boolean> => {
  const seen = { fields: { dataset_id: datasetId, deleted: false, complete: true } };
  for await (const versions of pagesOf(documents, 'dataset_versions', seen, PAGE_VERSIONS))
    for (const version of versions as readonly VersionDocument[])
      if (await showsMany(documents, version, [])) return true;
  return false;
};

/**
 * Whether an item of the version shows more than one classification once these labels are back; with labels, only items
 * that one of them marks are looked at. The version itself may be deleted or not yet complete.
 */
export const wouldShowManyClassifications = async (
  documents: Pick<Documents, 'findPage' | 'get'>,
  versionId: string,
  labelsBack: readonly string[] = [],
): Promise<boolean> => {
  const version = (await documents.get('dataset_versions', versionId)) as VersionDocument | undefined;
  return version !== undefined && showsMany(documents, version, labelsBack);
};

/** Items count what a deleted label hides too: which of it is seen says the version. */
const showsMany = async (
  documents: Pick<Documents, 'findPage'>,
  { id, labels }: VersionDocument,
  labelsBack: readonly string[],
): Promise<boolean> => {
  const isSeen = (label: string): boolean =>
    label === '' || labelsBack.includes(label) || (Object.hasOwn(labels, label) && !labels[label]!.deleted);
  const filter = {
    fields: { version_id: id, deleted: false, classifications: { from: 2 } },
    ...(labelsBack.length === 0 ? {} : { any: { label_ids: labelsBack } }),
  };
  for await (const items of pagesOf(documents, 'dataset_items', filter, PAGE_ITEMS, 'classifications'))
    if ((items as readonly ItemDocument[]).some((item) => classificationsOf(item, isSeen) > 1)) return true;
  return false;
};

const classificationsOf = ({ annotations }: ItemDocument, isSeen: (label: string) => boolean): number =>
  Object.values(annotations).filter(({ type, label_id }) => type === 'classification' && isSeen(label_id))
    .length;
