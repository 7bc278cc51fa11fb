import { hash } from 'node:crypto';
import { operation } from '@cairn/contracts';
import { wasRefused } from '@cairn/kernel';
import { Type } from '@sinclair/typebox';
import type { Answer } from './call/answer.js';
import { type Handler, handler } from './call/handler.js';
import { requests, type RunningEdge, startEdge, type Told } from './testkit/edge.js';
import { thingsService } from './testkit/things.js';

const started = operation({
  id: 'startThing',
  tag: 'Things',
  summary: 'Start a thing',
  method: 'POST',
  path: '/api/v1/started',
  access: 'datasets:write',
  body: Type.Object({
    mode: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['one', 'none'] })),
    text: Type.Optional(Type.String()),
    config: Type.Optional(Type.Object({ source: Type.String(), limit: Type.Optional(Type.Integer()) })),
    limit: Type.Optional(Type.Integer()),
  }),
  upload: { limit: 'itemFile', form: 'body' },
  waits: true,
  replies: { 200: { description: 'What came.', file: true } },
});
const plain = operation({
  ...{ id: 'startPlainly', tag: 'Things', summary: 'Start a thing', method: 'POST' },
  ...{ path: '/api/v1/started-plainly', access: 'datasets:write', replies: started.replies },
});

let begun = 0;
const told = (body: object): Answer => ({ kind: 'resource', status: 200, body: { ...body } });
const startThing: Handler<typeof started> = handler(started, async ({ body, upload, waitSeconds }) => {
  begun += 1;
  return told({ body, files: (upload?.files ?? []).map(({ fileName }) => fileName), waitSeconds });
});
const startPlainly = handler(plain, async ({ waitSeconds }) => told({ waitSeconds }));

type Part = readonly [name: string, content: string | Blob, fileName?: string];

