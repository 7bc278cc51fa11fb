import type { ImportReport } from '@cairn/contracts';
import type { Append } from '@cairn/kernel';
import { WorkingDatasets } from '../testing/working-datasets.js';
import { leaveOut, newTally, skip } from './tally.js';

describe('what an import keeps of a file', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  it('is of an error as much as a person reads, not the whole record', async () => {
    datasets.startWorker();
    const version = await datasets.makeDataset();
    const content = JSON.stringify({
      text: 'a',
      annotations: [{ type: 'span', value: { start: 0, end: 1 }, parent_id: '\u{1f389}'.repeat(100_000) }],
    });
    const job = await datasets.import(version, { name: 'a.jsonl', content }, { on_error: 'skip' });
    const error = (job['result'] as ImportReport).errors[0]!;
    expect(error.message).toMatch(/^parent_id \u{1f389}+…$/u);
    expect(error.message.length).toBeLessThanOrEqual(500);
    expect(error.message.isWellFormed()).toBe(true);
  });

  it('is of large records a few at once', async () => {
    const version = await datasets.makeDataset();
    const content = Array.from({ length: 12 }, (_, n) =>
      JSON.stringify({ text: `${n} `.padEnd(2_000_000, 'x') }),
    );
    const slices: number[] = [];
    const { log } = datasets.tools;
    const counting = new Proxy(log, {
      get: (target, key: keyof typeof log) =>
        key === 'appendMany'
          ? (appends: readonly Append[]) => (slices.push(appends.length), target.appendMany(appends))
          : target[key]?.bind(target),
    });
    const job = await datasets.request(version, { name: 'a.jsonl', content: content.join('\n') });
    datasets.startWorker({ log: counting });
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: 12 } });
    expect(Math.max(...slices)).toBeLessThanOrEqual(5);
  });
});

describe('a tally', () => {
  it('keeps a hundred errors and a hundred things that are not held, each cut', () => {
    const tally = newTally();
    for (let n = 0; n < 200; n += 1) {
      const long = `${n} ${'x'.repeat(1000)}`;
      skip(tally, { file: 'a', line: n, code: 'record_invalid', message: long });
      leaveOut(tally, long);
    }
    expect([tally.skipped, tally.errors.length, tally.notHeld.length]).toEqual([200, 100, 100]);
    for (const text of [...tally.errors.map(({ message }) => message), ...tally.notHeld])
      expect([text.length, text.endsWith('…')]).toEqual([500, true]);
  });
});
