import { type DatasetEvent, datasetStreamEvents } from '@cairn/contracts';
import { type ProjectedEvent, projectInMemory, START } from '@cairn/kernel';
import { DATASET, datasetCreated, OWNER } from '../../testing/examples.js';
import { datasetUsage } from '../../usage.js';

const { DatasetUpdated, DatasetTransferred } = datasetStreamEvents;
const facts = {
  id: DATASET,
  stream: `dataset-${DATASET}`,
  revision: 0n,
  position: START,
  at: '',
  actor: { kind: 'user', id: OWNER },
  eventId: '',
  hash: '',
  command: '',
  commandName: '',
  correlation: '',
} as const;

describe('whose usage it is', () => {
  const after = (...events: readonly DatasetEvent[]) => {
    const seen = events.map((event): ProjectedEvent => ({ ...facts, event }));
    return projectInMemory(datasetUsage.projection, seen).get('dataset_usage')?.get(DATASET);
  };
  const moved = (organization_id: string | null) => DatasetUpdated.of({ changes: { organization_id } });
  const place = { organization_id: null, project_id: null, public: false, visibility: 'private' } as const;
  const given = DatasetTransferred.of({
    ...place,
    user_id: 'eve',
    organization_id: 'firm',
    previous: { ...place, user_id: OWNER },
    readers: [],
  });

  it('S47: moves with the dataset, to whom and where it goes', () => {
    const created = datasetCreated();
    expect(after(created)).toMatchObject({ owner_id: OWNER, organization_id: null });
    expect(after(created, moved('firm'))).toMatchObject({ owner_id: OWNER, organization_id: 'firm' });
    expect(after(created, moved('firm'), moved(null))).toMatchObject({ organization_id: null });
    expect(after(created, DatasetUpdated.of({ changes: { name: 'x' } }))).toMatchObject({ owner_id: OWNER });
    expect(after(created, given)).toMatchObject({ owner_id: 'eve', organization_id: 'firm' });
  });
});
