import { type TSchema, Type } from '@sinclair/typebox';
import type { ErrorCode } from '../../errors.js';
import { articled } from '../../kit/articled.js';
import { historyOperation } from '../../kit/history-operation.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok, storedFile } from '../../kit/replies.js';
import { OneOf, Uuid } from '../../kit/schemas.js';

/** The kinds of groups, as operations are named with them. */
export type GroupNoun = 'Organization' | 'Team' | 'Project';
export type GroupResource = 'organizations' | 'teams' | 'projects';

/** A kind of group, and what is told of one. */
interface ShownGroup<Noun extends GroupNoun, Record extends TSchema> {
  readonly noun: Noun;
  readonly resource: GroupResource;
  readonly record: Record;
  readonly tag: string;
  /** Which are listed. */
  readonly listed: string;
  readonly filters: Readonly<{ [name: string]: TSchema }>;
  readonly errors: readonly ErrorCode[];
  readonly example: { readonly record: { readonly id: string }; readonly body: unknown };
}

const WITH_ASSETS =
  ' With `assets=delete` the assets in it that the caller may delete are deleted first, as a job (202 with its `id`, and `Location`): private ones ' +
  'of members stay. Each can be restored for 30 days. When all are looked at the group itself is deleted; a job that ' +
  'is cancelled, or whose caller may not go on, leaves it there.';
const DeletionQuery = Type.Object({ assets: Type.Optional(OneOf(['delete'])) });

/** The same with what can be said of one. */
interface DescribedGroup<
  Noun extends GroupNoun,
  Record extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
> extends ShownGroup<Noun, Record> {
  readonly input: Input;
  readonly changes: Changes;
}

export const groupSort = {
  sort: ['created_at', 'updated_at', 'name'],
  defaultSort: 'created_at',
} as const;

type Named = Pick<ShownGroup<GroupNoun, TSchema>, 'noun' | 'resource' | 'tag'>;

/** What every operation on one group has. */
const one = ({ tag, resource }: Named) =>
  ({ tag, path: `/api/v1/${resource}/{id}`, params: Type.Object({ id: Uuid }) }) as const;
const wordOf = ({ noun }: Named): string => noun.toLowerCase();
const aOf = (its: Named): string => articled(wordOf(its));

const reading = <const Noun extends GroupNoun, R extends TSchema>(its: ShownGroup<Noun, R>) => {
  const { noun, resource, record, tag, listed, filters, example } = its;
  return {
    list: operation({
      id: `list${noun}s`,
      tag,
      summary: `List ${resource}`,
      description: listed,
      method: 'GET',
      path: `/api/v1/${resource}`,
      access: `${resource}:read`,
      list: { ...groupSort, filters },
      replies: ok(`The ${resource}.`, Type.Array(record)),
      example: { reply: [example.record] },
    }),
    get: operation({
      ...one(its),
      id: `get${noun}`,
      summary: `Read ${aOf(its)}`,
      description: `As it was, for who may change it; counts are those of now.`,
      method: 'GET',
      access: `${resource}:read`,
      etag: true,
      timeTravel: true,
      stream: wordOf(its),
      replies: ok(`The ${wordOf(its)}.`, record),
      errors: ['forbidden'],
      example: { reply: example.record },
    }),
    history: {
      ...historyOperation({
        ...one(its),
        noun,
        called: wordOf(its),
        access: `${resource}:read` as const,
      }),
      description: 'For who may change it.',
      errors: ['forbidden'],
    } as const,
  };
};

