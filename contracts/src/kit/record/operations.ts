import { type TBoolean, type TSchema, type TString, type TUnsafe, Type } from '@sinclair/typebox';
import { historyOperation } from '../history-operation.js';
import { RevertRequest } from '../history.js';
import { operation, type Operation, type OperationAccess } from '../operation.js';
import type {
  Fitting,
  PathParams,
  PluralOf,
  RecordDescription,
  RecordFilters,
  RecordResource,
  UpdatePath,
} from './description.js';
import { OfDeleted } from '../deleted-filter.js';
import { created, deleted, ok } from '../replies.js';
import { Uuid } from '../schemas.js';
import { searchFilter } from '../search.js';
import { mapped, namesUsed, type RecordSchemas } from './schemas.js';
import { capital, categoryOfEntity, nounOf, nounsOf, nounWithArticle } from './words.js';

/** The schemas of a list's filters, with the types of their values. */
type FilterSchemas<D extends RecordDescription> = {
  readonly [Name in Exclude<keyof RecordFilters<D>, 'q' | 'deleted'>]: D['fields'][Name]['schema'];
} & { readonly deleted: TBoolean; readonly q: TString };

const filtersOf = <D extends RecordDescription>(d: D): FilterSchemas<D> =>
  ({
    ...(namesUsed(d, 'words').length === 0 ? {} : { q: searchFilter() }),
    ...mapped(d, ({ schema, use }) => (use.filter === true ? schema : undefined)),
    deleted: OfDeleted,
  }) as FilterSchemas<D>;

/** The parameters of a path, each an id. */
const paramsOf = <Path extends string>(path: Path): TUnsafe<PathParams<Path>> =>
  Type.Unsafe(
    Type.Object(
      Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, Uuid] as const)),
    ),
  );
/** A path without a parameter has no schema of them: what is there is always there. */
type PlacedAt<Path extends string> = Path extends `${string}{${string}`
  ? { readonly params: TUnsafe<PathParams<Path>> }
  : unknown;
const placed = <const Definition extends Operation, Path extends string>(
  path: Path,
  definition: Definition,
): Definition & PlacedAt<Path> =>
  ({ ...definition, ...(path.includes('{') ? { params: paramsOf(path) } : {}) }) as Definition &
    PlacedAt<Path>;

const updatePathOf = <D extends RecordDescription>({ paths }: D): UpdatePath<D> =>
  (paths.update ?? paths.one) as UpdatePath<D>;

const listOf = <D extends RecordDescription>(d: D & Fitting<D>, { resource, example }: RecordSchemas<D>) => {
  const many: D['paths']['many'] = d.paths.many;
  const plural = (d.plural ?? `${d.title}s`) as PluralOf<D>;
  return placed(many, {
    id: `list${plural}`,
    tag: d.tag,
    summary: `List ${nounsOf(d)}`,
    method: 'GET',
    path: many,
    access: d.access.read,
    timeTravel: true,
    list: {
      sort: ['created_at', 'updated_at', ...namesUsed(d, 'sort')],
      defaultSort: '-created_at',
      lastingSort: ['created_at'],
      filters: filtersOf<D>(d),
    },
    replies: ok(`${capital(nounsOf(d))}.`, Type.Unsafe<RecordResource<D>[]>(Type.Array(resource))),
    example: { reply: [example] },
  });
};

/** An example as a caller sends it: what is kept as JSON as a value. */
const sentOf = ({ fields }: RecordDescription, example: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (Object.entries(example) as readonly (readonly [string, unknown])[]).flatMap(([name, value]) => {
      const { presence = 'own', use = {} } = fields[name] ?? {};
      if (presence === 'own') return [];
      return [[name, use.json === true && typeof value === 'string' ? JSON.parse(value) : value] as const];
    }),
  );

const writesOf = <D extends RecordDescription>(d: D & Fitting<D>, schemas: RecordSchemas<D>) => {
  const { input, changes, resource, example } = schemas;
  const title: D['title'] = d.title;
  const many: D['paths']['many'] = d.paths.many;
  const path = updatePathOf<D>(d);
  const sent = sentOf(d, example);
  const named = path.includes('{id}') ? {} : { id: example.id };
  return {
    create: placed(many, {
      id: `create${title}`,
      tag: d.tag,
      summary: `Create ${nounWithArticle(d)}`,
      ...(d.saving === undefined ? {} : { description: d.saving.description }),
      method: 'POST',
      path: many,
      access: d.access.write,
      etag: true,
      body: input,
      bodyLimit: 'configured',
      replies: created(`The ${nounOf(d)}.`, resource),
      errors: [...forbiddenIn(d.access.write), ...takenIn(d), ...refusedIn(d)],
      example: { body: sent, reply: example },
    }),
    update: placed(path, {
      id: `update${title}`,
      tag: d.tag,
      summary: `Change ${nounWithArticle(d)}`,
      description: `${'id' in named ? 'The body names it by `id`. ' : ''}Fields that are absent stay as they are; \`null\` clears one.${d.saving === undefined ? '' : ` ${d.saving.description}`}`,
      method: 'PUT',
      path,
      access: d.access.write,
      etag: true,
      body: changes,
      bodyLimit: 'configured',
      replies: ok(`The ${nounOf(d)} as it is now.`, resource),
      errors: [
        ...forbiddenIn(d.access.write),
        ...('id' in named ? (['not_found'] as const) : []),
        ...takenIn(d),
        ...refusedIn(d),
      ],
      example: { body: { ...named, ...sent }, reply: example },
    }),
  };
};

