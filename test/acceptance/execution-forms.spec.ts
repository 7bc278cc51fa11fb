/** A workflow is executed over a form; what is wrong with a form is said, and nothing of it is begun. */
import { randomUUID } from 'node:crypto';
import type { WorkflowExecution, WorkflowExecutionResponse } from '@cairn/contracts';
import { until } from '../faults/answers-of.js';
import { bytesOf, picture } from '../support/files.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const MOST = 65_536;

interface Told extends Partial<WorkflowExecutionResponse> {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

describe.each(topologies)('executing over a form, on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let eve: Person;
  let workflow: string;
  let version: string;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_ITEM_FILE_BYTES: String(MOST) });
    [ada, eve] = [await somebody(cairn, 'ada'), await somebody(cairn, 'eve')];
    const nodes = [
      { id: 'in', name: 'in' },
      { id: 'out', name: 'out' },
    ];
    const edges = [{ begin_node_id: 'in', end_node_id: 'out' }];
    const { body } = await ada.client.call('createWorkflow', { body: { name: 'hands on', nodes, edges } });
    [workflow, version] = [body.id, body.active_version_id];
  });
  afterAll(() => cairn.leave());

  type Part = readonly [name: string, content: string | Blob, fileName?: string];
  const file = (content: string | Uint8Array<ArrayBuffer>, name = 'bird.png', type = 'image/png'): Part => [
    'file',
    new Blob([content], { type }),
    name,
  ];
  const sendTo = async (path: string, parts: readonly Part[], headers: Readonly<Record<string, string>>) => {
    const body = new FormData();
    for (const [name, content, fileName] of parts)
      if (typeof content === 'string') body.append(name, content);
      else body.append(name, content, fileName);
    const init = { method: 'POST', headers: { authorization: `Bearer ${ada.token}`, ...headers }, body };
    const response = await fetch(`${cairn.baseUrl}/api/v1/workflows/${workflow}${path}`, init);
    return {
      status: response.status,
      body: (await response.json()) as Told,
      header: (name: string) => response.headers.get(name),
    };
  };
  const execute = (parts: readonly Part[], headers: Readonly<Record<string, string>> = {}) =>
    sendTo('/execute', parts, headers);
  const executed = async (parts: readonly Part[], headers = { prefer: 'wait=30' }) => {
    const { status, body, header } = await execute(parts, headers);
    expect([status, body.status, header('preference-applied')]).toEqual([200, 'completed', 'wait=30']);
    return of(body.execution_id ?? '');
  };
  const of = (execution_id: string) => ({ id: workflow, execution_id });
  type Of = ReturnType<typeof of>;
  const read = async (params: Of): Promise<WorkflowExecution> =>
    (await ada.client.call('getWorkflowExecution', { params })).body;
  const listed = async (): Promise<number> =>
    (await ada.client.call('listWorkflowExecutions', { params: { id: workflow } })).body.length;
  const download = ({ execution_id }: Of, who = ada) =>
    fetch(`${cairn.baseUrl}/api/v1/workflows/${workflow}/executions/${execution_id}/input-file`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
  const refusal = ({ status, body }: { readonly status: number; readonly body: Told }) => [
    ...[status, body.code],
    ...(body.errors ?? []).map(({ pointer }) => pointer),
  ];

  it('takes a file, and gives it back as it came, to who may see the execution', async () => {
    const content = picture(40, 30);
    const params = await executed([file(content, 'Möwe 1.png')]);
    const execution = await read(params);
    expect(execution).toMatchObject({ input_mode: 'file', input_file_name: 'Möwe 1.png', private: false });
    expect(execution).not.toHaveProperty('input_file_path');
    const answer = await download(params);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%B6we%201.png");
    expect(await bytesOf(answer.body)).toEqual(Buffer.from(content));
    expect((await download(params, eve)).status).toBe(404);
    const elsewhere = { params: { id: workflow, execution_id: version } };
    expect((await ada.client.try('downloadWorkflowExecutionInput', elsewhere)).status).toBe(404);
  });

  it('takes a text without a file, and has nothing to download', async () => {
    const params = await executed([
      ['input_mode', 'single'],
      ['single_input', '{"no": JSON'],
    ]);
    expect(await read(params)).toMatchObject({ input_mode: 'single', single_input: '{"no": JSON' });
    expect((await download(params)).status).toBe(404);
    expect(await read(await executed([]))).toMatchObject({ input_mode: 'none' });
  });

  it('takes the whole body in `request`, as a field and as browsers send it, of a version too', async () => {
    const text = '{"single_input":"a gull"}';
    expect(await read(await executed([['request', text]]))).toMatchObject({ single_input: 'a gull' });
    const part: Part = ['request', new Blob(['{"input_mode":"file"}'], { type: 'application/json' }), 'blob'];
    const params = await executed([part, file(picture())]);
    expect(await read(params)).toMatchObject({ input_mode: 'file', input_file_name: 'bird.png' });
    expect((await download(params)).status).toBe(200);
    const { status, body, header } = await sendTo(`/versions/${version}/execute`, [file('a gull')], {});
    expect([status, header('preference-applied')]).toEqual([202, null]);
    expect(header('location')).toBe(`/api/v1/workflows/${workflow}/executions/${body.execution_id}`);
  });

  it('does once what is sent twice under a key, and waits for nothing with `respond-async`', async () => {
    const before = await listed();
    const headers = { 'idempotency-key': 'a-form', prefer: 'wait=30, respond-async' };
    const [first, again] = [await execute([file('once')], headers), await execute([file('once')], headers)];
    expect(first.status).toBe(202);
    expect(first.header('preference-applied') ?? '').not.toContain('wait');
    expect([again.status, again.header('location')]).toEqual([202, first.header('location')]);
    expect(refusal(await execute([file('another')], headers))).toEqual([422, 'idempotency_mismatch']);
    await until(listed, (count) => count === before + 1);
  });

  const text = (fields: Readonly<Record<string, string>>): readonly Part[] => Object.entries(fields);
  it.each<[string, readonly Part[], readonly unknown[]]>([
    ['JSON that is none in `batch_config`', text({ batch_config: '{"source":' }), [400, 'malformed_json']],
    ['an empty `batch_config`', text({ batch_config: '' }), [400, 'malformed_json']],
    [
      'another source',
      text({ batch_config: '{"source":"x"}' }),
      [422, 'invalid_body', '/batch_config/source'],
    ],
    ['an `input_mode` that is none', text({ input_mode: 'x' }), [422, 'invalid_body', '/input_mode']],
    ['a mode without its file', text({ input_mode: 'file' }), [422, 'execution_input_invalid', '/file']],
    [
      'a text beside a file',
      [...text({ single_input: 'x' }), file('x')],
      [422, 'execution_input_invalid', '/single_input'],
    ],
    ['a batch', text({ batch_config: '{"source":"items"}' }), [422, 'not_executable_yet', '/input_mode']],
    [
      '`request` beside a field',
      text({ request: '{}', single_input: 'x' }),
      [422, 'invalid_body', '/single_input'],
    ],
    ['`request` that is no JSON', text({ request: '{' }), [400, 'malformed_json']],
    [
      '`request` that is an image',
      [['request', new Blob(['x'], { type: 'image/png' }), 'x']],
      [415, 'unsupported_media_type'],
    ],
    [
      'a field twice',
      [...text({ single_input: 'x' }), ...text({ single_input: 'y' })],
      [400, 'malformed_request'],
    ],
    ['two files', [file('x'), file('y')], [422, 'invalid_body', '/file']],
    ['an empty file', [file('')], [422, 'file_missing']],
    ['a file that is too large', [file('x'.repeat(MOST + 1))], [413, 'payload_too_large']],
  ])('refuses %s, and begins nothing', async (_, parts, refused) => {
    const before = await listed();
    expect(refusal(await execute(parts, { prefer: 'wait=30' }))).toEqual(refused);
    expect(await listed()).toBe(before);
  });

  it('refuses a body of another type, and names what it takes', async () => {
    const before = await listed();
    const { baseUrl } = cairn;
    const response = await fetch(`${baseUrl}/api/v1/workflows/${workflow}/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'image/png' },
      body: picture(),
    });
    const told = (await response.json()) as Told;
    expect([response.status, told.code]).toEqual([415, 'unsupported_media_type']);
    expect(told.detail).toContain('or `multipart/form-data`');
    expect(await listed()).toBe(before);
  });

  it('tells a field that it does not take, and refuses it where it is asked to', async () => {
    const parts = text({ single_input: 'x', priority: 'high' });
    const taken = await execute(parts);
    expect([taken.status, taken.header('x-ignored-fields')]).toEqual([202, 'priority']);
    const refused = await execute(parts, { prefer: 'handling=strict' });
    expect(refusal(refused)).toEqual([422, 'invalid_body', '/priority']);
  });

  it('S7: keeps a file sealed, and forgets it with its execution', async () => {
    const [content, name] = [`content-${randomUUID()}`, `name-${randomUUID()}`];
    const params = await executed([file(`a gull, ${content}`, `${name}.txt`, 'text/plain')]);
    expect(await (await download(params)).text()).toBe(`a gull, ${content}`);
    // Only read models know its name in the clear; they commit a moment after they are read.
    const named = await until(
      () => cairn.inside.holding(name),
      (found) => found.length > 0,
    );
    expect(named.filter((place) => /^(?:log|blobs|s3|registers|journal)/.test(place))).toEqual([]);
    expect(await cairn.inside.holding(content)).toEqual([]);
    await ada.client.call('deleteWorkflowExecution', { params });
    expect((await download(params)).status).toBe(404);
    expect((await ada.client.try('getWorkflowExecution', { params })).status).toBe(404);
    for (const text of [content, name])
      await until(
        () => cairn.inside.holding(text),
        (found) => found.length === 0,
      );
  });
});
