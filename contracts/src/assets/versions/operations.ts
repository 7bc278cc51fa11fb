import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { ErrorCode } from '../../errors.js';
import { OfDeleted } from '../../kit/deleted-filter.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import type { AssetResource } from '../fields.js';
import { historyOperations } from '../operations.js';

/** How the parameters of the paths of versions are called: of the asset, and of the version. */
export interface VersionParams<Asset extends string, Version extends string> {
  readonly asset: Asset;
  readonly version: Version;
}

/** What is said of the operations on versions where they differ from those of others. */
interface VersionTexts {
  /** What a list holds. */
  readonly list: string;
  /** What its GET answers. */
  readonly get: string;
  readonly create: { readonly description: string; readonly errors?: readonly ErrorCode[] };
  readonly update: { readonly description: string; readonly errors?: readonly ErrorCode[] };
  readonly duplicate: { readonly description: string; readonly errors?: readonly ErrorCode[] };
  /** What its history is of beside itself: `, its nodes or its edges`. */
  readonly parts?: string;
  readonly revertErrors?: readonly ErrorCode[];
}

/** What the operations on versions of one kind of asset are made of. */
export interface VersionsDescribed<
  Noun extends string,
  AssetParam extends string,
  VersionParam extends string,
  Record extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
> {
  readonly area: string;
  readonly noun: Noun;
  /** What the asset is called: `graph`. */
  readonly called: string;
  readonly resource: AssetResource;
  readonly tag: string;
  readonly params: VersionParams<AssetParam, VersionParam>;
  readonly record: Record;
  /** What one is made of, and what may be set of one. */
  readonly input: Input;
  readonly changes: Changes;
  readonly texts: VersionTexts;
  readonly example: object;
  /** The same in a list. */
  readonly listed: object;
  /** Bodies, as the documents show them. */
  readonly sent: { readonly create: object; readonly update: object };
}

type Any<Noun extends string, A extends string, V extends string, R extends TSchema> = VersionsDescribed<
  Noun,
  A,
  V,
  R,
  TSchema,
  TSchema
>;

const manyOf = ({ area, params }: Pick<Any<string, string, string, TSchema>, 'area' | 'params'>): string =>
  `/api/v1/${area}/{${params.asset}}/versions`;
const oneOf = (its: Pick<Any<string, string, string, TSchema>, 'area' | 'params'>): string =>
  `${manyOf(its)}/{${its.params.version}}`;

const inAsset = <A extends string>(asset: A) =>
  Type.Object({ [asset]: Uuid }) as TSchema as TUnsafe<Readonly<Record<A, string>>>;
const ofVersion = <A extends string, V extends string>({ asset, version }: VersionParams<A, V>) =>
  Type.Object({ [asset]: Uuid, [version]: Uuid }) as TSchema as TUnsafe<Readonly<Record<A | V, string>>>;

const FILTERS = {
  q: searchFilter(),
  name: Type.String({ maxLength: 200 }),
  deleted: OfDeleted,
  from: Time,
  to: Time,
} as const;

const reading = <
  const Noun extends string,
  const A extends string,
  const V extends string,
  R extends TSchema,
>(
  its: Any<Noun, A, V, R>,
) => ({
  list: operation({
    id: `list${its.noun}Versions`,
    tag: its.tag,
    summary: `List the versions of a ${its.called}`,
    method: 'GET',
    path: manyOf(its),
    access: `${its.resource}:read`,
    params: inAsset(its.params.asset),
    timeTravel: true,
    list: {
      sort: ['created_at', 'updated_at', 'name'],
      defaultSort: '-created_at',
      lastingSort: ['created_at'],
      filters: FILTERS,
    },
    replies: ok(its.texts.list, Type.Array(its.record)),
    errors: ['forbidden'],
    example: { reply: [its.listed] },
  }),
  get: operation({
    id: `get${its.noun}Version`,
    tag: its.tag,
    summary: `Read a version of a ${its.called}`,
    method: 'GET',
    path: oneOf(its),
    access: `${its.resource}:read`,
    params: ofVersion(its.params),
    etag: true,
    timeTravel: true,
    stream: `${its.called}Version`,
    replies: ok(its.texts.get, its.record),
    example: { reply: its.example },
  }),
});

