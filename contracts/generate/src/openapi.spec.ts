import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { allOperations, errorCodes, errors, FORM_BODY, operations, toldOfWork } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import type { JsonMap } from './json.js';
import { codesByStatus, codesOf } from './openapi/codes.js';
import { Components } from './openapi/components.js';
import { openApiDocument } from './openapi/document.js';
import { jsonSchemaOf } from './schema.js';

const document = openApiDocument();
const at = (...path: string[]): JsonMap =>
  path.reduce<JsonMap>((place, name) => place[name] as JsonMap, document);
const parameterNames = (path: string, method: string): string[] => {
  const parameters: unknown = at('paths', path, method)['parameters'];
  return (parameters as readonly { name?: string; $ref?: string }[]).map(
    ({ name, $ref }) => name ?? $ref?.split('/').at(-1) ?? '',
  );
};

const executing = ['paths', '/api/v1/workflows/{id}/execute', 'post'] as const;

describe('openapi.json', () => {
  it('is valid OpenAPI 3.1', () => {
    const script = `
      import { Validator } from '@seriousme/openapi-schema-validator';
      const chunks = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      const { valid, errors } = await new Validator().validate(JSON.parse(Buffer.concat(chunks).toString()));
      console.log(JSON.stringify({ valid, errors }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(__dirname, '..'),
      input: JSON.stringify(document),
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({ valid: true });
  });

  it('has every operation under its path and method', () => {
    const found = Object.values(at('paths')).flatMap((methods) =>
      Object.values(methods as JsonMap).map((operation) => (operation as JsonMap)['operationId']),
    );
    expect(found.map(String).sort()).toEqual(allOperations.map(({ id }) => id).sort());
  });

  it('has the answers of behaviour: codes by status, 202 for lag, 304', () => {
    expect(Object.keys(at('paths', '/api/v1/datasets/{id}', 'put', 'responses'))).toEqual(
      expect.arrayContaining([
        '200',
        '202',
        '400',
        '401',
        '403',
        '404',
        '405',
        '409',
        '412',
        '413',
        '422',
        '429',
        '503',
      ]),
    );
    expect(Object.keys(at('paths', '/api/v1/datasets/{id}', 'get', 'responses'))).toContain('304');
    expect(Object.keys(at('paths', '/healthz', 'get', 'responses'))).not.toContain('401');
  });

  it('lets a refusal in its own shape stand beside problems', () => {
    const { content } = at('paths', '/api/v1/register', 'post', 'responses', '422') as { content: JsonMap };
    expect(Object.keys(content)).toEqual(['application/json', 'application/problem+json']);
  });

  it('has the headers of answers', () => {
    expect(Object.keys(at('paths', '/api/v1/datasets', 'post', 'responses', '201', 'headers'))).toEqual(
      expect.arrayContaining([
        'ETag',
        'Location',
        'X-Revision',
        'X-Position',
        'RateLimit',
        'Idempotency-Replayed',
      ]),
    );
    expect(Object.keys(at('paths', '/api/v1/datasets', 'get', 'responses', '200', 'headers'))).toEqual(
      expect.arrayContaining(['Link', 'X-Total-Count', 'X-Total-Count-Exact', 'X-Stale']),
    );
  });

  it('has the parameters of behaviour', () => {
    expect(parameterNames('/api/v1/datasets', 'get')).toEqual(
      expect.arrayContaining(['limit', 'cursor', 'sort', 'q', 'visibility', 'as_of', 'XMinPosition']),
    );
    expect(parameterNames('/api/v1/datasets', 'get')).not.toContain('revision');
    expect(parameterNames('/api/v1/datasets/{id}', 'get')).toEqual(
      expect.arrayContaining(['id', 'as_of', 'revision', 'IfNoneMatch']),
    );
    expect(parameterNames('/api/v1/datasets/{id}', 'put')).toEqual(
      expect.arrayContaining(['IdempotencyKey', 'IfMatch', 'Prefer']),
    );
  });

  it('describes a form that stands for the body: its fields, `request`, and a file that may be absent', () => {
    const form = at(...[...executing, 'requestBody', 'content'], 'multipart/form-data', 'schema');
    expect(form).not.toHaveProperty('required');
    expect(form['properties']).toMatchObject({
      file: { contentMediaType: 'application/octet-stream' },
      input_mode: { enum: ['single', 'file', 'batch', 'none'] },
      batch_config: { $ref: '#/components/schemas/BatchInputConfig' },
      request: { allOf: [{ $ref: '#/components/schemas/WorkflowExecutionRequest' }] },
    });
    const fileOfModel = at('paths', '/api/v1/inferences/{model_id}', 'post', 'requestBody', 'content');
    expect(fileOfModel).toMatchObject({ 'multipart/form-data': { schema: { required: ['file'] } } });
  });

  it('tells `Prefer: wait` where it is taken, and nowhere else', () => {
    const [, path, method] = executing;
    expect(parameterNames(path, method)).toEqual(expect.arrayContaining(['PreferWait']));
    expect(parameterNames(path, method)).not.toContain('Prefer');
    const told = allOperations.filter(({ description = '' }) => description.includes('`Prefer: wait'));
    expect(told.map(({ id }) => id)).toEqual(allOperations.filter(({ waits }) => waits).map(({ id }) => id));
    expect(at('components', 'parameters', 'PreferWait')['description']).toContain('at most 30');
    expect(at('components', 'parameters', 'Prefer')['description']).not.toContain('wait');
  });

  it('asks for the bearer, but not of the anonymous', () => {
    expect(at('paths', '/api/v1/me', 'get')['security']).toEqual([{ bearer: [] }]);
    expect(at('paths', '/api/v1/login', 'post')['security']).toEqual([]);
  });
});

