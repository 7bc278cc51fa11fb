/** Before a team switches to another version, one request says what that would have answered to yesterday's inputs. */
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { twoNumbersModel } from '../support/two-numbers.js';

describe.each(topologies)('replaying a version, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let model: string;
  let of_version_id: string;
  let version_id: string;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    model = (await ada.client.call('createModel', { body: { name: 'two numbers' } })).body.id;
    const { client } = ada;
    const params = { id: model };
    of_version_id = await uploadedTo(
      (query, file) => client.call('uploadModel', { params, query, file }),
      ['left', 'right', 'neither'],
    );
    for (const input_text of ['3,0', '0,3', '9,0'])
      await client.call('runModel', { params: { model_id: model }, body: { input_text } });
    const { body: next } = await client.call('createModelVersion', {
      params: { model_id: model },
      body: { name: 'next' },
    });
    version_id = next.id;
    const named = { ...params, version_id };
    // The same numbers; what was `right` is called otherwise.
    await uploadedTo(
      (query, file) => client.call('uploadModelVersion', { params: named, query, file }),
      ['left', 'down', 'neither'],
    );
  });
  afterAll(() => cairn.remove());

  type Query = { readonly asset_type: 'onnx_model' | 'labels_file' };
  type Sent = {
    readonly name: string;
    readonly contentType: string;
    readonly content: string | Uint8Array<ArrayBuffer>;
  };
  const uploadedTo = async (
    upload: (query: Query, file: Sent) => Promise<{ readonly body: { readonly id: string } }>,
    labels: readonly string[],
  ): Promise<string> => {
    const contentType = 'application/octet-stream';
    await upload(
      { asset_type: 'onnx_model' },
      { name: 'model.onnx', contentType, content: twoNumbersModel() },
    );
    const content = `${labels.join('\n')}\n`;
    return (await upload({ asset_type: 'labels_file' }, { name: 'labels.txt', contentType, content })).body
      .id;
  };
  const request = (limit?: number) => ({
    params: { id: model, version_id },
    body: { of_version_id, ...(limit === undefined ? {} : { limit }) },
  });

  it('tells how often the answers agree, by label, and where not', async () => {
    const { status, body: replay } = await ada.client.call('replayModelVersion', request());
    expect(status).toBe(200);
    expect(replay).toMatchObject({ compared: 3, agreed: 2, failed: 0, version_id, of_version_id });
    expect(replay).toMatchObject({
      labels: [
        { label: 'left', count: 2, agreed: 2 },
        { label: 'right', count: 1, agreed: 0, answers: [{ label: 'down', count: 1 }] },
      ],
      differences: [{ before: 'right', after: 'down' }],
    });
    const { body: listed } = await ada.client.call('listInferences', { query: { model_id: model } });
    expect(listed).toHaveLength(3);
  });

  it('goes on as a job, is found among all work, and goes on after a kill', async () => {
    const sent = { ...request(), headers: { prefer: 'respond-async' } };
    const { status, headers } = await ada.client.call('replayModelVersion', sent);
    expect(status).toBe(202);
    const id = headers.get('location')?.split('/').at(-1) ?? '';
    await cairn.end('SIGKILL');
    await cairn.again();
    const read = async () => (await ada.client.call('getJob', { params: { id } })).body;
    while (['queued', 'running'].includes((await read()).status)) continue;
    expect(await read()).toMatchObject({
      ...{ status: 'completed', job_type: 'replay', model_id: model },
      result: { compared: 3, agreed: 2, differences: [{ before: 'right', after: 'down' }] },
    });
    const { body: jobs } = await ada.client.call('listJobs', { query: { job_type: 'replay' } });
    expect(jobs.map((job) => [job.id, job.result?.['differences']])).toContainEqual([id, []]);
    const root = await administrator(cairn);
    const { body: all } = await root.client.call('listAllJobs', { query: { model_id: model } });
    expect(all.every((job) => job.job_type === 'replay' && job.model_id === model)).toBe(true);
    const items = [{ entity_type: 'model_version', entity_id: version_id, status: 'completed' }];
    expect(all.find((job) => job.id === id)).toMatchObject({ user_id: ada.id, items });
    const none = await root.client.call('listAllJobs', { query: { model_id: version_id } });
    expect(none.body).toEqual([]);
  });

  it('tells nobody what was deleted since, and is nobody else’s', async () => {
    const { body: all } = await ada.client.call('replayModelVersion', request());
    const [differing] = (all as { differences: readonly { inference_id: string }[] }).differences;
    await ada.client.call('deleteInference', { params: { id: differing?.inference_id ?? '' } });
    const { job_id: id } = all as { job_id: string };
    expect((await ada.client.call('getJob', { params: { id } })).body.result).toMatchObject({
      ...{ compared: 3, differences: [] },
    });
    const eve = await somebody(cairn, 'eve');
    expect((await eve.client.try('getJob', { params: { id } })).status).toBe(404);
    expect((await eve.client.try('replayModelVersion', request())).status).toBe(404);
  });
});
