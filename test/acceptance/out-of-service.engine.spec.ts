/** What a caller asks is the caller's: a version goes out of service when several come to the same, and its owner puts it back. */
import type { ModelVersion } from '@cairn/contracts';
import { until } from '../faults/answers-of.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { endingModel, twoNumbersModel } from '../support/two-numbers.js';

describe.each(topologies)('a model that ends what runs it, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let grace: Person;
  let hedy: Person;
  let root: Person;
  let ending: string;
  let good: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace, hedy] = [await somebody(cairn), await somebody(cairn), await somebody(cairn)];
    root = await administrator(cairn);
    ending = await model('{"task":"raw"}', endingModel());
    good = await model('', twoNumbersModel());
  });
  afterAll(() => cairn.remove());

  const model = async (config: string, content: Uint8Array<ArrayBuffer>): Promise<string> => {
    const body = { name: 'a model', public: true, ...(config === '' ? {} : { config }) };
    const { id } = (await ada.client.call('createModel', { body })).body;
    const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
    const query = { asset_type: 'onnx_model' as const };
    await ada.client.call('uploadModel', { params: { id }, query, file });
    return id;
  };
  const ask = (who: Person, model_id: string, body: object) =>
    who.client.try('runModel', { params: { model_id }, body });
  /** -1 is what it ends its worker with. */
  const askEnding = (who: Person, x = -1) => ask(who, ending, { inputs: { x: [x] } });
  const answers = async (who: Person) =>
    expect((await ask(who, good, { input_text: '3,0' })).body).toMatchObject({ error: '' });
  const shown = async (): Promise<ModelVersion> =>
    (await ada.client.call('listModelVersions', { params: { model_id: ending } })).body[0]!;
  const busy = { status: 503, body: { code: 'model_busy' } };

  it('is held back from who did so three times, for an hour; others and other models go on', async () => {
    expect(await askEnding(ada)).toMatchObject(busy);
    const held = await until(
      () => askEnding(ada),
      ({ status }) => status === 409,
    );
    expect(held.body).toMatchObject({
      code: 'model_held_back',
      detail: expect.stringMatching(/20\d\d-/) as string,
    });
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await askEnding(grace, 1)).toMatchObject({ status: 201, body: { error: '' } });
    await answers(ada);
  }, 120_000);

  it('is out of service once three did so, for whoever asks', async () => {
    expect(await askEnding(grace)).toMatchObject(busy);
    const out = await askEnding(hedy);
    expect(out).toMatchObject({ status: 409, body: { code: 'model_not_runnable' } });
    expect(JSON.stringify(out.body)).toMatch(/out of service: It ended workers of 3 people/);
    const version = await until(shown, ({ can_inference }) => !can_inference);
    expect(version).toMatchObject({
      cannot_infer_reason: 'out_of_service',
      out_of_service: {
        reason: expect.stringMatching(/3 people/) as string,
        sha256: version.assets[0]!.sha256,
      },
    });
    const { body } = await ada.client.call('getModel', { params: { id: ending } });
    expect(body.out_of_service).toEqual(version.out_of_service);
    await answers(hedy);
  }, 120_000);

  it('is put back by its owner, and is run again; an administrator finds it in service', async () => {
    const { id: version_id } = await shown();
    const params = { id: ending, version_id };
    expect((await grace.client.try('reinstateOwnModelVersion', { params })).status).toBe(403);
    const { body } = await ada.client.call('reinstateOwnModelVersion', { params });
    expect(body).toMatchObject({ id: version_id, can_inference: true });
    expect(await askEnding(hedy, 1)).toMatchObject({ status: 201, body: { error: '' } });
    expect((await ada.client.try('reinstateModelVersion', { params })).status).toBe(403);
    expect((await root.client.call('reinstateModelVersion', { params })).body).toEqual({
      ...{ id: version_id, model_id: ending, user_id: ada.id, version_number: 1, can_inference: true },
    });
  }, 60_000);
});