const making = <
  const Noun extends string,
  const A extends string,
  const V extends string,
  R extends TSchema,
  Input extends TSchema,
>(
  its: VersionsDescribed<Noun, A, V, R, Input, TSchema>,
) => ({
  create: operation({
    id: `create${its.noun}Version`,
    tag: its.tag,
    summary: `Create a version of a ${its.called}`,
    description:
      `Its number is the next one; \`activate\` makes it the active one. \`If-Match\` speaks of the ${its.called}. ` +
      its.texts.create.description,
    method: 'POST',
    path: manyOf(its),
    access: `${its.resource}:write`,
    params: inAsset(its.params.asset),
    etag: true,
    body: its.input,
    bodyLimit: 'configured',
    bodyOptional: true,
    replies: created('The version.', its.record),
    errors: ['forbidden', ...(its.texts.create.errors ?? [])],
    example: { body: its.sent.create, reply: its.example },
  }),
  duplicate: operation({
    id: `duplicate${its.noun}Version`,
    tag: its.tag,
    summary: `Make another version of a ${its.called} that is like one`,
    description: `It has the next number. \`If-Match\` speaks of the ${its.called}. ${its.texts.duplicate.description}`,
    method: 'POST',
    path: `${oneOf(its)}/duplicate`,
    access: `${its.resource}:write`,
    params: ofVersion(its.params),
    etag: true,
    replies: created('The new version.', its.record),
    errors: ['forbidden', ...(its.texts.duplicate.errors ?? [])],
    example: { reply: its.example },
  }),
});

const changing = <
  const Noun extends string,
  const A extends string,
  const V extends string,
  R extends TSchema,
  Changes extends TSchema,
>(
  its: VersionsDescribed<Noun, A, V, R, TSchema, Changes>,
) => ({
  update: operation({
    id: `update${its.noun}Version`,
    tag: its.tag,
    summary: `Change a version of a ${its.called}`,
    description: its.texts.update.description,
    method: 'PUT',
    path: oneOf(its),
    access: `${its.resource}:write`,
    params: ofVersion(its.params),
    etag: true,
    body: its.changes,
    bodyLimit: 'configured',
    replies: ok('The version as it is now.', its.record),
    errors: ['forbidden', ...(its.texts.update.errors ?? [])],
    example: { body: its.sent.update, reply: its.example },
  }),
  remove: operation({
    id: `delete${its.noun}Version`,
    tag: its.tag,
    summary: `Delete a version of a ${its.called}`,
    description: 'Not the active one. Can be restored for 30 days; its number is given to no other.',
    method: 'DELETE',
    path: oneOf(its),
    access: `${its.resource}:delete`,
    params: ofVersion(its.params),
    etag: true,
    replies: deleted('The version', its.record),
    errors: ['forbidden', 'version_active'],
    example: { reply: its.example },
  }),
});

/** `list…Versions`, `get…`, `create…`, `update…`, `delete…`, `duplicate…Version`, and those of its past. */
export const versionOperations = <
  const Noun extends string,
  const A extends string,
  const V extends string,
  R extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
>(
  its: VersionsDescribed<Noun, A, V, R, Input, Changes>,
) => ({
  ...reading(its),
  ...making(its),
  ...changing(its),
  ...historyOperations({
    noun: `${its.noun}Version`,
    called: 'version',
    tag: its.tag,
    resource: its.resource,
    path: oneOf(its),
    params: ofVersion(its.params),
    record: its.record,
    example: its.example,
    past: {
      asset: its.called,
      revertErrors: ['version_active', ...(its.texts.revertErrors ?? [])],
      ...(its.texts.parts === undefined ? {} : { parts: its.texts.parts }),
    },
  }),
});