const writing = <const Noun extends GroupNoun, R extends TSchema, I extends TSchema, C extends TSchema>(
  its: DescribedGroup<Noun, R, I, C>,
) => {
  const { noun, resource, record, input, changes, tag, errors, example } = its;
  return {
    create: operation({
      id: `create${noun}`,
      tag,
      summary: `Make ${aOf(its)}`,
      description: `Who makes it administers it.`,
      method: 'POST',
      path: `/api/v1/${resource}`,
      access: `${resource}:write`,
      etag: true,
      body: input,
      bodyLimit: 'configured',
      replies: created(`The ${wordOf(its)}.`, record),
      errors: ['slug_taken', 'forbidden', 'not_found', 'conflict', ...errors],
      example: { body: example.body, reply: example.record },
    }),
    update: operation({
      ...one(its),
      id: `update${noun}`,
      summary: `Change ${aOf(its)}`,
      description: 'Fields that are absent stay as they are.',
      method: 'PUT',
      access: `${resource}:write`,
      etag: true,
      body: changes,
      bodyLimit: 'configured',
      replies: ok(`The ${wordOf(its)} as it is now.`, record),
      errors: ['slug_taken', 'forbidden', 'conflict', ...errors],
      example: { body: { description: 'changed' }, reply: example.record },
    }),
  };
};

const ending = <const Noun extends GroupNoun, R extends TSchema>(its: ShownGroup<Noun, R>) => {
  const { noun, resource, record, example } = its;
  return {
    remove: operation({
      ...one(its),
      id: `delete${noun}`,
      summary: `Delete ${aOf(its)}`,
      description:
        'Nobody holds anything in it from then on; assets in it stay with their owners. It can be restored.' +
        (noun === 'Team' ? '' : WITH_ASSETS),
      method: 'DELETE',
      access: `${resource}:delete`,
      etag: true,
      ...(noun === 'Team' ? {} : { query: DeletionQuery }),
      replies: deleted(`The ${wordOf(its)}`, record),
      errors: ['forbidden'],
      example: { reply: example.record },
    }),
    restore: operation({
      ...one(its),
      id: `restore${noun}`,
      summary: `Bring a deleted ${wordOf(its)} back`,
      method: 'POST',
      path: `${one(its).path}/restore`,
      access: `${resource}:delete`,
      etag: true,
      replies: ok(`The ${wordOf(its)} as it is now.`, record),
      errors: ['forbidden', 'not_deleted'],
      example: { reply: example.record },
    }),
  };
};

const logo = <const Noun extends GroupNoun, R extends TSchema>(its: ShownGroup<Noun, R>) => {
  const { noun, resource, record, example } = its;
  const path = `${one(its).path}/logo` as const;
  return {
    /** `access` says who may fetch it: of organizations and teams anybody, so that an `img` can show it. */
    getLogo: operation({
      ...one(its),
      id: `get${noun}Logo`,
      summary: `Download the logo of ${aOf(its)}`,
      method: 'GET',
      path,
      access: resource === 'projects' ? 'projects:read' : 'anonymous',
      replies: storedFile('The image.'),
      errors: ['not_found'],
    }),
    uploadLogo: operation({
      ...one(its),
      id: `upload${noun}Logo`,
      summary: `Set the logo of ${aOf(its)}`,
      description: 'png, jpeg, gif, webp or svg, at most 2 MB.',
      method: 'POST',
      path,
      access: `${resource}:write`,
      etag: true,
      upload: { limit: 'logo' },
      rateClass: 'upload',
      replies: ok(`The ${wordOf(its)} as it is now.`, record),
      errors: ['forbidden', 'logo_invalid'],
      example: { reply: example.record },
    }),
    deleteLogo: operation({
      ...one(its),
      id: `delete${noun}Logo`,
      summary: `Remove the logo of ${aOf(its)}`,
      method: 'DELETE',
      path,
      access: `${resource}:write`,
      etag: true,
      replies: deleted('The logo', record),
      errors: ['forbidden'],
      example: { reply: example.record },
    }),
  };
};

/** The operations that every kind of group has. */
export const groupOperations = <
  const Noun extends GroupNoun,
  R extends TSchema,
  I extends TSchema,
  C extends TSchema,
>(
  its: DescribedGroup<Noun, R, I, C>,
) => ({
  ...reading(its),
  ...writing(its),
  ...ending(its),
  ...logo(its),
});
