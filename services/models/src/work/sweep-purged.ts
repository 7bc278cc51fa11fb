import { pagesOf, pause, type ServiceTools, type Work } from '@cairn/kernel';
import { METRICS, metricsProjection } from '../read-models/metrics/project.js';
import { MODEL_SHARES, MODELS, modelsProjection } from '../read-models/models/project.js';
import { VERSIONS } from '../read-models/versions/project.js';

type Tools = Pick<ServiceTools, 'removeDocuments'> & {
  readonly documents: Pick<ServiceTools['documents'], 'find'>;
};

const HOUR_MS = 60 * 60 * 1000;
/** A process that has just started has better things to do. */
const FIRST_AFTER_MS = 10 * 60 * 1000;
/** Documents that one transaction removes. */
const CHUNK = 200;
/** Projections are kept from their events for a fifth of the time at most: nobody waits for this. */
const REST = 4;

const WHETHER_OR_NOT = [true, false];

/**
 * Removes what nobody can bring back (law 6), in small chunks: with whom purged models were shared, and the points that
 * were measured of purged models and versions. The documents of models and versions stay: they say who may read the past.
 */
export const purgedSweep = (tools: ServiceTools): Work => ({
  name: 'models.purged',
  alone: 'beside projections',
  run: async (signal) => {
    await pause(FIRST_AFTER_MS, signal);
    while (!signal.aborted) {
      const removed = await sweepPurged(tools, signal);
      if (removed > 0) tools.logger.info({ removed }, 'documents of purged models were removed');
      await pause(HOUR_MS, signal);
    }
  },
});

interface Swept {
  readonly projection: string;
  readonly collection: string;
  readonly fields: Readonly<Record<string, string | readonly boolean[]>>;
}

/** Answers how many documents were removed; all there were, unless the signal aborts or another replica projects. */
export const sweepPurged = async (tools: Tools, signal: AbortSignal): Promise<number> => {
  let removed = 0;
  for await (const swept of toSweep(tools)) removed += await sweep(swept, tools, signal);
  return removed;
};

async function* toSweep({ documents }: Tools): AsyncGenerator<Swept, void, void> {
  const purged = { fields: { purged: true } };
  for await (const versions of pagesOf(documents, VERSIONS, purged, CHUNK))
    for (const { id } of versions) yield pointsOf(id);
  for await (const models of pagesOf(documents, MODELS, purged, CHUNK))
    for (const { id } of models) {
      yield {
        projection: modelsProjection.name,
        collection: MODEL_SHARES,
        fields: { asset_id: id, deleted: WHETHER_OR_NOT },
      };
      const within = { fields: { model_id: id, deleted: WHETHER_OR_NOT } };
      for await (const versions of pagesOf(documents, VERSIONS, within, CHUNK))
        for (const version of versions) yield pointsOf(version.id);
    }
}

const pointsOf = (model_version_id: string): Swept => ({
  projection: metricsProjection.name,
  collection: METRICS,
  fields: { model_version_id },
});

const sweep = async (
  { projection, collection, fields }: Swept,
  { documents, removeDocuments }: Tools,
  signal: AbortSignal,
): Promise<number> => {
  for (let removed = 0; ;) {
    const began = performance.now();
    const found = await documents.find(collection, { filter: { fields }, sort: 'created_at', limit: CHUNK });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0 || signal.aborted) return removed;
    if (!(await removeDocuments(projection, collection, ids))) return removed;
    removed += ids.length;
    await pause((performance.now() - began) * REST, signal);
  }
};
