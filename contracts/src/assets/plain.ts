import { type TSchema, Type } from '@sinclair/typebox';
import type { ErrorCode } from '../errors.js';
import { articled } from '../kit/articled.js';
import { operation } from '../kit/operation.js';
import { created, deleted, ok } from '../kit/replies.js';
import { Uuid } from '../kit/schemas.js';
import { ActivationRequest } from './activation.js';
import { assetList, type Described } from './operations.js';

type Filters = Readonly<Record<string, TSchema>>;

/** What is said of the operations of one kind of asset where they differ from those of others. */
export interface AssetTexts {
  /** What a list holds. */
  readonly list: string;
  /** What its GET answers. */
  readonly get: string;
  readonly create: {
    /** `Create a dataset` when absent. */
    readonly summary?: string;
    readonly description: string;
    readonly reply: string;
    readonly errors?: readonly ErrorCode[];
  };
  readonly update: { readonly description: string; readonly errors?: readonly ErrorCode[] };
  readonly revert?: { readonly errors: readonly ErrorCode[] };
  /** What else follows when a version is made the active one. */
  readonly activate?: string;
}

/** What the operations that read and write an asset itself are made of. */
export interface PlainAsset<
  Noun extends string,
  Params extends TSchema,
  Record extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Filtered extends Filters,
> extends Described<Noun, Params, Record> {
  readonly input: Input;
  readonly changes: Changes;
  readonly texts: AssetTexts;
  /** Filters of its list beside those of all. */
  readonly filters: Filtered;
  /** Of the category of its streams. */
  readonly stream: string;
  /** Of its list: `/api/v1/datasets`. */
  readonly many: string;
  /** Bodies. */
  readonly sent: { readonly create: unknown; readonly update: { readonly name: string } };
}

const SHOWN_TO = ['group_unavailable', 'project_elsewhere'] as const;
const VISIBILITY = ['visibility_contradiction', 'visibility_without_scope'] as const;

const reading = <
  const Noun extends string,
  Params extends TSchema,
  Record extends TSchema,
  Filtered extends Filters,
>(
  its: PlainAsset<Noun, Params, Record, TSchema, TSchema, Filtered>,
) => ({
  list: operation({
    id: `list${its.noun}s`,
    tag: its.tag,
    summary: `List the ${its.called}s you may see`,
    method: 'GET',
    path: its.many,
    access: `${its.resource}:read`,
    timeTravel: true,
    list: { ...assetList, filters: { ...assetList.filters, ...its.filters } },
    replies: ok(its.texts.list, Type.Array(its.record)),
    example: { reply: [its.example] },
  }),
  get: operation({
    id: `get${its.noun}`,
    tag: its.tag,
    summary: `Read ${articled(its.called)}`,
    method: 'GET',
    path: its.path,
    access: `${its.resource}:read`,
    params: its.params,
    etag: true,
    timeTravel: true,
    stream: its.stream,
    replies: ok(its.texts.get, its.record),
    example: { reply: its.example },
  }),
});

const creating = <const Noun extends string, Record extends TSchema, Input extends TSchema>(
  its: PlainAsset<Noun, TSchema, Record, Input, TSchema, Filters>,
) =>
  operation({
    id: `create${its.noun}`,
    tag: its.tag,
    summary: its.texts.create.summary ?? `Create ${articled(its.called)}`,
    description: its.texts.create.description,
    method: 'POST',
    path: its.many,
    access: `${its.resource}:write`,
    etag: true,
    showsHistory: true,
    body: its.input,
    bodyLimit: 'configured',
    replies: created(its.texts.create.reply, its.record),
    errors: ['forbidden', ...(its.texts.create.errors ?? []), ...VISIBILITY, 'in_future', ...SHOWN_TO],
    example: { body: its.sent.create, reply: its.example },
  });

const changing = <
  const Noun extends string,
  Params extends TSchema,
  Record extends TSchema,
  Changes extends TSchema,
>(
  its: PlainAsset<Noun, Params, Record, TSchema, Changes, Filters>,
) =>
  operation({
    id: `update${its.noun}`,
    tag: its.tag,
    summary: `Change ${articled(its.called)}`,
    description: its.texts.update.description,
    method: 'PUT',
    path: its.path,
    access: `${its.resource}:write`,
    params: its.params,
    etag: true,
    showsHistory: true,
    body: its.changes,
    bodyLimit: 'configured',
    replies: ok(`The ${its.called} as it is now.`, its.record),
    errors: [
      ...(['forbidden', 'foreign_version'] as const),
      ...(its.texts.update.errors ?? []),
      ...VISIBILITY,
      ...SHOWN_TO,
      ...(['recipient_unavailable', 'in_future'] as const),
    ],
    example: { body: its.sent.update, reply: { ...(its.example as object), ...its.sent.update } },
  });

/** `list…`, `get…`, `create…`, `update…` and `delete…` of an asset. */
export const plainOperations = <
  const Noun extends string,
  Params extends TSchema,
  Record extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Filtered extends Filters,
>(
  its: PlainAsset<Noun, Params, Record, Input, Changes, Filtered>,
) => ({
  ...reading(its),
  create: creating(its),
  update: changing(its),
  remove: operation({
    id: `delete${its.noun}`,
    tag: its.tag,
    summary: `Delete ${articled(its.called)}`,
    description: 'Can be restored for 30 days.',
    method: 'DELETE',
    path: its.path,
    access: `${its.resource}:delete`,
    params: its.params,
    etag: true,
    replies: deleted(`The ${its.called}`, its.record),
    errors: ['forbidden'],
    example: { reply: its.example },
  }),
});

/** `activate…Version` of an asset that has versions; `description`: what else follows from it. */
export const activateOperation = <const Noun extends string, Record extends TSchema>(
  its: Pick<
    Described<Noun, TSchema, Record>,
    'noun' | 'called' | 'tag' | 'resource' | 'path' | 'record' | 'example'
  >,
  description?: string,
) =>
  operation({
    id: `activate${its.noun}Version`,
    tag: its.tag,
    summary: 'Make a version the active one',
    description: [
      description,
      'Of the active version another `reason` is kept; the same one, or none, changes nothing.',
    ]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
    method: 'POST',
    path: `${its.path}/versions/{version_id}/activate`,
    access: `${its.resource}:write`,
    params: Type.Object({ id: Uuid, version_id: Uuid }),
    etag: true,
    body: ActivationRequest,
    bodyOptional: true,
    replies: ok(`The ${its.called} as it is now.`, its.record),
    errors: ['forbidden'],
    example: { body: { reason: 'Half as many errors in May.' }, reply: its.example },
  });