describe('a form that stands for a body, at the edge', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeAll(async () => {
    const handlers = () => [startThing, startPlainly];
    const limits = { itemFile: 1_000, jsonDepth: 5 };
    edge = await startEdge({ limits }, { service: thingsService, operations: [started, plain], handlers });
  });
  beforeEach(() => (begun = 0));
  afterAll(() => edge.stop());

  const sendForm = async (parts: readonly Part[], headers: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    for (const [name, content, fileName] of parts)
      if (typeof content === 'string') form.append(name, content);
      else form.append(name, content, fileName);
    const init = { method: 'POST', headers: { authorization: 'Bearer ada', ...headers }, body: form };
    const response = await fetch(edge.url(started.path), init);
    const body = (await response.json()) as Told;
    return { status: response.status, body, header: (name: string) => response.headers.get(name) };
  };
  const file = (content = 'bytes'): Part => ['file', new Blob([content], { type: 'text/plain' }), 'f.txt'];
  const json = (value: string): Part => ['request', new Blob([value], { type: 'application/json' }), 'blob'];
  const refusal = ({ status, body }: Awaited<ReturnType<typeof sendForm>>) => [
    ...[status, body.code],
    ...('errors' in body ? body.errors : []).map(({ pointer }) => pointer),
  ];

  it('gives the handler the body that JSON would be, with the file or without one', async () => {
    const body = { mode: 'one', text: '{"a": 1}', config: { source: 'x', limit: 2 }, limit: 3 };
    const fields: Part[] = [
      ['mode', 'one'],
      ['text', '{"a": 1}'],
      ['config', '{"source": "x", "limit": 2}'],
      ['limit', '3'],
    ];
    expect((await send('POST', started.path, body)).body).toMatchObject({ body, files: [] });
    expect((await sendForm(fields)).body).toMatchObject({ body, files: [] });
    expect((await sendForm([...fields, file()])).body).toMatchObject({ body, files: ['f.txt'] });
    expect((await sendForm([file()])).body).toMatchObject({ body: {}, files: ['f.txt'] });
    const whole = JSON.stringify(body);
    expect((await sendForm([['request', whole], file()])).body).toMatchObject({ body, files: ['f.txt'] });
    expect((await sendForm([file(), json(whole)])).body).toMatchObject({ body, files: ['f.txt'] });
  });

  it('passes over fields that the operation does not take, and tells them, or refuses them', async () => {
    const fields: Part[] = [
      ['mode', 'one'],
      ['__proto__', '{}'],
      ['config', '{"source":"x","more":{}}'],
    ];
    const taken = await sendForm(fields);
    expect(taken.body['body']).toEqual({ mode: 'one', config: { source: 'x' } });
    expect(taken.header('x-ignored-fields')).toBe('__proto__, config/more');
    const strict = { prefer: 'handling=strict' };
    expect(refusal(await sendForm(fields, strict))).toEqual([
      422,
      'invalid_body',
      '/__proto__',
      '/config/more',
    ]);
    const whole = await sendForm([['request', '{"mode":"one","more":1}']], strict);
    expect([...refusal(whole), whole.header('preference-applied')]).toEqual([
      ...[422, 'invalid_body', '/more', 'handling=strict'],
    ]);
  });

  it.each<[string, readonly Part[], readonly unknown[]]>([
    ['a word that is none', [['mode', 'two']], [422, 'invalid_body', '/mode']],
    ['a field that is not valid', [['config', '{"limit": 1}']], [422, 'invalid_body', '/config/source']],
    ['JSON of another type', [['limit', '"3"']], [422, 'invalid_body', '/limit']],
    ['a field that is no JSON', [['config', '{"source": ']], [400, 'malformed_json']],
    ['more than one value', [['config', '{"source":"x"}, "mode": "one"']], [400, 'malformed_json']],
    ['no JSON at all', [['limit', '']], [400, 'malformed_json']],
    ['a key twice', [['config', '{"source":"x","source":"y"}']], [400, 'malformed_json']],
    ['what cannot be kept', [['config', '{"source":"\\u0000"}']], [422, 'invalid_body', '/config/source']],
    [
      'what is as deep as may be',
      [['config', `{"source":${'['.repeat(3)}${']'.repeat(3)}}`]],
      [422, 'invalid_body', '/config/source'],
    ],
    ['too deep', [['config', `{"source":${'['.repeat(4)}${']'.repeat(4)}}`]], [422, 'too_deep']],
    ['too many values', [['config', `[${'1,'.repeat(1_000)}1]`]], [413, 'payload_too_large']],
    [
      'too many values in two fields',
      [
        ['config', nines(600)],
        ['limit', nines(600)],
      ],
      [413, 'payload_too_large'],
    ],
    [
      'too much text',
      [
        ['text', 'x'.repeat(63_000)],
        ['more', 'x'.repeat(5_000)],
      ],
      [413, 'payload_too_large'],
    ],
    [
      'a `request` beside a field',
      [
        ['request', '{}'],
        ['mode', 'one'],
      ],
      [422, 'invalid_body', '/mode'],
    ],
    ['a `request` that is no JSON', [['request', 'mode=one']], [400, 'malformed_json']],
    ['a `request` that is empty', [['request', '']], [400, 'malformed_json']],
    ['a `request` that is not valid', [['request', '{"mode":"two"}']], [422, 'invalid_body', '/mode']],
    ['a `request` that is no object', [['request', '[]']], [422, 'invalid_body', '']],
    [
      'a field twice',
      [
        ['mode', 'one'],
        ['mode', 'none'],
      ],
      [400, 'malformed_request'],
    ],
  ])('S11: refuses %s, with a file and without, and begins nothing', async (_, parts, refused) => {
    expect(refusal(await sendForm(parts))).toEqual(refused);
    expect(refusal(await sendForm([file(), ...parts]))).toEqual(refused);
    expect(begun).toBe(0);
  });

  it('says which field is no JSON, and where', async () => {
    const { body } = await sendForm([
      ['mode', 'one'],
      ['config', '{"source": "x"'],
    ]);
    expect(body['detail']).toContain('The field `config` is not acceptable JSON');
    expect(body['detail']).toContain('at character 14');
  });

  it('notes a file as unused whose form is refused', async () => {
    expect((await sendForm([file('in vain'), ['mode', 'two']])).status).toBe(422);
    expect(await wasRefused(edge.engines.registers, hash('sha256', 'in vain'))).toBe(true);
    expect((await sendForm([file('x'.repeat(1_001))])).body.code).toBe('payload_too_large');
    expect((await sendForm([file('')])).body.code).toBe('file_missing');
  });

  it('names both kinds of bodies to who sends another', async () => {
    const { status, body } = await send('POST', started.path, 'x', { 'content-type': 'text/plain' });
    expect([status, body['detail']]).toEqual([
      415,
      'The body of this operation is `application/json` in UTF-8, or `multipart/form-data`.',
    ]);
  });

  it('is the same request under a key when its fields and its file are the same', async () => {
    const parts = (text: string, content = 'bytes'): readonly Part[] => [['text', text], file(content)];
    const under = { 'idempotency-key': 'one' };
    expect((await sendForm(parts('a'), under)).status).toBe(200);
    const again = await sendForm(parts('a'), under);
    expect([again.status, again.header('idempotency-replayed'), begun]).toEqual([200, 'true', 1]);
    for (const other of [parts('b'), parts('a', 'other'), [parts('a')[0]!]])
      expect((await sendForm(other, under)).body.code).toBe('idempotency_mismatch');
    const text = { 'idempotency-key': 'two' };
    expect((await sendForm([['text', 'a']], text)).status).toBe(200);
    expect((await sendForm([['text', 'a']], text)).header('idempotency-replayed')).toBe('true');
    expect((await sendForm([['text', 'b']], text)).body.code).toBe('idempotency_mismatch');
  });

  it('waits as `Prefer` says where the operation does', async () => {
    const prefer = { prefer: 'wait=5' };
    expect((await sendForm([], prefer)).body).toMatchObject({ waitSeconds: 5 });
    expect((await send('POST', plain.path, undefined, prefer)).body).toMatchObject({ waitSeconds: 0 });
  });
});

/** JSON of so many values. */
function nines(values: number): string {
  return `[${Array(values).fill(9).join()}]`;
}