describe('forms that stand for a body', () => {
  it.each(allOperations.filter(({ upload }) => upload?.form === 'body').map((one) => [one.id, one] as const))(
    'of %s can be told apart: no field of the body is called as the file or the whole body is',
    (_, { body }) => {
      const names = Object.keys((body?.['properties'] ?? {}) as object);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => ['file', FORM_BODY].includes(name))).toEqual([]);
    },
  );
});

describe('the codes of an operation', () => {
  it('are its own and those of its behaviour, by status', () => {
    expect(codesOf(operations.updateDataset)).toEqual(
      expect.arrayContaining([
        'foreign_version',
        'precondition_failed',
        'idempotency_mismatch',
        'invalid_body',
        'not_found',
      ]),
    );
    expect(codesOf(operations.getHealth)).not.toContain('unauthenticated');
    for (const [status, codes] of codesByStatus(operations.updateDataset))
      expect(codes.filter((code) => errors[code].status !== status)).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('has no code that no operation answers, but those that are told of work alone', () => {
    const answered = new Set(allOperations.flatMap(codesOf));
    expect(errorCodes.filter((code) => !answered.has(code))).toEqual(toldOfWork);
  });
});

describe('components', () => {
  const bird = Type.Object({ name: Type.String() }, { title: 'Bird' });

  it('stand once and are referred to', () => {
    const components = new Components();
    expect(components.refer(Type.Array(bird))).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Bird' },
    });
    expect(components.refer(bird)).toEqual({ $ref: '#/components/schemas/Bird' });
    expect(Object.keys(components.schemas())).toEqual(['Bird']);
  });

  it('never have two shapes under one name', () => {
    const components = new Components();
    components.refer(bird);
    expect(() => components.refer(Type.Object({}, { title: 'Bird' }))).toThrow(
      'Two different schemas are named Bird.',
    );
  });

  it('write tuples and maps as JSON Schema 2020-12 does', () => {
    expect(jsonSchemaOf(Type.Tuple([Type.String(), Type.Number()]))).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      items: false,
      minItems: 2,
      maxItems: 2,
    });
    expect(jsonSchemaOf(Type.Record(Type.String(), Type.Number()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'number' },
    });
  });

  it('tells what a body may be at most', () => {
    const login = at('paths', '/api/v1/login', 'post');
    expect(login['x-body-limit']).toEqual({ bytes: 65_536, values: 1_000 });
    expect((login['requestBody'] as JsonMap)['description']).toBe(
      'At most 65536 bytes, and 1000 values and keys together.',
    );
    const create = at('paths', '/api/v1/datasets', 'post');
    expect(create['x-body-limit']).toBe('configured');
  });
});
