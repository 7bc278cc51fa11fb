import { datasetStreamEvents, datasetVersionStreamEvents, type DomainEvent } from '@cairn/contracts';
import { DATASET, OWNER, VERSION } from '../testing/examples.js';
import { datasetsService } from '../service.js';

const facts = {
  id: DATASET,
  stream: `dataset-${DATASET}`,
  revision: 1n,
  position: '',
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'user', id: OWNER },
  eventId: 'event',
  hash: '',
  command: '',
  commandName: '',
  correlation: 'request',
} as const;
const { DatasetDeleted, DatasetRestored, DatasetPurged } = datasetStreamEvents;
const { DatasetVersionDeleted, DatasetVersionRestored, DatasetVersionPurged } = datasetVersionStreamEvents;
const due = '2026-01-31T00:00:00.000Z';

describe('the purge timer', () => {
  const set = (event: DomainEvent) => datasetsService.timers!.set(event, facts);
  const stop = (event: DomainEvent) => datasetsService.timers!.stop(event, facts);

  it('law 6: is set by a deletion for the time that it names', () => {
    const deleted = DatasetDeleted.of({ purge_at: due });
    expect(set(deleted)).toEqual([
      {
        id: `purge:${DATASET}`,
        due,
        command: 'datasets.purgeDataset',
        input: { id: DATASET },
      },
    ]);
    expect(stop(deleted)).toEqual([]);
  });
  it.each([DatasetRestored.of({}), DatasetPurged.of({})])('law 6: is stopped by %j', (event) => {
    expect(stop(event)).toEqual([`purge:${DATASET}`]);
    expect(set(event)).toEqual([]);
  });

  const ofVersion = { ...facts, id: VERSION, stream: `datasetVersion-${VERSION}` };
  it('law 6: is set by the deletion of a version too, when that names a time', () => {
    const deleted = DatasetVersionDeleted.of({ purge_at: due });
    expect(datasetsService.timers!.set(deleted, ofVersion)).toEqual([
      {
        id: `purge:${VERSION}`,
        due,
        command: 'datasets.purgeVersion',
        input: { id: VERSION },
      },
    ]);
    expect(datasetsService.timers!.stop(deleted, ofVersion)).not.toContain(`purge:${VERSION}`);
    expect(datasetsService.timers!.set(DatasetVersionDeleted.of({}), ofVersion)).toEqual([]);
  });
  it.each([DatasetVersionRestored.of({}), DatasetVersionPurged.of({})])(
    'law 6: of a version is stopped by %j',
    (event) => {
      expect(datasetsService.timers!.stop(event, ofVersion)).toEqual([`purge:${VERSION}`]);
      expect(datasetsService.timers!.set(event, ofVersion)).toEqual([]);
    },
  );
});
