import { pause } from '../clock/pause.js';
import type { Filter } from '../documents/port.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';

/** Documents that a sweep removes: those of a collection with these values, deleted or not. */
export interface Swept {
  /** The name of the projection whose collection it is. */
  readonly projection: string;
  readonly collection: string;
  readonly fields: NonNullable<Filter['fields']>;
  /** By what they are found, as an index has it beside the fields: `id` of a range of ids. `created_at` when absent. */
  readonly sort?: string;
}

export type SweepTools = Pick<ServiceTools, 'removeDocuments'> & {
  readonly documents: Pick<ServiceTools['documents'], 'findPage'>;
};

/** What is to be removed, as the documents say it now: what a rebuild makes again goes again. */
export type ToSweep = (documents: SweepTools['documents']) => AsyncIterable<Swept>;

const HOUR_MS = 60 * 60 * 1000;
/** A process that has just started has better things to do. */
const FIRST_AFTER_MS = 10 * 60 * 1000;
/** Documents that one transaction removes, and that a page of what was purged has. */
export const SWEPT_AT_ONCE = 200;
/** Projections are kept from their events for a fifth of the time at most: nobody waits for this. */
const REST = 4;

/** For fields of yes and no that do not matter. */
export const WHETHER_OR_NOT = [true, false] as const;

/** Work that removes once an hour, in small chunks, documents of what nobody can bring back (law 6). Their events stay. */
export const purgedSweep =
  (name: string, toSweep: ToSweep) =>
  (tools: ServiceTools): Work => ({
    name,
    alone: 'beside projections',
    run: async (signal) => {
      await pause(FIRST_AFTER_MS, signal);
      while (!signal.aborted) {
        const removed = await sweepAll(toSweep, tools, signal);
        if (removed > 0)
          tools.logger.info({ removed, sweep: name }, 'documents of what was purged were removed');
        await pause(HOUR_MS, signal);
      }
    },
  });

/** Answers how many documents were removed; all there were, unless the signal aborts or another replica projects. */
export const sweepAll = async (toSweep: ToSweep, tools: SweepTools, signal: AbortSignal): Promise<number> => {
  let removed = 0;
  for await (const swept of toSweep(tools.documents)) removed += await sweep(swept, tools, signal);
  return removed;
};

const sweep = async (
  { projection, collection, fields, sort = 'created_at' }: Swept,
  { documents, removeDocuments }: SweepTools,
  signal: AbortSignal,
): Promise<number> => {
  const wanted = { filter: { fields }, sort, limit: SWEPT_AT_ONCE };
  for (let removed = 0; ;) {
    const began = performance.now();
    const ids = (await documents.findPage(collection, wanted)).documents.map(({ id }) => id);
    if (ids.length === 0 || signal.aborted) return removed;
    if (!(await removeDocuments(projection, collection, ids))) return removed;
    removed += ids.length;
    await pause((performance.now() - began) * REST, signal);
  }
};
