import { pagesOf, SWEPT_AT_ONCE, type Swept, type ToSweep, WHETHER_OR_NOT } from '@cairn/kernel';
import { datasets } from '../../datasets.js';
import { ITEMS, itemsProjection } from '../../read-models/items/project.js';
import { VERSIONS } from '../../read-models/versions/project.js';

/**
 * What goes when datasets and versions are purged: the documents of their items. An item can still be read as it was, from its events; the documents of the dataset and of its versions stay: they say who
 * may.
 */
export const purgedOfDatasets: ToSweep = async function* (documents) {
  const purged = { fields: { purged: true } };
  for await (const versions of pagesOf(documents, VERSIONS, purged, SWEPT_AT_ONCE))
    for (const { id } of versions) yield itemsOf(id);
  for await (const dataset_id of datasets.purged(documents)) {
    const within = { fields: { dataset_id, deleted: WHETHER_OR_NOT, complete: WHETHER_OR_NOT } };
    for await (const versions of pagesOf(documents, VERSIONS, within, SWEPT_AT_ONCE))
      for (const version of versions) yield itemsOf(version.id);
  }
};

const itemsOf = (version_id: string): Swept => ({
  projection: itemsProjection.name,
  collection: ITEMS,
  fields: { version_id, deleted: WHETHER_OR_NOT },
});
