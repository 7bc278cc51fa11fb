import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, type Operation } from '@cairn/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Client, createClient } from '@cairn/client';
import { root } from './topology.js';

interface Schema {
  [keyword: string]: unknown;
}
interface DocumentedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedAnswer>> }>>
    >
  >;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly responses: Readonly<Record<string, DocumentedAnswer>>;
    readonly headers: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

const document = JSON.parse(readFileSync(join(root, 'contracts/openapi.json'), 'utf8')) as Document;
/** Headers that stand in the document and come only when there is a reason. */
const OCCASIONAL = new Set([
  'Link',
  'X-Total-Count-Exact',
  'X-Stale',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
]);

/** Answers may hold what their schemas name and nothing else: a field that leaked is an error too. */
const closed = (schemas: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      'properties' in schema && !name.endsWith('Value')
        ? { ...schema, unevaluatedProperties: false }
        : schema,
    ]),
  );
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
formats.default(ajv);
ajv.addSchema({
  ...document,
  $id: 'openapi.json',
  components: { ...document.components, schemas: closed(document.components.schemas) },
});
const validators = new Map<string, ValidateFunction>();

const schemaAt = (...path: readonly string[]): ValidateFunction => {
  const pointer = path
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi.json#/${pointer}` });
  validators.set(pointer, validate);
  return validate;
};

/** The operation that a request is for; what is written out in a path wins over parameters. */
export const operationOf = (method: string, pathname: string): Operation | undefined => {
  const asked = method === 'HEAD' ? 'GET' : method;
  const matching = allOperations.filter(
    (operation) =>
      operation.method === asked &&
      new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const parameters = ({ path }: Operation): number => path.split('{').length;
  return matching.sort((one, other) => parameters(one) - parameters(other))[0];
};

/** What is wrong with an answer by the document, a sentence each. */
export const faultsOf = async (method: string, url: URL, response: Response): Promise<readonly string[]> => {
  const operation = operationOf(method, url.pathname);
  if (operation === undefined) return [];
  const path = [
    'paths',
    operation.path,
    operation.method.toLowerCase(),
    'responses',
    String(response.status),
  ];
  const responses = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {};
  const given = responses[response.status];
  if (given === undefined) return [`${operation.id}: ${response.status} is not documented`];
  const [answer, at] =
    given.$ref === undefined
      ? ([given, path] as const)
      : ([
          document.components.responses[given.$ref.split('/').at(-1) ?? ''] ?? {},
          given.$ref.slice(2).split('/'),
        ] as const);
  const faults = [
    ...headerFaults(answer, response.headers),
    ...(method === 'HEAD' ? [] : await bodyFaults(answer, at, response)),
  ];
  return faults.map((fault) => `${operation.id} ${response.status}: ${fault}`);
};

const headerFaults = (answer: DocumentedAnswer, headers: Headers): readonly string[] =>
  Object.keys(answer.headers ?? {}).flatMap((name) => {
    const value = headers.get(name);
    if (value === null) return OCCASIONAL.has(name) ? [] : [`${name} is missing`];
    const validate = schemaAt('components', 'headers', name, 'schema');
    const read = /^(integer|boolean)$/.test(String(document.components.headers[name]?.schema['type']));
    return validate(read ? (JSON.parse(value) as unknown) : value) ? [] : [`${name} is ${value}`];
  });

const bodyFaults = async (
  answer: DocumentedAnswer,
  at: readonly string[],
  response: Response,
): Promise<readonly string[]> => {
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const content = answer.content;
  if (content === undefined) return (await response.text()) === '' ? [] : ['a body where none is'];
  if (content[type] === undefined && !('*/*' in content) && !('application/octet-stream' in content))
    return [`content type ${type || 'none'} is not documented`];
  const isJson = type.endsWith('json') && content[type]?.schema !== undefined;
  if (!isJson) return [];
  const validate = schemaAt(...at, 'content', type, 'schema');
  if (validate(JSON.parse(await response.text()))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
};

/** A client whose every answer is held against the document; it throws where they differ. */
export const checkedClient = (baseUrl: string, token?: string): Client =>
  createClient({
    baseUrl,
    token,
    fetch: async (input, options) => {
      const response = await fetch(input, options);
      const url = new URL(input instanceof Request ? input.url : input);
      const faults = await faultsOf(options?.method ?? 'GET', url, response.clone());
      if (faults.length > 0) throw new Error(faults.join('\n'));
      return response;
    },
  });
