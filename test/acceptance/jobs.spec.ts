/** Work that goes on after its request is one list for who asked for it, whichever service does it. */
import { foundFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('durable work on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  }, 60_000);
  afterAll(() => cairn.leave());

  const jobAt = (headers: Headers): string => (headers.get('location') ?? '').split('/').at(-1) ?? '';

  /** Starts an import that nobody waits for; answers its job. */
  const startImport = async (records: number): Promise<string> => {
    const { body } = await ada.client.call('createDataset', { body: { name: 'mails' } });
    const lines = Array.from({ length: records }, (_, index) => JSON.stringify({ text: `mail ${index}` }));
    const { status, headers } = await ada.client.call('importDataset', {
      params: { dataset_id: body.id, id: body.active_version_id ?? '' },
      file: { name: 'mails.jsonl', contentType: 'application/x-ndjson', content: lines.join('\n') },
      headers: { prefer: 'respond-async' },
    });
    expect(status).toBe(202);
    return jobAt(headers);
  };

  /** Deletes an organization with a dataset; answers its job. */
  const deleteFirm = async (): Promise<string> => {
    const organization_id = await foundFirm(ada);
    await ada.client.call('createDataset', { body: { name: 'mails', organization_id, visibility: 'org' } });
    const { status, headers } = await ada.client.call('deleteOrganization', {
      params: { id: organization_id },
      query: { assets: 'delete' as const },
      headers: { prefer: 'respond-async' },
    });
    expect(status).toBe(202);
    return jobAt(headers);
  };

  const watch = async (id: string) => {
    for (;;) {
      const { body } = await ada.client.call('getJob', { params: { id } });
      if (!['queued', 'running'].includes(body.status)) return body;
    }
  };

  /** The list page by page, one on each. */
  const listed = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const { body, headers } = await ada.client.call('listJobs', { query });
      found.push(...body.map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      if (next === undefined) return found;
      cursor = new URL(next, cairn.baseUrl).searchParams.get('cursor') ?? undefined;
    }
  };

  it('of two services is one list, is watched to its end and cancelled', async () => {
    const small = await startImport(1);
    const deletion = await deleteFirm();
    const long = await startImport(20_000);
    expect(await listed()).toEqual([long, deletion, small]);
    expect((await ada.client.call('cancelJob', { params: { id: long } })).body.id).toBe(long);
    expect(await watch(small)).toMatchObject({ job_type: 'import', status: 'completed' });
    expect(await watch(deletion)).toMatchObject({
      job_type: 'delete_group',
      status: 'completed',
      result: { deleted: 1 },
    });
    expect(await watch(long)).toMatchObject({ job_type: 'import', status: 'cancelled' });
    const { body } = await ada.client.call('listJobs', { query: { status: ['completed'] } });
    expect(body.map(({ id }) => id)).toEqual([deletion, small]);
    expect(await listed()).toEqual([long, deletion, small]);
    const over = await ada.client.try('cancelJob', { params: { id: deletion } });
    expect(over).toMatchObject({ status: 409, body: { code: 'job_finished' } });
  });
});
