/** Triton's own client, from PyPI, against Cairn: what was written for it works unchanged. */
import { identityOf } from '../support/identity-models.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { twoNumbersModel } from '../support/two-numbers.js';
import { installTritonClient, tritonClient } from './triton/python.js';

describe.each(topologies)('tritonclient, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let model: string;
  let told: Record<string, unknown>;
  beforeAll(async () => {
    cairn = await topology.start();
    await installTritonClient();
    ada = await somebody(cairn);
    model = await served(twoNumbersModel());
    const others = [await served(identityOf('texts')), await served(identityOf('whole numbers'))];
    told = await tritonClient(new URL(cairn.baseUrl).host, ada.token, model, ...others);
  }, 600_000);
  afterAll(() => cairn.remove());

  const served = async (content: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { body } = await ada.client.call('createModel', { body: { name: 'served' } });
    const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
    const query = { asset_type: 'onnx_model' as const };
    await ada.client.call('uploadModel', { params: { id: body.id }, query, file });
    return body.id;
  };

  it('finds it alive and ready, and what it serves', () => {
    expect(told).toMatchObject({
      live: true,
      ready: true,
      server: { name: 'cairn', extensions: ['binary_tensor_data'] },
      model_ready: true,
      version_ready: true,
      no_such_version: false,
      model: { name: model, versions: ['1'], inputs: [{ name: 'x', datatype: 'FP32', shape: [-1, 2] }] },
    });
  });

  it('is answered the same as bytes and as JSON, however it asks', () => {
    expect(told).toMatchObject({ same: true, dtype: 'float32', named: 'seven', async: true });
    const [[first = 0], [, second = 0]] = told['probabilities'] as [number[], number[]];
    const sum = Math.exp(3) + Math.exp(-3) + Math.exp(0.5);
    for (const each of [first, second]) expect(each).toBeCloseTo(Math.exp(3) / sum, 5);
  });

  it('sends and is given texts, and whole numbers of 64 bits', () => {
    expect(told['texts']).toEqual(Array.from({ length: 6 }, () => ['Trottellumme', 'é']));
    expect(told['whole']).toBe(true);
  });

  it('raises what is refused, with its sentence', () => {
    expect(told['wrong_shape']).toEqual(['422', expect.stringContaining('x is float32 [*, 2]')]);
    expect(told['zipped']).toEqual(['415', expect.stringContaining('Content-Encoding')]);
    expect(told['nobody']).toEqual(['401', expect.any(String)]);
    expect(told['no_model']).toEqual(['404', expect.any(String)]);
  });

  it('leaves each of its requests as an inference', async () => {
    const { body } = await ada.client.call('listInferences', { query: { model_id: model } });
    expect(body).toHaveLength(8);
  });
});
