import {
  collect,
  expectAtHead,
  fill,
  freshCategory,
  freshStream,
  type LogUnderTest,
} from './conformance-events.js';
import type { Batch, DamagedRecord, EventLog } from './port.js';
import { START } from '../base/position.js';
import { RecordDamaged } from './port.js';

/** The part of the suite about a record that cannot be read: it is never served, and hides no other. */
export const damageCases = (log: () => EventLog, spoil: LogUnderTest['spoil']): void => {
  describe('a damaged record', () => {
    it('R11: is never served, and stops those who may leave no gap', async () => {
      const { log: after, category, bad } = await spoiled(log(), spoil);
      await expect(after.read(bad)).rejects.toThrow(RecordDamaged);
      const all = { after: START, categories: [category] };
      await expect(after.readAll({ ...all, limit: 100 })).rejects.toThrow(RecordDamaged);
      await expect(collect(after, [category], 100)).rejects.toThrow(RecordDamaged);
    });

    it('R14: is told to those who go past it, and all others are given', async () => {
      const under = await spoiled(log(), spoil);
      const stop = new AbortController();
      const options = { after: START, categories: [under.category], maxBatch: 2, signal: stop.signal };
      const batches: Batch[] = [];
      for await (const batch of under.log.subscribe({ ...options, pastDamage: true })) {
        batches.push(batch);
        if (batch.caughtUp) stop.abort();
      }
      await expectOthers(under, batches);
    });

    it('R14: is told in pages too', async () => {
      const under = await spoiled(log(), spoil);
      const options = { categories: [under.category], pastDamage: true, limit: 2 };
      const batches: Batch[] = [];
      while (batches.at(-1)?.caughtUp !== true)
        batches.push(await under.log.readAll({ ...options, after: batches.at(-1)?.position ?? START }));
      await expectOthers(under, batches);
    });
  });
};

/** Three streams, of which the first ends with a record that cannot be read; the last is written afterwards. */
interface Spoiled {
  readonly log: EventLog;
  readonly category: string;
  readonly bad: string;
  readonly good: string;
  readonly later: string;
}

const spoiled = async (before: EventLog, spoil: LogUnderTest['spoil']): Promise<Spoiled> => {
  const category = freshCategory();
  const [bad, good, later] = [freshStream(category), freshStream(category), freshStream(category)];
  await fill(before, bad, 3);
  await fill(before, good, 2);
  const log = await spoil(bad);
  await fill(log, later, 4);
  return { log, category, bad, good, later };
};

/** What those see who go past it, two records at a time. */
const expectOthers = async ({ log, bad, good, later }: Spoiled, batches: readonly Batch[]): Promise<void> => {
  const events = batches.flatMap((batch) => batch.events);
  const damaged = batches.flatMap((batch): readonly DamagedRecord[] => batch.damaged ?? []);
  const ofBad = events.filter(({ stream }) => stream === bad);
  expect(damaged).toEqual([
    {
      stream: bad,
      revision: BigInt(ofBad.length),
      position: expect.any(String) as string,
      id: expect.any(String) as string,
      type: expect.any(String) as string,
      reason: expect.stringContaining(`${bad} at revision ${ofBad.length}`) as string,
    },
  ]);
  expect(damaged[0]!.position > ofBad.at(-1)!.position).toBe(true);
  for (const stream of [good, later])
    expect(events.filter((event) => event.stream === stream)).toEqual(await log.read(stream));
  expect(events).toHaveLength(ofBad.length + 6);
  for (const batch of batches)
    expect(batch.events.length + (batch.damaged?.length ?? 0)).toBeLessThanOrEqual(2);
  await expectAtHead(log, batches.at(-1)!, events.at(-1)!.position);
};
