/** A model answers, and what it answered is its asker's: recorded, shown to a team, and forgotten with the person. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { until } from '../faults/answers-of.js';
import { join } from '../support/policy/company.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { twoNumbersModel } from '../support/two-numbers.js';

describe.each(topologies)('asking a model, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let model: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, ben, eve] = [await somebody(cairn), await somebody(cairn, 'ben'), await somebody(cairn, 'eve')];
    const slug = `lab-${ada.username}`;
    const { body: firm } = await ada.client.call('createOrganization', { body: { name: 'Lab', slug } });
    await join(cairn, ada.client, firm.id, ben);
    const body = { name: 'two numbers', visibility: 'public' as const, organization_id: firm.id };
    model = (await ada.client.call('createModel', { body })).body.id;
    await upload({ asset_type: 'onnx_model' }, 'model.onnx', twoNumbersModel());
    await upload({ asset_type: 'labels_file' }, 'labels.txt', 'left\nright\nneither\n');
  });
  afterAll(() => cairn.remove());

  const upload = (
    query: { readonly asset_type: 'onnx_model' | 'labels_file' },
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
  ) => {
    const file = { name, contentType: 'application/octet-stream', content };
    return ada.client.call('uploadModel', { params: { id: model }, query, file });
  };
  const ask = async (client: Client, input_text: string) =>
    (await client.call('runModel', { params: { model_id: model }, body: { input_text } })).body;
  const statusOf = async (client: Client, id: string) =>
    (await client.try('getInference', { params: { id } })).status;

  it('answers with the names of its classes, the most likely first, and keeps what was asked', async () => {
    const made = await ask(ada.client, '3,0');
    expect(made).toMatchObject({ prediction: 'left', model_id: model, input_text: '3,0', error: '' });
    expect(made.confidence).toBeCloseTo(Math.exp(3) / (Math.exp(3) + Math.exp(-3) + Math.exp(0.5)), 5);
    expect(made.inference_items.map(({ prediction }) => prediction)).toEqual(['left', 'neither', 'right']);
    expect((await ask(ada.client, '0,3')).prediction).toBe('right');
    const { body: read } = await ada.client.call('getInference', { params: { id: made.id } });
    expect(read).toEqual(made);
  });

  it('says what does not fit, and records nothing of it', async () => {
    const params = { model_id: model };
    const told = await ada.client.try('runModel', { params, body: { input_text: 'no numbers' } });
    expect(told).toMatchObject({ status: 422, body: { code: 'model_input_invalid' } });
    const plain = await fetch(`${cairn.baseUrl}/api/v1/inferences/${model}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/plain' },
      body: '3,0',
    });
    expect(await plain.json()).toMatchObject({
      status: 415,
      detail: expect.stringContaining('`multipart/form-data`') as string,
    });
    const { body: listed } = await ada.client.call('listInferences', { query: { model_id: model } });
    expect(listed).toHaveLength(2);
  });

  it('answers one question once: with its key again, and without waiting (202) at its address', async () => {
    const params = { model_id: model };
    const call = { params, body: { input_text: '4,0' }, headers: { 'idempotency-key': 'asked-once' } };
    const [made, again] = [await ada.client.call('runModel', call), await ada.client.call('runModel', call)];
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([made.body, 'true']);
    const headers = { prefer: 'respond-async', 'idempotency-key': 'asked-on-the-way' };
    const taken = await ada.client.try('runModel', { ...call, headers });
    const id = (taken.headers.get('location') ?? '').split('/').at(-1) ?? '';
    expect([taken.status, taken.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    await until(
      () => statusOf(ada.client, id),
      (status) => status === 200,
    );
    const { body: listed } = await ada.client.call('listInferences', { query: { model_id: model } });
    expect(listed).toHaveLength(4);
  });

  it('S6 is its asker’s, whatever a body says of executions and of whose it is', async () => {
    const origin = { workflow_id: randomUUID(), execution_id: randomUUID(), node_id: randomUUID() };
    const response = await fetch(`${cairn.baseUrl}/api/v1/inferences/${model}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input_text: '5,0', for_user: eve.id, origin }),
    });
    expect(response.status).toBe(201);
    const made = (await response.json()) as { readonly id: string };
    expect(made).toMatchObject({ user_id: ada.id });
    expect(made).not.toHaveProperty('origin');
    expect((response.headers.get('x-ignored-fields') ?? '').split(/, */).sort()).toEqual([
      'for_user',
      'origin',
    ]);
    expect(await statusOf(eve.client, made.id)).toBe(404);
  });

  it('tells the version and the file that answered, whatever is active since', async () => {
    const first = await ask(ada.client, '1,1');
    const { body: version } = await ada.client.call('createModelVersion', {
      params: { model_id: model },
      body: {},
    });
    await ada.client.call('activateModelVersion', { params: { id: model, version_id: version.id } });
    const none = await ada.client.try('runModel', {
      params: { model_id: model },
      body: { input_text: '1,1' },
    });
    expect(none).toMatchObject({ status: 409, body: { code: 'model_not_runnable' } });
    const params = { model_id: model, model_version_id: first.model_version_id };
    const { body: again } = await ada.client.call('runModelVersion', { params, body: { input_text: '1,1' } });
    expect([again.model_sha256, again.prediction]).toEqual([first.model_sha256, first.prediction]);
    const back = { id: model, version_id: first.model_version_id };
    await ada.client.call('activateModelVersion', { params: back });
    expect((await ask(ada.client, '1,1')).model_version_id).toBe(first.model_version_id);
  });

  it('SPEC-26: members’ are shown to who may write the model by a role, a stranger’s to nobody', async () => {
    const [own, strange] = [await ask(ben.client, '2,0'), await ask(eve.client, '2,0')];
    expect([await statusOf(ada.client, own.id), await statusOf(ada.client, strange.id)]).toEqual([200, 404]);
    expect(await statusOf(ben.client, (await ask(ada.client, '2,0')).id)).toBe(404);
    const change = { params: { inference_id: own.id }, body: { hidden: true } };
    expect((await ada.client.try('updateInference', change)).status).toBe(403);
  });

  it('R1: what was answered is there after a kill, and a killed Cairn runs models again', async () => {
    const made = await ask(ada.client, '0,2');
    await cairn.end('SIGKILL');
    await cairn.again();
    expect((await ada.client.call('getInference', { params: { id: made.id } })).body).toEqual(made);
    expect((await ask(ada.client, '0,2')).prediction).toBe('right');
  });

  it('law 8: goes with the person who asked', async () => {
    const made = await ask(ben.client, '7,7');
    await ben.client.call('deleteMe');
    await until(
      () => statusOf(ada.client, made.id),
      (status) => status === 404,
    );
  });
});