/** A permission may be lacked in one asset and held in another; who administers does so everywhere. */
const forbiddenIn = (access: OperationAccess) => (access.includes(':') ? (['forbidden'] as const) : []);
const takenIn = ({ unique }: { readonly unique?: unknown }) =>
  unique === undefined ? [] : (['value_taken'] as const);

const refusedIn = ({ saving, fields }: RecordDescription) => [
  ...(saving?.errors ?? []),
  ...(Object.values(fields).some(({ use }) => use.json === true) ? (['use_secret'] as const) : []),
];

const endingOf = <D extends RecordDescription>(
  d: D & Fitting<D>,
  { resource, example }: RecordSchemas<D>,
) => {
  const title: D['title'] = d.title;
  const one: D['paths']['one'] = d.paths.one;
  return {
    remove: operation({
      id: `delete${title}`,
      tag: d.tag,
      summary: `Delete ${nounWithArticle(d)}`,
      description: 'Can be restored for 30 days.',
      method: 'DELETE',
      path: one,
      access: d.access.delete,
      params: paramsOf(one),
      etag: true,
      replies: deleted(`The ${nounOf(d)}`, resource),
      errors: forbiddenIn(d.access.delete),
      example: { reply: example },
    }),
    restore: operation({
      id: `restore${title}`,
      tag: d.tag,
      summary: `Bring a deleted ${nounOf(d)} back`,
      description: 'Within 30 days after the deletion.',
      method: 'POST',
      path: `${one}/restore`,
      access: d.access.delete,
      params: paramsOf(one),
      etag: true,
      replies: ok(`The ${nounOf(d)} as it is now.`, resource),
      errors: [...forbiddenIn(d.access.delete), 'not_deleted', 'purged', ...takenIn(d)],
      example: { reply: example },
    }),
  };
};

const pastOf = <D extends RecordDescription>(d: D & Fitting<D>, { resource, example }: RecordSchemas<D>) => {
  const title: D['title'] = d.title;
  const one: D['paths']['one'] = d.paths.one;
  return {
    revert: operation({
      id: `revert${title}`,
      tag: d.tag,
      summary: `Undo one change of ${nounWithArticle(d)}`,
      description: 'Appends the inverse of that one event; the history keeps both.',
      method: 'POST',
      path: `${one}/revert`,
      access: d.access.write,
      params: paramsOf(one),
      etag: true,
      body: RevertRequest,
      replies: ok(`The ${nounOf(d)} as it is now.`, resource),
      errors: [...forbiddenIn(d.access.write), 'not_revertible', 'purged', 'in_future', ...takenIn(d)],
      example: { body: { revision: 1 }, reply: example },
    }),
    history: historyOperation({
      noun: title,
      called: nounOf(d),
      tag: d.tag,
      access: d.access.read,
      path: one,
      params: paramsOf(one),
    }),
  };
};

/** The operations of a record, as somebody would have written them by hand. */
export const recordOperationsOf = <D extends RecordDescription>(
  d: D & Fitting<D>,
  schemas: RecordSchemas<D>,
) => {
  const title: D['title'] = d.title;
  const one: D['paths']['one'] = d.paths.one;
  const resource: TSchema & RecordSchemas<D>['resource'] = schemas.resource;
  return {
    list: listOf<D>(d, schemas),
    ...writesOf<D>(d, schemas),
    get: operation({
      id: `get${title}`,
      tag: d.tag,
      summary: `Read ${nounWithArticle(d)}`,
      method: 'GET',
      path: one,
      access: d.access.read,
      params: paramsOf(one),
      etag: true,
      timeTravel: true,
      stream: categoryOfEntity(d.entity),
      replies: ok(`The ${nounOf(d)}.`, resource),
      example: { reply: schemas.example },
    }),
    ...endingOf<D>(d, schemas),
    ...pastOf<D>(d, schemas),
  };
};
