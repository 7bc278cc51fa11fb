import { type TSchema, Type } from '@sinclair/typebox';
import type { ErrorCode } from '../errors.js';
import { articled } from '../kit/articled.js';
import { historyOperation } from '../kit/history-operation.js';
import { RevertRequest } from '../kit/history.js';
import { operation } from '../kit/operation.js';
import { OfDeleted } from '../kit/deleted-filter.js';
import { deleted, ok, storedFile } from '../kit/replies.js';
import { OneOf, Time, Uuid } from '../kit/schemas.js';
import { searchFilter } from '../kit/search.js';
import { type AssetResource, visibilities } from './fields.js';

/** Where a resource is that operations are made for, and what it is. */
export interface Described<Noun extends string, Params extends TSchema, Record extends TSchema> {
  /** Operations are named with it: `DatasetVersion`. */
  readonly noun: Noun;
  /** In sentences: `version`. */
  readonly called: string;
  readonly tag: string;
  readonly resource: AssetResource;
  /** Of its GET: `/api/v1/datasets/{id}`. */
  readonly path: string;
  readonly params: Params;
  readonly record: Record;
  readonly example: unknown;
}

/** How the assets of one kind are listed. */
export const assetList = {
  sort: ['created_at', 'updated_at', 'name'],
  defaultSort: '-created_at',
  lastingSort: ['created_at'],
  filters: {
    q: searchFilter(),
    name: Type.String({ maxLength: 200 }),
    user_id: Uuid,
    organization_id: Uuid,
    project_id: Uuid,
    visibility: OneOf(visibilities),
    public: Type.Boolean(),
    shared_with_me: Type.Boolean(),
    deleted: OfDeleted,
    from: Time,
    to: Time,
  },
} as const;

/** In what the past of a resource differs from that of others. */
interface Past {
  /** The asset that it is or is in, in sentences: `dataset`. */
  readonly asset: string;
  /** What its history is of beside itself: `, its labels or its splits`. */
  readonly parts?: string;
  /** Who may bring it back: `delete` when absent. */
  readonly restoredBy?: 'write';
  readonly restoreErrors?: readonly ErrorCode[];
  readonly revertErrors?: readonly ErrorCode[];
}

type WithPast<Noun extends string, Params extends TSchema, Record extends TSchema> = Described<
  Noun,
  Params,
  Record
> & { readonly past: Past };

const history = <const Noun extends string, Params extends TSchema, Record extends TSchema>({
  past,
  ...its
}: WithPast<Noun, Params, Record>) => ({
  ...historyOperation({ ...its, access: `${its.resource}:read` as const }),
  description:
    `Begins at the \`history_from\` of the ${past.asset} for who may not write it; what was at that very time is told ` +
    'without the values before.',
});

const restore = <const Noun extends string, Params extends TSchema, Record extends TSchema>({
  past,
  ...its
}: WithPast<Noun, Params, Record>) =>
  operation({
    ...showing(its.called === past.asset),
    id: `restore${its.noun}`,
    tag: its.tag,
    summary: `Bring a deleted ${its.called} back`,
    description: 'Within 30 days after the deletion.',
    method: 'POST',
    path: `${its.path}/restore`,
    access: `${its.resource}:${past.restoredBy ?? 'delete'}`,
    params: its.params,
    etag: true,
    replies: ok(`The ${its.called} as it is now.`, its.record),
    errors: ['forbidden', 'not_deleted', 'purged', ...(past.restoreErrors ?? [])],
    example: { reply: its.example },
  });

const revert = <const Noun extends string, Params extends TSchema, Record extends TSchema>({
  past,
  ...its
}: WithPast<Noun, Params, Record>) =>
  operation({
    ...showing(its.called === past.asset),
    id: `revert${its.noun}`,
    tag: its.tag,
    summary: `Undo one change of ${articled(its.called)}${past.parts ?? ''}`,
    description:
      'Appends the inverse of that one event; the history keeps both. Events that one request made together and that ' +
      'do not stand alone (another text and the spans in it) are undone together.',
    method: 'POST',
    path: `${its.path}/revert`,
    access: `${its.resource}:write`,
    params: its.params,
    etag: true,
    body: RevertRequest,
    replies: ok(`The ${its.called} as it is now.`, its.record),
    errors: ['forbidden', 'not_revertible', 'purged', ...(past.revertErrors ?? [])],
    example: { body: { revision: 1 }, reply: its.example },
  });

const showing = (isAsset: boolean): { readonly showsHistory?: true } =>
  isAsset ? { showsHistory: true } : {};

/**
 * `list…History`, `restore…` and `revert…` of an asset, or of what is in one (SPEC-8). Those of the asset
 * itself say since when others see its history.
 */
export const historyOperations = <const Noun extends string, Params extends TSchema, Record extends TSchema>(
  its: WithPast<Noun, Params, Record>,
) => ({ history: history(its), restore: restore(its), revert: revert(its) });

type WithExample<Noun extends string, Params extends TSchema, Record extends TSchema> = Described<
  Noun,
  Params,
  Record
> & {
  readonly example: { readonly id: string };
  /** Where it is sent, below the resource's path; `/upload` when absent. */
  readonly logoUpload?: '/logo';
};

const uploadLogo = <const Noun extends string, Params extends TSchema, Record extends TSchema>(
  its: WithExample<Noun, Params, Record>,
) =>
  operation({
    id: `upload${its.noun}Logo`,
    tag: its.tag,
    summary: `Set the logo of ${articled(its.called)}`,
    description: 'png, jpeg, gif, webp or svg, at most 2 MB.',
    method: 'POST',
    path: `${its.path}${its.logoUpload ?? '/upload'}`,
    access: `${its.resource}:write`,
    params: its.params,
    etag: true,
    upload: { limit: 'logo' },
    rateClass: 'upload',
    replies: ok(`The ${its.called} as it is now.`, its.record),
    errors: ['forbidden', 'logo_invalid'],
    example: {
      reply: { ...its.example, has_logo: true, logo: `${its.path.replace('{id}', its.example.id)}/logo` },
    },
  });

/** `get…Logo`, `upload…Logo` and `delete…Logo` of an asset. */
export const logoOperations = <const Noun extends string, Params extends TSchema, Record extends TSchema>(
  its: WithExample<Noun, Params, Record>,
) => ({
  get: operation({
    id: `get${its.noun}Logo`,
    tag: its.tag,
    summary: `Download the logo of ${articled(its.called)}`,
    method: 'GET',
    path: `${its.path}/logo`,
    access: `${its.resource}:read`,
    params: its.params,
    replies: storedFile('The image.'),
  }),
  upload: uploadLogo(its),
  remove: operation({
    id: `delete${its.noun}Logo`,
    tag: its.tag,
    summary: `Remove the logo of ${articled(its.called)}`,
    method: 'DELETE',
    path: `${its.path}/logo`,
    access: `${its.resource}:write`,
    params: its.params,
    etag: true,
    replies: deleted('The logo', its.record),
    errors: ['forbidden'],
    example: { reply: its.example },
  }),
});
