import {
  type ListBehaviour,
  LONGEST_WAIT_SECONDS,
  namedSortOf,
  type Operation,
  takesRevision,
} from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';
import { isMap, type Json, type JsonMap } from '../json.js';
import type { Components } from './components.js';

const query = (name: string, description: string, schema: JsonMap): JsonMap => ({
  name,
  in: 'query',
  description,
  schema,
});
const requestHeader = (name: string, description: string, schema: JsonMap = { type: 'string' }): JsonMap => ({
  name,
  in: 'header',
  description,
  schema,
});

const preferences =
  '`respond-async`, `return=representation`, `handling=strict`: a field of the body that is not known is refused.';

const asOf = (ofLists: string): JsonMap =>
  query('as_of', `The state at that time, RFC 3339. ${ofLists}`, { type: 'string', format: 'date-time' });

const AS_OF_BESIDE_FILTERS = asOf('Its pages may be short: `Link` leads on.');

/** Parameters that many operations take, by the name that they are referred to by. */
export const sharedParameters: JsonMap = {
  limit: query('limit', 'How many at most.', { type: 'integer', minimum: 1, maximum: 1000, default: 1000 }),
  cursor: query('cursor', 'Where the page begins; from `Link`.', { type: 'string' }),
  count: query('count', '`exact` counts even above 10,000.', { type: 'string', enum: ['exact'] }),
  as_of: asOf('A list takes no filter beside it, and its pages may be short: `Link` leads on.'),
  revision: query('revision', 'The state at that revision.', { type: 'integer', minimum: 0 }),
  IfMatch: requestHeader('If-Match', 'Only if the resource still has one of these revisions.'),
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'Only if the resource is another than this; `*`: only if there is none.',
  ),
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'Makes a retry answer what the first try did; kept 24 hours.',
    {
      type: 'string',
      minLength: 1,
      maxLength: 255,
    },
  ),
  Prefer: requestHeader('Prefer', preferences),
  PreferWait: requestHeader(
    'Prefer',
    '`wait=N`: waits up to N seconds for the work, at most ' +
      `${LONGEST_WAIT_SECONDS}. It answers 200 with \`Preference-Applied: wait=N\` when the work is over by then, else 202. ` +
      `Without it, and with \`respond-async\`, 202 comes at once. Also ${preferences}`,
  ),
  Range: requestHeader('Range', 'Which bytes.'),
  XMinRevision: requestHeader('X-Min-Revision', 'Waits until that revision is seen.', {
    type: 'integer',
    minimum: 0,
  }),
  XMinPosition: requestHeader('X-Min-Position', 'Waits until that position is seen.'),
};

const shared = (...names: string[]): Json[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

const sortParameter = (list: ListBehaviour): JsonMap => {
  const { sort, sortByName, defaultSort, lastingSort } = list;
  const byName = sortByName === undefined ? '' : ` ${sortByName.description}`;
  const fields = { type: 'string', enum: sort.flatMap((field) => [field, `-${field}`]) };
  const pattern = namedSortOf(list);
  return query('sort', `The order; \`-\` reverses it.${byName}${besideAsOf(lastingSort)}`, {
    ...(pattern === undefined ? fields : { anyOf: [fields, { type: 'string', pattern }] }),
    default: defaultSort,
  });
};

const besideAsOf = (lasting: ListBehaviour['lastingSort']): string =>
  lasting === undefined
    ? ''
    : ` Beside \`as_of\` only by ${lasting.map((field) => `\`${field}\``).join(', ')}.`;

/** A parameter for each property of an object schema. */
const each = (schema: TSchema | undefined, place: 'path' | 'query', components: Components): Json[] => {
  if (!schema) return [];
  const properties = schema['properties'] as Readonly<Record<string, TSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries(properties).map(([name, property]) =>
    parameter(name, property, place, required, components),
  );
};

const parameter = (
  name: string,
  property: TSchema,
  place: 'path' | 'query',
  required: readonly string[],
  components: Components,
): JsonMap => {
  const schema = components.refer(property);
  if (!isMap(schema)) throw new Error(`The parameter ${name} has no schema.`);
  const { description, ...rest } = schema;
  return {
    name,
    in: place,
    ...(place === 'path' || required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  };
};

const listParameters = (list: ListBehaviour | undefined, components: Components): Json[] => {
  if (!list) return [];
  const filters = Object.entries(list.filters).map(([name, schema]) =>
    parameter(name, schema, 'query', [], components),
  );
  return [...shared('limit', 'cursor'), sortParameter(list), ...shared('count'), ...filters];
};

const timeParameters = (operation: Operation): Json[] => {
  if (!operation.timeTravel) return [];
  const asOf = operation.list?.pastFilters === true ? [AS_OF_BESIDE_FILTERS] : shared('as_of');
  return takesRevision(operation) ? [...asOf, ...shared('revision')] : asOf;
};

const headParameters = ({ upload }: Operation): Json[] =>
  upload?.head === undefined
    ? []
    : [
        requestHeader(upload.head.header, 'How many of the first bytes are JSON; all where it is absent.', {
          type: 'integer',
          minimum: 1,
        }),
      ];

const writeParameters = ({ method, etag, ifMatch, waits }: Operation): Json[] =>
  shared(
    'IdempotencyKey',
    waits ? 'PreferWait' : 'Prefer',
    ...(ifMatch ? ['IfMatch'] : []),
    ...(etag ? ['IfMatch', ...(method === 'POST' ? [] : ['IfNoneMatch'])] : []),
  );

const headerParameters = (operation: Operation): Json[] => {
  const { method, access, etag, replies } = operation;
  if (method !== 'GET') return writeParameters(operation);
  return shared(
    ...(206 in replies ? ['Range', 'IfMatch', 'IfNoneMatch'] : []),
    ...(etag ? ['IfMatch', 'IfNoneMatch'] : []),
    ...(access === 'anonymous' ? [] : ['XMinRevision', 'XMinPosition']),
  );
};

/** Every parameter of the operation: of its path, its own, and those of the behaviour around it. */
export const parametersOf = (operation: Operation, components: Components): Json[] => [
  ...each(operation.params, 'path', components),
  ...each(operation.query, 'query', components),
  ...listParameters(operation.list, components),
  ...timeParameters(operation),
  ...headParameters(operation),
  ...headerParameters(operation),
];
