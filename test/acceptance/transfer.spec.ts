import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

describe.each(topologies)('imports, duplicates and exports on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const newVersion = async () => {
    const { body } = await ada.client.call('createDataset', {
      body: { name: 'mails', default_splits: true },
    });
    return { dataset_id: body.id, id: body.active_version_id ?? '' };
  };
  type At = Awaited<ReturnType<typeof newVersion>>;
  const upload = (at: At, content: string, headers: Readonly<Record<string, string>> = {}, query = '') =>
    wire(cairn, {
      method: 'POST',
      path: `/api/v1/datasets/${at.dataset_id}/versions/${at.id}/upload${query}`,
      token: ada.token,
      headers: { 'content-type': 'application/x-ndjson', 'x-filename': 'mails.jsonl', ...headers },
      body: content,
    });
  const jsonOf = ({ text }: { readonly text: string }) => JSON.parse(text) as Record<string, unknown>;
  const over = async (location: string) => {
    for (;;) {
      const { body } = await ada.client.call('getJob', {
        params: { id: location.slice(location.lastIndexOf('/') + 1) },
      });
      if (!['queued', 'running'].includes(body.status)) return body;
    }
  };

  it('an import that is not waited for answers with its job, which tells when it is over', async () => {
    const at = await newVersion();
    const content = lines(
      ...Array.from({ length: 500 }, (_, index) => ({ text: `mail ${index}`, label: 'x' })),
    );
    const answer = await upload(at, content, { prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    expect(jsonOf(answer)).toMatchObject({
      job_type: 'import',
      dataset_id: at.dataset_id,
      dataset_version_id: at.id,
      name: 'mails.jsonl',
    });
    const location = String(answer.headers['location']);
    expect(location).toBe(`/api/v1/jobs/${String(jsonOf(answer)['id'])}`);
    expect(await over(location)).toMatchObject({
      status: 'completed',
      result: { created: 500, labels_created: 1 },
    });
    const stranger = await somebody(cairn);
    expect((await stranger.client.try('getJob', { params: { id: location.slice(-36) } })).status).toBe(404);
  });

  it('work that is cancelled ends, keeps what landed, and is in the list of who asked for it', async () => {
    const at = await newVersion();
    const many = Array.from({ length: 20_000 }, (_, index) => ({ text: `mail ${index}` }));
    const asked = jsonOf(await upload(at, lines(...many), { prefer: 'respond-async' }));
    const params = { id: String(asked['id']) };
    const cancelled = await ada.client.call('cancelJob', { params });
    expect(cancelled.status).toBe(200);
    const job = await over(`/api/v1/jobs/${params.id}`);
    expect(job).toMatchObject({ status: 'cancelled', status_message: '' });
    const { headers } = await ada.client.call('listDatasetItems', {
      params: { dataset_id: at.dataset_id, version_id: at.id },
      query: { limit: 1, count: 'exact' },
    });
    expect(Number(headers.get('x-total-count'))).toBe(job.result?.['created'] ?? 0);
    expect((await ada.client.call('cancelJob', { params })).status).toBe(200);
    const list = async (query: Record<string, string | number | readonly string[]>) =>
      (await ada.client.call('listJobs', { query })).body;
    expect(await list({ status: ['cancelled'] })).toEqual([job]);
    expect((await list({ job_type: 'import', limit: 1 }))[0]).toEqual(job);
    const done = await upload(at, '{"text":"a"}', { prefer: 'respond-async' });
    await over(String(done.headers['location']));
    const late = await ada.client.try('cancelJob', { params: { id: String(jsonOf(done)['id']) } });
    expect(late).toMatchObject({ status: 409, body: { code: 'job_finished' } });
    const { client } = await somebody(cairn);
    expect((await client.call('listJobs')).body).toEqual([]);
    expect((await client.try('cancelJob', { params })).status).toBe(404);
  });

  it('work ends when the key that asked for it is disabled', async () => {
    const at = await newVersion();
    const { body: made } = await ada.client.call('createAPIKey', {
      body: { name: 'imports', scopes: ['datasets:write', 'datasets:read'] },
    });
    const many = Array.from({ length: 20_000 }, (_, index) => ({ text: `mail ${index}` }));
    const { body } = await cairn.client(made.key).call('importDataset', {
      params: at,
      file: { name: 'mails.jsonl', contentType: 'application/x-ndjson', content: lines(...many) },
      headers: { prefer: 'respond-async' },
    });
    await ada.client.call('updateAPIKey', { params: { id: made.id }, body: { disabled: true } });
    expect(await over(`/api/v1/jobs/${body.id}`)).toMatchObject({
      status: 'failed',
      error_code: 'requester_unavailable',
    });
  });

  it('a broken file is 422 with the places of its errors, and stores nothing', async () => {
    const at = await newVersion();
    const answer = await upload(at, '{"text":"a"}\n{broken\n{"label":"b"}');
    expect(answer.status).toBe(422);
    expect(jsonOf(answer)).toMatchObject({
      code: 'import_record_invalid',
      errors: [
        { file: 'mails.jsonl', line: 2, code: 'json_invalid' },
        { file: 'mails.jsonl', line: 3, code: 'record_invalid' },
      ],
    });
    const { body } = await ada.client.call('listDatasetItems', {
      params: { dataset_id: at.dataset_id, version_id: at.id },
    });
    expect(body).toEqual([]);
  });

  it('broken records are left out when they may, and a dry run stores nothing', async () => {
    const at = await newVersion();
    const dry = await upload(at, '{"text":"a"}\n{broken', {}, '?on_error=skip&dry_run=true');
    expect(jsonOf(dry)).toMatchObject({ import: { dry_run: true, created: 1, skipped: 1 } });
    const answer = await upload(at, '{"text":"a"}\n{broken', {}, '?on_error=skip');
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({
      id: at.id,
      import: { created: 1, skipped: 1, errors: [{ line: 2 }] },
    });
  });

  it('a retry under the same key imports once', async () => {
    const at = await newVersion();
    const headers = { 'idempotency-key': 'import-1' };
    const [first, again] = [
      await upload(at, '{"text":"a"}', headers),
      await upload(at, '{"text":"a"}', headers),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(jsonOf(again)['import']).toEqual(jsonOf(first)['import']);
  });

  it('If-Match speaks of the version', async () => {
    const at = await newVersion();
    const { headers } = await ada.client.call('getDatasetVersion', { params: at });
    await ada.client.call('updateDatasetVersion', { params: at, body: { description: 'changed' } });
    const answer = await upload(at, '{"text":"a"}', { 'if-match': headers.get('etag') ?? '' });
    expect(answer.status).toBe(412);
  });

  it('a duplicate has the items of its source under ids of its own', async () => {
    const at = await newVersion();
    await upload(at, lines({ text: 'a', label: 'x' }, { text: 'b', label: 'y', split: 'test' }));
    const { body, status, headers } = await ada.client.call('duplicateDatasetVersion', {
      params: at,
      body: { name: 'copy' },
    });
    expect(status).toBe(201);
    if (!('dataset_id' in body)) throw new Error('the duplicate went on as a job');
    expect(headers.get('location')).toBe(`/api/v1/datasets/${at.dataset_id}/versions/${body.id}`);
    expect(body).toMatchObject({ name: 'copy', dataset_id: at.dataset_id });
    const itemsOf = async (id: string) =>
      (
        await ada.client.call('listDatasetItems', {
          params: { dataset_id: at.dataset_id, version_id: id },
          query: { sort: 'name' },
        })
      ).body;
    const [source, copy] = [await itemsOf(at.id), await itemsOf(body.id)];
    expect(copy.map(({ text }) => text).sort()).toEqual(['a', 'b']);
    expect(copy.map(({ origin_id }) => origin_id).sort()).toEqual(source.map(({ id }) => id).sort());
    expect(copy.map(({ annotations }) => annotations[0]?.label?.name).sort()).toEqual(['x', 'y']);
  });

  it('an export names what its format cannot hold, and an unknown format is 422', async () => {
    const at = await newVersion();
    await upload(at, lines({ text: 'a', label: 'x' }));
    const csv = await ada.client.call('downloadDatasetVersion', { params: at, query: { format: 'csv' } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('accept-ranges')).toBe('none');
    expect(csv.headers.get('x-not-held')).toBe('labels.color, labels.number, splits without items');
    const unknown = await ada.client.try('downloadDatasetVersion', { params: at, query: { format: 'nope' } });
    expect([unknown.status, unknown.body]).toMatchObject([422, { code: 'format_unknown' }]);
    const missing = { dataset_id: at.dataset_id, id: at.id, split_id: at.id };
    expect((await ada.client.try('downloadDatasetSplit', { params: missing })).status).toBe(404);
  });

  it('an import into a version of another dataset finds nothing', async () => {
    const [one, other] = [await newVersion(), await newVersion()];
    expect((await upload({ dataset_id: one.dataset_id, id: other.id }, '{"text":"a"}')).status).toBe(404);
  });
});
