import { readFileSync } from 'node:fs';
import { allOperations, type Operation } from '@cairn/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Client, createClient } from '@cairn/client';
import { patientFetch } from './patient-fetch.js';
import { type Person, somebody } from './people.js';
import type { ServedCairn } from './running-cairn.js';
import { SHARED_CLUSTER } from './topologies/shared-cluster.js';

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

const document = JSON.parse(
  readFileSync(require.resolve('@cairn/contracts/openapi.json'), 'utf8'),
) as Document;
/** Headers that stand in the document and come only when there is a reason. */
const OCCASIONAL = new Set([
  'X-Ignored-Fields',
  'Preference-Applied',
  'Link',
  'X-Total-Count-Exact',
  'X-Stale',
  'X-Not-Held',
  'X-History-Visible-From',
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
formats(ajv);
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

const parameters = ({ path }: Operation): number => path.split('{').length;
/** Operations with the pattern of their path; what is written out in a path comes before parameters. */
const patterns = allOperations
  .toSorted((one, other) => parameters(one) - parameters(other))
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** The operation that a request is for. */
export const operationOf = (method: string, pathname: string): Operation | undefined => {
  const asked = method === 'HEAD' ? 'GET' : method;
  return patterns.find(({ operation, pattern }) => operation.method === asked && pattern.test(pathname))
    ?.operation;
};

/** What is wrong with an answer by the document, a sentence each. */
const faultsOf = async (method: string, url: URL, response: Response): Promise<readonly string[]> => {
  const operation = operationOf(method, url.pathname);
  if (operation === undefined) return [];
  const documented = documentedAnswer(operation, response.status);
  if (documented === undefined) return [`${operation.id}: ${response.status} is not documented`];
  const { answer, at } = documented;
  const faults = [
    ...headerFaults(answer, response.headers),
    ...(method === 'HEAD' ? [] : await bodyFaults(answer, at, response)),
  ];
  return faults.map((fault) => `${operation.id} ${response.status}: ${fault}`);
};

/** What the document says of a status, and where it stands there. */
const documentedAnswer = (
  { path, method }: Operation,
  status: number,
): { readonly answer: DocumentedAnswer; readonly at: readonly string[] } | undefined => {
  const given = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  if (given?.$ref === undefined)
    return given && { answer: given, at: ['paths', path, method.toLowerCase(), 'responses', String(status)] };
  const at = given.$ref.slice(2).split('/');
  const answer = document.components.responses[at.at(-1) ?? ''];
  return answer && { answer, at };
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
  { content }: DocumentedAnswer,
  at: readonly string[],
  response: Response,
): Promise<readonly string[]> => {
  if (content === undefined) return (await response.text()) === '' ? [] : ['a body where none is'];
  const type = mediaTypeOf(response);
  if (content[type] !== undefined) return type.endsWith('json') ? jsonFaults(at, type, response) : [];
  const isAnyFile = '*/*' in content || 'application/octet-stream' in content;
  return isAnyFile ? [] : [`content type ${type} is not documented`];
};

const mediaTypeOf = ({ headers }: Response): string => headers.get('content-type')?.split(';')[0] ?? 'none';

const jsonFaults = async (
  at: readonly string[],
  type: string,
  response: Response,
): Promise<readonly string[]> => {
  const validate = schemaAt(...at, 'content', type, 'schema');
  if (validate(JSON.parse(await response.text()))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
};

const fetchWith = process.env[SHARED_CLUSTER] === undefined ? fetch : patientFetch;

/** A client whose every answer is held against the document; it throws where they differ. */
export const checkedClient = (baseUrl: string, token?: string): Client =>
  createClient({
    baseUrl,
    token,
    fetch: async (input, options) => {
      const response = await fetchWith(input, options);
      const url = new URL(input instanceof Request ? input.url : input);
      const faults = await faultsOf(options?.method ?? 'GET', url, response.clone());
      if (faults.length > 0) throw new Error(faults.join('\n'));
      return response;
    },
  });

/** Somebody who asks with such a client. */
export const checkedPerson = async (
  cairn: Pick<ServedCairn, 'baseUrl' | 'client'>,
  name?: string,
): Promise<Person> => {
  const person = await somebody(cairn, name);
  return { ...person, client: checkedClient(cairn.baseUrl, person.token) };
};
