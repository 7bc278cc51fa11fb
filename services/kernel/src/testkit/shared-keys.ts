import { publishedCategories } from '@cairn/contracts';
import { categoryOf, idOf } from '../domain/streams.js';
import { START } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';

const PAGE = 5_000;

/** Published streams of a log that have the id of another: to a consumer they are one stream, and it drops what is the other's. */
export const streamsOfOneKey = async (log: EventLog): Promise<readonly string[]> => {
  const known = new Map<string, string>();
  const found = new Set<string>();
  for (let after = START; ;) {
    const batch = await log.readAll({ after, categories: [...publishedCategories], limit: PAGE });
    for (const { stream } of batch.events) {
      const category = known.get(idOf(stream)) ?? categoryOf(stream);
      known.set(idOf(stream), category);
      if (category !== categoryOf(stream)) found.add(stream);
    }
    if (batch.caughtUp) return [...found];
    after = batch.position;
  }
};
