/** Items that were there before a post-processor are labelled when somebody asks for it, each once. */
import type { Job } from '@cairn/contracts';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** Fewer than those that stop a post-processor when all fail alike. */
const MANY = 12;

describe.each(topologies)('a run of a post-processor on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let dataset: { readonly dataset_id: string };
  let params: { readonly dataset_id: string; readonly id: string };
  let link: string;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    const { body: made } = await ada.client.call('createDataset', { body: { name: 'mails' } });
    dataset = { dataset_id: made.id };
    const lines = Array.from({ length: MANY }, (_, index) => JSON.stringify({ text: `mail ${index}` }));
    await ada.client.call('importDataset', {
      params: { ...dataset, id: made.active_version_id ?? '' },
      file: { name: 'mails.jsonl', contentType: 'application/x-ndjson', content: lines.join('\n') },
    });
    // A model without a file answers nobody: the jobs fail, which tells that they were asked for.
    const { body: model } = await ada.client.call('createModel', { body: { name: 'spam or not' } });
    const body = { name: 'labels', model_id: model.id };
    const created = await ada.client.call('createDatasetPostProcessor', { params: dataset, body });
    params = { ...dataset, id: created.body.id };
    link = created.headers.get('link') ?? '';
  });
  afterAll(() => cairn.leave());

  const body = { only: 'missing' as const };
  const watched = async (id: string): Promise<Job> => {
    for (;;) {
      const { body: job } = await ada.client.call('getJob', { params: { id } });
      if (!['queued', 'running'].includes(job.status)) return job;
    }
  };

  it('is named where the post-processor is made', () => {
    const path = `/api/v1/datasets/${params.dataset_id}/post-processors/${params.id}/run`;
    expect(link).toContain(`<${path}>; rel="related"`);
  });

  it('asks for a job of each item, and is a job itself', async () => {
    const headers = { prefer: 'respond-async' };
    const asked = await ada.client.call('runDatasetPostProcessor', { params, body, headers });
    expect(asked.status).toBe(202);
    const id = (asked.headers.get('location') ?? '').split('/').at(-1) ?? '';
    const result = { looked_at: MANY, asked: MANY, there_already: 0, nothing_to_read: 0 };
    expect(await watched(id)).toMatchObject({ status: 'completed', dataset_id: params.dataset_id, result });
    const query = { post_processor_id: params.id };
    const jobs = (await ada.client.call('listPostProcessorJobs', { params: dataset, query })).body;
    expect(new Set(jobs.map(({ dataset_item_id }) => dataset_item_id)).size).toBe(MANY);
    const { body: listed } = await ada.client.call('listJobs', { query: { job_type: 'run_post_processor' } });
    expect(listed).toMatchObject([{ id }]);
  });

  it('asks for none of them again, also where they failed', async () => {
    const { status, body: run } = await ada.client.call('runDatasetPostProcessor', { params, body });
    expect(status).toBe(200);
    expect(run).toEqual({ looked_at: MANY, asked: 0, there_already: MANY, nothing_to_read: 0 });
  });

  it('is refused while it is disabled', async () => {
    await ada.client.call('updateDatasetPostProcessor', { params, body: { enabled: false } });
    expect(await ada.client.try('runDatasetPostProcessor', { params, body })).toMatchObject({
      status: 409,
      body: { code: 'post_processor_not_working' },
    });
  });
});
