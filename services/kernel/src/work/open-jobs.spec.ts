import type { Document } from '../documents/port.js';
import { START } from '../base/position.js';
import { readModelOf } from '../reactions/read-model.js';
import { openEmbedded } from '../testkit/index.js';
import { jobProjection, openJobs } from './job-documents.js';
import { errandKind } from './testing/errands.js';

const MANY = 1_200;
const errands = errandKind('errand');
const model = readModelOf(jobProjection(errands, { name: 'errands', version: 1 }));
const document = (index: number, tenant: string, status = 'queued'): Document => ({
  id: `id-${String(index).padStart(5, '0')}`,
  status,
  created_at: new Date(index * 1000).toISOString(),
  requester: { kind: 'user', user_id: tenant },
});

describe('the jobs that a worker looks at', () => {
  const opened = async (documents: readonly Document[]) => {
    const embedded = openEmbedded();
    const { documents: store } = embedded;
    await store.prepare([model]);
    await store.apply({
      projection: model.projection,
      generation: 'live',
      from: START,
      to: '1',
      changes: documents.map((job) => ({ kind: 'put', collection: errands.collection, document: job })),
    });
    const open = await openJobs(errands, store);
    await embedded.remove();
    return open;
  };

  it('have whoever asked last among them, however many another asked for before', async () => {
    const many = Array.from({ length: MANY }, (_, index) => document(index, 'greedy'));
    const open = await opened([...many, document(MANY, 'other')]);
    expect(new Set(open.map(({ tenant }) => tenant))).toEqual(new Set(['greedy', 'other']));
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length);
  });

  it('wait or run; those that are over are none of them', async () => {
    const open = await opened([document(1, 'a'), document(2, 'b', 'running'), document(3, 'c', 'completed')]);
    expect(open.map(({ tenant, isNew }) => [tenant, isNew])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });
});
