/** The open inference protocol as its clients speak it: health, metadata, JSON, tensors as bytes, refusals, what is kept. */
import { createHash } from 'node:crypto';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { twoNumbersModel } from '../support/two-numbers.js';

const HEAD = 'inference-header-content-length';
const X = { name: 'x', datatype: 'FP32', shape: [1, 2] };

describe.each(topologies)('the open inference protocol, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let eve: Person;
  let model: string;
  let secret: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, eve] = [await somebody(cairn), await somebody(cairn, 'eve')];
    [model, secret] = [await served({}), await served({ privacy_enabled: true })];
  });
  afterAll(() => cairn.remove());

  /** It says that it classifies texts, which is of no account here. */
  const served = async (more: { readonly privacy_enabled?: boolean }): Promise<string> => {
    const body = { name: 'two numbers', config: { task: 'text-classification' }, ...more };
    const { body: made } = await ada.client.call('createModel', { body });
    const file = { name: 'model.onnx', contentType: 'application/octet-stream', content: twoNumbersModel() };
    const query = { asset_type: 'onnx_model' as const };
    await ada.client.call('uploadModel', { params: { id: made.id }, query, file });
    return made.id;
  };

  interface Sent {
    readonly token?: string;
    readonly method?: string;
    readonly body?: string | Uint8Array<ArrayBuffer> | ArrayBuffer;
    readonly headers?: Readonly<Record<string, string>>;
  }
  const send = (path: string, { token = ada.token, headers, ...options }: Sent = {}) => {
    const bearer = token === '' ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${cairn.baseUrl}/v2${path}`, { ...options, headers: { ...bearer, ...headers } });
  };
  const json = async (path: string, options?: Sent) => {
    const response = await send(path, options);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const infer = (request: object, at = model) =>
    json(`/models/${at}/infer`, { method: 'POST', body: JSON.stringify(request) });
  const inferBytes = (request: object, bytes: Uint8Array, headers: Record<string, string> = {}) => {
    const head = Buffer.from(JSON.stringify(request));
    return send(`/models/${model}/infer`, {
      method: 'POST',
      body: Buffer.concat([head, bytes]),
      headers: { [HEAD]: String(head.length), ...headers },
    });
  };
  const floats = (...values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer);
  const recorded = async () =>
    (await ada.client.call('listInferences', { query: { model_id: model } })).body.length;

  it('tells who is not signed in that it is alive, ready, and which extensions there are', async () => {
    const token = '';
    expect(await json('/health/live', { token })).toEqual({ status: 200, body: { live: true } });
    expect(await json('/health/ready', { token })).toEqual({ status: 200, body: { ready: true } });
    expect(await json('', { token })).toMatchObject({
      status: 200,
      body: { name: 'cairn', extensions: ['binary_tensor_data'] },
    });
  });

  it('tells what a model takes and gives, by the number of a version and by its id', async () => {
    const told = {
      name: model,
      versions: ['1'],
      platform: 'onnxruntime_onnx',
      inputs: [{ name: 'x', datatype: 'FP32', shape: [-1, 2] }],
      outputs: [{ name: 'probabilities', datatype: 'FP32', shape: [-1, 3] }],
    };
    const { body } = await ada.client.call('getModel', { params: { id: model } });
    for (const path of ['', '/versions/1', `/versions/${body.active_version_id}`]) {
      expect(await json(`/models/${model}${path}`)).toEqual({ status: 200, body: told });
      expect(await json(`/models/${model}${path}/ready`)).toMatchObject({
        status: 200,
        body: { ready: true },
      });
    }
  });

  it('answers JSON with JSON, and records it with its body', async () => {
    const request = { id: 'mine', inputs: [{ ...X, data: [[3, 0]] }] };
    const { status, body } = await infer(request);
    const { parameters, outputs } = body as {
      readonly parameters: { readonly inference_id: string };
      readonly outputs: readonly { readonly data: readonly number[] }[];
    };
    expect([status, body]).toMatchObject([200, { model_name: model, model_version: '1', id: 'mine' }]);
    expect(outputs).toMatchObject([{ name: 'probabilities', datatype: 'FP32', shape: [1, 3] }]);
    expect(outputs[0]?.data[0]).toBeCloseTo(Math.exp(3) / (Math.exp(3) + Math.exp(-3) + Math.exp(0.5)), 5);
    const params = { id: parameters.inference_id };
    const { body: kept } = await ada.client.call('getInference', { params });
    expect(kept).toMatchObject({
      user_id: ada.id,
      model_id: model,
      error: '',
      inference_items: [{ type: 'raw' }],
    });
    expect(kept.model_sha256).toBe(createHash('sha256').update(twoNumbersModel()).digest('hex'));
    const { body: file } = await ada.client.call('downloadInference', { params });
    expect(await new Response(file).json()).toEqual(request);
  });

  it('answers bytes with bytes, which can be sent again as they were kept', async () => {
    const request = {
      inputs: [{ ...X, parameters: { binary_data_size: 8 } }],
      parameters: { binary_data_output: true },
    };
    const answered = async (response: Response) => {
      const bytes = Buffer.from(await response.arrayBuffer());
      const head = Number(response.headers.get(HEAD));
      const told = JSON.parse(bytes.subarray(0, head).toString()) as {
        readonly parameters: { readonly inference_id: string };
        readonly outputs: readonly object[];
      };
      return { told, values: [...new Float32Array(Uint8Array.from(bytes.subarray(head)).buffer)] };
    };
    const { told, values } = await answered(await inferBytes(request, floats(0, 3)));
    expect(told.outputs).toEqual([
      { name: 'probabilities', datatype: 'FP32', shape: [1, 3], parameters: { binary_data_size: 12 } },
    ]);
    expect(values[1]).toBeCloseTo(Math.exp(3) / (Math.exp(3) + Math.exp(-3) + Math.exp(0.5)), 5);
    const params = { id: told.parameters.inference_id };
    const { body: kept } = await ada.client.call('getInference', { params });
    const { header_bytes } = JSON.parse(kept.config) as { readonly header_bytes: number };
    const { body, headers } = await ada.client.call('downloadInference', { params });
    expect(headers.get('content-type')).toBe('application/vnd.cairn.v2+octet-stream');
    const again = await send(`/models/${model}/infer`, {
      method: 'POST',
      body: await new Response(body).arrayBuffer(),
      headers: { [HEAD]: String(header_bytes), 'content-type': 'multipart/form-data; boundary=none' },
    });
    expect((await answered(again)).values).toEqual(values);
  });

  it('gives the outputs that are asked for, each as it is asked for', async () => {
    const outputs = [{ name: 'probabilities', parameters: { binary_data: true } }];
    const response = await send(`/models/${model}/versions/1/infer`, {
      method: 'POST',
      body: JSON.stringify({ inputs: [{ ...X, shape: [2, 2], data: [1, 2, 3, 4] }], outputs }),
    });
    const bytes = (await response.arrayBuffer()).byteLength;
    expect(bytes - Number(response.headers.get(HEAD))).toBe(2 * 3 * 4);
    expect(response.headers.get('x-position')).not.toBeNull();
  });

  it('refuses with the wanted shape, in its words and in Cairn’s, and records nothing of it', async () => {
    const before = await recorded();
    const wrong = await infer({ inputs: [{ ...X, shape: [1, 3], data: [1, 2, 3] }] });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'model_input_invalid' } });
    expect(wrong.body['error']).toMatch(/x is float32 \[\*, 2\]/);
    expect(wrong.body['error']).toBe(wrong.body['detail']);
    expect((await infer({ inputs: [{ ...X, datatype: 'INT64', data: [1, 2] }] })).status).toBe(422);
    expect((await infer({ inputs: [{ ...X, name: 'y', data: [1, 2] }] })).status).toBe(422);
    const bytes = { inputs: [{ ...X, parameters: { binary_data_size: 8 } }] };
    expect((await inferBytes(bytes, floats(1))).status).toBe(422);
    expect((await inferBytes(bytes, floats(1, 2), { [HEAD]: '1000000' })).status).toBe(400);
    expect((await inferBytes(bytes, floats(1, 2), { [HEAD]: '-1' })).status).toBe(400);
    const uneven = await infer({ inputs: [{ ...X, shape: [2, 2], data: [[1, 2, 3], [4]] }] });
    expect(uneven).toMatchObject({ status: 422, body: { errors: [{ pointer: '/inputs/0/data/0' }] } });
    const tooLarge = await infer({ inputs: [{ ...X, shape: [1, 2], data: [1, 1e39] }] });
    expect(tooLarge).toMatchObject({ status: 422, body: { errors: [{ pointer: '/inputs/0/data/1' }] } });
    const twice = await json(`/models/${model}/infer`, { method: 'POST', body: '{"inputs":[],"inputs":[]}' });
    expect(twice).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    const zipped = await inferBytes(bytes, floats(1, 2), { 'content-encoding': 'gzip' });
    expect([zipped.status, await zipped.json()]).toMatchObject([
      415,
      { error: expect.stringContaining('Content-Encoding') as string },
    ]);
    expect(await recorded()).toBe(before);
  });

  it('shows a model to who may see it, and versions that there are', async () => {
    const body = JSON.stringify({ inputs: [{ ...X, data: [1, 2] }] });
    const asEve = { token: eve.token };
    for (const path of ['', '/ready', '/versions/1', '/versions/1/ready'])
      expect((await json(`/models/${model}${path}`, asEve)).status).toBe(404);
    expect(await json(`/models/${model}/infer`, { ...asEve, method: 'POST', body })).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: expect.any(String) as string },
    });
    expect((await json(`/models/${model}/infer`, { token: '', method: 'POST', body })).status).toBe(401);
    for (const version of ['2', 'first', eve.id])
      expect(
        (await json(`/models/${model}/versions/${version}/infer`, { method: 'POST', body })).status,
      ).toBe(404);
    const { body: empty } = await ada.client.call('createModel', { body: { name: 'empty' } });
    expect(await json(`/models/${empty.id}/ready`)).toMatchObject({
      status: 400,
      body: { code: 'model_not_ready' },
    });
    expect((await json('/repository/index')).body['error']).toEqual(expect.any(String));
  });

  it('stands in the journal, about its model', async () => {
    const { client } = await administrator(cairn);
    const query = { user_id: ada.id, method: 'POST' };
    for (;;) {
      const { body } = await client.call('listAccessLog', { query });
      const told = body.find(({ route }) => route === '/v2/models/{id}/infer');
      if (told === undefined) continue;
      expect(told).toMatchObject({ entity: 'model', entity_id: expect.any(String) as string });
      break;
    }
  });

  it('keeps nothing that a private model was asked, in a form or refused neither; a repeat is known all the same', async () => {
    const once = () =>
      json(`/models/${secret}/infer`, {
        method: 'POST',
        body: JSON.stringify({ inputs: [{ ...X, data: [4711.25, 0] }] }),
        headers: { 'idempotency-key': 'once' },
      });
    const { status, body } = await once();
    expect(await once()).toEqual({ status, body });
    const { inference_id: id } = body['parameters'] as { readonly inference_id: string };
    expect(status).toBe(200);
    expect((await ada.client.try('downloadInference', { params: { id } })).status).toBe(404);
    const { body: kept } = await ada.client.call('getInference', { params: { id } });
    expect(kept).toMatchObject({ privacy_enabled: true, prediction: '' });
    const events = await cairn.inside.events();
    const told = events.filter(({ stream }) => stream === `inference-${id}`).map(({ data }) => data);
    expect(told).toHaveLength(1);
    expect(told.join() + JSON.stringify(kept) + cairn.printed()).not.toContain('4711.25');
    const form = new FormData();
    form.set('file', new Blob(['a row of 4711.25']), 'a.txt');
    const headers = { authorization: `Bearer ${ada.token}` };
    const asked = { method: 'POST', body: form, headers };
    expect((await fetch(`${cairn.baseUrl}/api/v1/inferences/${secret}`, asked)).status).toBe(422);
    expect(await cairn.inside.holding('4711.25')).toEqual([]);
  });
});
