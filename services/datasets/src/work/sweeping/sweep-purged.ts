import { pagesOf, pause, type ServiceTools, type Work } from '@cairn/kernel';
import { DATASET_SHARES, DATASETS, datasetsProjection } from '../../read-models/datasets/project.js';
import { ITEMS, itemsProjection } from '../../read-models/items/project.js';
import { VERSIONS } from '../../read-models/versions/project.js';

type Tools = Pick<ServiceTools, 'removeDocuments'> & {
  readonly documents: Pick<ServiceTools['documents'], 'find'>;
};

const HOUR_MS = 60 * 60 * 1000;
/** A process that has just started has better things to do. */
const FIRST_AFTER_MS = 10 * 60 * 1000;
/** Documents that one transaction removes. */
const CHUNK = 200;
/** The projection of items is kept from its events for a fifth of the time at most: nobody waits for this. */
const REST = 4;

const WHETHER_OR_NOT = [true, false];

/**
 * Removes the documents of items whose version or dataset was purged (law 6), and of the shares of such datasets, in small chunks. Their events stay, so that
 * an item can be read as it was; so do the documents of the dataset and of its versions, which say who may. It goes by the
 * documents alone: what a rebuild makes again goes again.
 */
export const purgedSweep = (tools: ServiceTools): Work => ({
  name: 'datasets.purged',
  alone: 'beside projections',
  run: async (signal) => {
    await pause(FIRST_AFTER_MS, signal);
    while (!signal.aborted) {
      const removed = await sweepPurged(tools, signal);
      if (removed > 0) tools.logger.info({ removed }, 'documents of purged items were removed');
      await pause(HOUR_MS, signal);
    }
  },
});

/** Answers how many documents were removed; all there were, unless the signal aborts or another replica projects. */
export const sweepPurged = async (tools: Tools, signal: AbortSignal): Promise<number> => {
  let removed = 0;
  for await (const versionId of purgedVersions(tools))
    removed += await sweepVersion(versionId, tools, signal);
  for await (const datasets of pagesOf(tools.documents, DATASETS, { fields: { purged: true } }, CHUNK))
    for (const { id } of datasets) removed += await sweepShares(id, tools, signal);
  return removed;
};

/** With whom a dataset was shared that nobody can bring back: there are at most 1,000, and those that were taken back. */
const sweepShares = async (datasetId: string, tools: Tools, signal: AbortSignal): Promise<number> => {
  const filter = { fields: { asset_id: datasetId, deleted: WHETHER_OR_NOT } };
  for (let removed = 0; ;) {
    const shares = await tools.documents.find(DATASET_SHARES, { filter, sort: 'created_at', limit: CHUNK });
    const ids = shares.map(({ id }) => id);
    if (ids.length === 0 || signal.aborted) return removed;
    if (!(await tools.removeDocuments(datasetsProjection.name, DATASET_SHARES, ids))) return removed;
    removed += shares.length;
  }
};

/** Versions that were purged, and those of datasets that were. */
async function* purgedVersions({ documents }: Tools): AsyncGenerator<string, void, void> {
  const purged = { fields: { purged: true } };
  for await (const versions of pagesOf(documents, VERSIONS, purged, CHUNK))
    for (const { id } of versions) yield id;
  for await (const datasets of pagesOf(documents, DATASETS, purged, CHUNK))
    for (const { id } of datasets) {
      const within = { dataset_id: id, deleted: WHETHER_OR_NOT, complete: WHETHER_OR_NOT };
      for await (const versions of pagesOf(documents, VERSIONS, { fields: within }, CHUNK))
        for (const version of versions) yield version.id;
    }
}

const sweepVersion = async (versionId: string, tools: Tools, signal: AbortSignal): Promise<number> => {
  const filter = { fields: { version_id: versionId, deleted: WHETHER_OR_NOT } };
  for (let removed = 0; ;) {
    const began = performance.now();
    const items = await tools.documents.find(ITEMS, { filter, sort: 'created_at', limit: CHUNK });
    const ids = items.map(({ id }) => id);
    if (ids.length === 0 || signal.aborted) return removed;
    if (!(await tools.removeDocuments(itemsProjection.name, ITEMS, ids))) return removed;
    removed += ids.length;
    await pause((performance.now() - began) * REST, signal);
  }
};
