import { type TSchema, Type } from '@sinclair/typebox';
import type { ErrorCode } from '../../errors.js';
import { articled } from '../../kit/articled.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Time } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { OfVersionParams, PartParams, tag, versionPath } from './paths.js';

/** What is on a canvas, one kind of it. */
interface Described<
  Noun extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
> {
  /** Its operations are named with it: `Node`. */
  readonly noun: Noun;
  /** In sentences: `node`. */
  readonly called: string;
  readonly record: Resource;
  readonly input: Input;
  readonly changes: Changes;
  readonly texts: { readonly list: string; readonly create: string; readonly remove: string };
  /** Why one is not saved. */
  readonly errors: readonly ErrorCode[];
  readonly example: object;
  /** Bodies, as the documents show them. */
  readonly sent: { readonly create: object; readonly update: object };
}

/** `listWorkflow…s`, `getWorkflow…`, `createWorkflow…`, `updateWorkflow…` and `deleteWorkflow…`. */
export const partOperations = <
  const Noun extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
>(
  its: Described<Noun, Resource, Input, Changes>,
) => {
  const many = `${versionPath}/${its.called}s`;
  const at = { many, one: `${many}/{id}` };
  return {
    ...readingOperations(its, at),
    ...savingOperations(its, at),
    remove: operation({
      id: `deleteWorkflow${its.noun}`,
      tag,
      summary: `Delete ${articled(its.called)}`,
      description: its.texts.remove,
      method: 'DELETE',
      path: at.one,
      access: 'workflows:write',
      params: PartParams,
      etag: true,
      replies: deleted(`The ${its.called}`, its.record),
      errors: ['forbidden', 'canvas_too_large'],
      example: { reply: its.example },
    }),
  };
};

/** Of the list, and of one. */
interface Paths {
  readonly many: string;
  readonly one: string;
}

const readingOperations = <const Noun extends string, Resource extends TSchema>(
  its: Described<Noun, Resource, TSchema, TSchema>,
  { many, one }: Paths,
) => ({
  list: operation({
    id: `listWorkflow${its.noun}s`,
    tag,
    summary: `List the ${its.called}s of a version`,
    method: 'GET',
    path: many,
    access: 'workflows:read',
    params: OfVersionParams,
    timeTravel: true,
    list: {
      sort: ['created_at', 'updated_at', 'name'],
      defaultSort: 'created_at',
      lastingSort: ['created_at'],
      filters: { q: searchFilter(), name: Type.String({ maxLength: 200 }), from: Time, to: Time },
    },
    replies: ok(its.texts.list, Type.Array(its.record)),
    example: { reply: [its.example] },
  }),
  get: operation({
    id: `getWorkflow${its.noun}`,
    tag,
    summary: `Read ${articled(its.called)}`,
    method: 'GET',
    path: one,
    access: 'workflows:read',
    params: PartParams,
    etag: true,
    replies: ok(`The ${its.called}. Its \`ETag\` is that of the version.`, its.record),
    example: { reply: its.example },
  }),
});

const savingOperations = <
  const Noun extends string,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
>(
  its: Described<Noun, Resource, Input, Changes>,
  { many, one }: Paths,
) => ({
  create: operation({
    id: `createWorkflow${its.noun}`,
    tag,
    summary: `Create ${articled(its.called)}`,
    description: `${its.texts.create} \`If-Match\` speaks of the version.`,
    method: 'POST',
    path: many,
    access: 'workflows:write',
    params: OfVersionParams,
    etag: true,
    body: its.input,
    bodyLimit: 'configured',
    replies: created(`The ${its.called}. Its \`ETag\` is that of the version.`, its.record),
    errors: ['forbidden', ...its.errors],
    example: { body: its.sent.create, reply: its.example },
  }),
  update: operation({
    id: `updateWorkflow${its.noun}`,
    tag,
    summary: `Change ${articled(its.called)}`,
    description: 'Fields that are sent are set, others stay. `If-Match` speaks of the version.',
    method: 'PUT',
    path: one,
    access: 'workflows:write',
    params: PartParams,
    etag: true,
    body: its.changes,
    bodyLimit: 'configured',
    replies: ok(`The ${its.called} as it is now.`, its.record),
    errors: ['forbidden', ...its.errors],
    example: { body: its.sent.update, reply: its.example },
  }),
});
