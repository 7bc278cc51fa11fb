/** A model that ends what runs it is put out of service with the reason; others go on, and an administrator puts it back. */
import type { ModelVersion } from '@cairn/contracts';
import { until } from '../faults/answers-of.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { endlessModel, twoNumbersModel } from '../support/two-numbers.js';

describe.each(topologies)('a model that ends what runs it, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let root: Person;
  let endless: string;
  let good: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, root] = [await somebody(cairn), await administrator(cairn)];
    endless = await model('{"task":"raw"}', endlessModel());
    good = await model('', twoNumbersModel());
  });
  afterAll(() => cairn.remove());

  const model = async (config: string, content: Uint8Array<ArrayBuffer>): Promise<string> => {
    const body = { name: 'a model', ...(config === '' ? {} : { config }) };
    const { id } = (await ada.client.call('createModel', { body })).body;
    const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
    const query = { asset_type: 'onnx_model' as const };
    await ada.client.call('uploadModel', { params: { id }, query, file });
    return id;
  };
  const ask = (model_id: string, body: object) => ada.client.try('runModel', { params: { model_id }, body });
  const askEndless = () => ask(endless, { inputs: { x: [1] } });
  const answers = async () =>
    expect((await ask(good, { input_text: '3,0' })).body).toMatchObject({ error: '' });
  const shown = async (): Promise<ModelVersion> =>
    (await ada.client.call('listModelVersions', { params: { model_id: endless } })).body[0]!;

  it('is out of service once it did so three times, for whoever asks; others go on', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await askEndless()).toMatchObject({ status: 503, body: { code: 'model_busy' } });
    // The third worker may be ended a moment after who asked was answered.
    const out = await until(askEndless, ({ status }) => status === 409);
    expect(out.body).toMatchObject({ code: 'model_not_runnable' });
    expect(JSON.stringify(out.body)).toMatch(/out of service: It ended its worker \d times/);
    const version = await until(shown, ({ can_inference }) => !can_inference);
    expect(version).toMatchObject({
      cannot_infer_reason: 'out_of_service',
      out_of_service: {
        reason: expect.stringMatching(/\d times/) as string,
        sha256: version.assets[0]!.sha256,
      },
    });
    const { body } = await ada.client.call('getModel', { params: { id: endless } });
    expect(body.out_of_service).toEqual(version.out_of_service);
    await answers();
  }, 120_000);

  it('is put back by an administrator, who cannot see it, and is run again', async () => {
    const { id: version_id } = await shown();
    const params = { id: endless, version_id };
    expect((await root.client.try('getModel', { params: { id: endless } })).status).toBe(404);
    expect((await ada.client.try('reinstateModelVersion', { params })).status).toBe(403);
    const { body } = await root.client.call('reinstateModelVersion', { params });
    expect(body).toEqual({
      ...{ id: version_id, model_id: endless, user_id: ada.id, version_number: 1, can_inference: true },
    });
    expect(await askEndless()).toMatchObject({ status: 503, body: { code: 'model_busy' } });
    await answers();
  }, 60_000);
});
