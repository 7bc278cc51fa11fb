import {
  datasetItemStreamEvents,
  datasetJobStreamEvents,
  datasetStreamEvents,
  datasetVersionStreamEvents,
  type DomainEvent,
} from '@cairn/contracts';
import {
  DATASET,
  datasetCreated,
  itemCreated,
  OWNER,
  TRAIN,
  VERSION,
  versionCreated,
} from './testing/examples.js';
import { datasetUsage } from './usage.js';

const { chargeOf, chargeOfAll, goesOn } = datasetUsage;

const file = { sha256: 'a'.repeat(64), size: 1_000_000, content_type: 'image/png', file_name: 'a.png' };
const jsonOf = ({ data }: DomainEvent): number => Buffer.byteLength(JSON.stringify(data));

describe('what an event takes', () => {
  it('is an item or a dataset that it makes, and the bytes of its text as they are written', () => {
    const item = itemCreated({ text: 'Ein 😀 Brief' });
    expect(chargeOf(item)).toEqual({ datasets: 0, items: 1, bytes: jsonOf(item) });
    expect(chargeOf(datasetCreated())).toEqual({ datasets: 1, items: 0, bytes: jsonOf(datasetCreated()) });
    expect(chargeOf(versionCreated())).toMatchObject({ datasets: 0, items: 0 });
  });

  it.each([
    ['the file of a new item', itemCreated({ file })],
    [
      'another file',
      datasetItemStreamEvents.ItemFileSet.of({ file, name: '', extension: '', attributes: null }),
    ],
    ['a logo', datasetStreamEvents.DatasetLogoSet.of(file)],
    [
      'an imported archive',
      datasetJobStreamEvents.DatasetJobRequested.of({
        id: VERSION,
        kind: 'import',
        dataset_id: DATASET,
        version_id: VERSION,
        user_id: OWNER,
        requester: { kind: 'user', user_id: OWNER },
        name: '',
        file,
      }),
    ],
  ])('is the size of %s', (_, event) => {
    expect(chargeOf(event).bytes).toBe(jsonOf(event) + file.size);
  });

  it('adds up', () => {
    const events = [itemCreated(), itemCreated({ file }), datasetCreated()];
    const bytes = events.reduce((sum, event) => sum + jsonOf(event), file.size);
    expect(chargeOfAll(events)).toEqual({ datasets: 1, items: 2, bytes });
  });
});

describe('what goes on', () => {
  const counts = { version_id: VERSION, before: null, after: null };
  const updated = (changes: object, readers?: []) =>
    datasetStreamEvents.DatasetUpdated.of({ changes, ...(readers === undefined ? {} : { readers }) });
  const splits = (added: string[], removed: string[]) =>
    datasetItemStreamEvents.ItemSplitsChanged.of({ added, removed, splits: [], counts });

  it.each<readonly [string, DomainEvent]>([
    ['a deletion', datasetItemStreamEvents.ItemDeleted.of({ counts })],
    ['a purge', datasetStreamEvents.DatasetPurged.of({})],
    ['the end of a copy', datasetVersionStreamEvents.DatasetVersionCompleted.of({})],
    ['leaving a split', splits([], [TRAIN])],
    ['hiding a dataset', updated({ visibility: 'private', public: false }, [])],
  ])('is %s', (_, event) => {
    expect(goesOn(event)).toBe(true);
  });

  it.each<readonly [string, DomainEvent]>([
    ['a restore', datasetItemStreamEvents.ItemRestored.of({ counts })],
    ['joining a split', splits([TRAIN], [])],
    ['a name', updated({ name: 'x' })],
    ['notes that come along with who sees it', updated({ visibility: 'public', notes: 'x' }, [])],
  ])('is not %s', (_, event) => {
    expect(goesOn(event)).toBe(false);
  });
});
