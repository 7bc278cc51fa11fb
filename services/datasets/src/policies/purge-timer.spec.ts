import { datasetStreamEvents, type DomainEvent } from '@cairn/contracts';
import { DATASET, OWNER } from '../testing/examples.js';
import { purgeTimer } from './purge-timer.js';

const facts = {
  id: DATASET,
  stream: `dataset-${DATASET}`,
  revision: 1n,
  position: '',
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'user', id: OWNER },
} as const;
const { DatasetDeleted, DatasetRestored, DatasetPurged } = datasetStreamEvents;
const due = '2026-01-31T00:00:00.000Z';

describe('the purge timer', () => {
  const set = (event: DomainEvent) => purgeTimer.set(event, facts);
  const stop = (event: DomainEvent) => purgeTimer.stop(event, facts);

  it('law 6: is set by a deletion for the time that it names', () => {
    const deleted = DatasetDeleted.of({ purge_at: due });
    expect(set(deleted)).toEqual([
      {
        id: `purge:${DATASET}`,
        due,
        command: 'datasets.purgeDataset',
        input: { dataset_id: DATASET },
      },
    ]);
    expect(stop(deleted)).toEqual([]);
  });
  it.each([DatasetRestored.of({}), DatasetPurged.of({})])('law 6: is stopped by %j', (event) => {
    expect(stop(event)).toEqual([`purge:${DATASET}`]);
    expect(set(event)).toEqual([]);
  });
});
