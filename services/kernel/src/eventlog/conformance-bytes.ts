import { anEvent, expectAppended, freshCategory, freshStream } from './conformance-events.js';
import { PART_BYTES } from './parts.js';
import type { Batch, EventLog } from './port.js';
import { START } from '../base/position.js';
import { NO_STREAM } from './port.js';

const APPENDS = 24;
const EVENT_BYTES = 250_000;

/** The part of the suite about events that are large: what is held at once is bounded by bytes. */
export const bytesCases = (log: () => EventLog): void => {
  describe('large events', () => {
    let category: string;
    let ids: readonly string[];
    beforeEach(async () => {
      category = freshCategory();
      ids = await fillLarge(log(), category);
    });

    it('are paged so that no page is larger than it may be, and each goes on where the last ended', async () => {
      const pages: Batch[] = [];
      do {
        const after = pages.at(-1)?.position ?? START;
        pages.push(await log().readAll({ after, categories: [category], limit: 1_000 }));
      } while (pages.at(-1)?.caughtUp === false);
      expectBounded(pages, ids);
    });

    it('are followed in batches that are no larger than they may be', async () => {
      const stop = new AbortController();
      const batches: Batch[] = [];
      const options = { after: START, categories: [category], maxBatch: 1_000, signal: stop.signal };
      for await (const batch of log().subscribe(options)) {
        batches.push(batch);
        if (batch.caughtUp) stop.abort();
      }
      expectBounded(batches, ids);
    });
  });
};

/** Each batch but the last ends with its last event, and none has caught up before. */
export const expectBounded = (batches: readonly Batch[], ids: readonly string[]): void => {
  expect(batches.flatMap(({ events }) => events.map(({ id }) => id))).toEqual(ids);
  expect(batches.length).toBeGreaterThan(1);
  for (const { events } of batches) {
    const before = events.slice(0, -1).map(({ data }) => JSON.stringify(data).length);
    expect(before.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(PART_BYTES);
  }
  for (const { events, position, caughtUp } of batches.slice(0, -1)) {
    expect(caughtUp).toBe(false);
    if (events.length > 0) expect(position).toBe(events.at(-1)?.position);
  }
  expect(batches.at(-1)?.caughtUp).toBe(true);
};

const fillLarge = async (log: EventLog, category: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let append = 0; append < APPENDS; append += 1) {
    const events = Array.from({ length: 3 }, () => anEvent('x'.repeat(EVENT_BYTES)));
    expectAppended(await log.append({ stream: freshStream(category), expected: NO_STREAM, events }));
    ids.push(...events.map(({ id }) => id));
  }
  return ids;
};
