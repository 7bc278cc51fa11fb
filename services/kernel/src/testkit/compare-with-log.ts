import { idOf } from '../domain/streams.js';
import { START } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';
import type { Message } from '../publisher/port.js';

/** How what a topic holds differs from the log. */
export interface Comparison {
  readonly events: number;
  /** Events of the log that are in no message, `<stream>@<revision>`. */
  readonly missing: readonly string[];
  /** Messages that skip a sequence of their key, or tell another event than the log has there. */
  readonly wrong: readonly string[];
  /** Messages that a consumer drops, for it has seen their sequence. */
  readonly duplicates: number;
}

const PAGE = 5_000;

/** Reads as a consumer does: a message whose sequence was seen for its key is dropped, the others must follow. */
export const compareWithLog = async (
  log: EventLog,
  categories: readonly string[],
  messages: readonly Pick<Message, 'key' | 'headers'>[],
): Promise<Comparison> => {
  const logged = await streamsOf(log, categories);
  const next = new Map<string, number>();
  const wrong: string[] = [];
  let duplicates = 0;
  for (const { key, headers } of messages) {
    const sequence = Number(headers['ce_sequence']);
    const expected = next.get(key) ?? 0;
    if (sequence < expected) duplicates += 1;
    else if (sequence > expected) wrong.push(`${key}: ${sequence} follows ${expected - 1}`);
    else if (logged.get(key)?.[sequence] !== headers['ce_id'])
      wrong.push(`${key}@${sequence} is another event`);
    next.set(key, Math.max(expected, sequence + 1));
  }
  const missing = [...logged].flatMap(([key, ids]) =>
    ids.slice(next.get(key) ?? 0).map((_, index) => `${key}@${(next.get(key) ?? 0) + index}`),
  );
  const events = [...logged.values()].reduce((sum, ids) => sum + ids.length, 0);
  return { events, missing, wrong, duplicates };
};

/** The ids of the events of each stream, by its bare id. */
const streamsOf = async (
  log: EventLog,
  categories: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const streams = new Map<string, string[]>();
  let after = START;
  for (;;) {
    const { events, position, caughtUp } = await log.readAll({ after, categories, limit: PAGE });
    for (const { stream, id } of events) {
      const ids = streams.get(idOf(stream)) ?? [];
      streams.set(idOf(stream), ids);
      ids.push(id);
    }
    if (caughtUp) return streams;
    after = position;
  }
};
