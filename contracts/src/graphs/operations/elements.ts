import { type TSchema, Type } from '@sinclair/typebox';
import { articled } from '../../kit/articled.js';
import { historyOperation } from '../../kit/history-operation.js';
import { operation } from '../../kit/operation.js';
import { created, ok } from '../../kit/replies.js';
import { GraphBulkReply, OnErrorQuery } from '../content/bulk.js';
import { Uid } from '../content/elements.js';
import { ofContent, OfVersionParams, tag, versionPath } from './paths.js';

/** Nodes, or edges: what is said of either. */
interface Described<
  Noun extends string,
  Params extends TSchema,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Bulk extends TSchema,
> {
  /** Its operations are named with it: `Node`. */
  readonly noun: Noun;
  /** In sentences: `node`. */
  readonly called: string;
  readonly params: Params;
  readonly record: Resource;
  readonly input: Input;
  readonly changes: Changes;
  readonly bulk: Bulk;
  readonly filters: Readonly<Record<string, TSchema>>;
  readonly texts: { readonly list: string; readonly create: string; readonly update: string };
  readonly example: object;
  /** Bodies, as the documents show them. */
  readonly sent: { readonly create: object; readonly update: object; readonly bulk: object };
  /** What the answer of the bulk tells. */
  readonly bulkReply: object;
}

const uids = Type.Array(Uid, {
  maxItems: 100,
  description: 'Those with one of these uids: repeated, at most 100.',
});
const property = Type.String({
  pattern: /^[^:]{1,1000}:/.source,
  maxLength: 2_000,
  description:
    '`name:value`: those whose property, a text, a number or a boolean, is that. At most 5,000 elements are looked at for a page, ' +
    'so that a page may be short and have a next one.',
});

const ReplaceQuery = Type.Object({
  replace: Type.Optional(Type.Boolean({ description: 'What the body does not name is removed.' })),
});

/** The list, one, and its history; to create, change, and send many: what nodes and edges have alike. */
export const elementOperations = <
  const Noun extends string,
  Params extends TSchema,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
  Bulk extends TSchema,
>(
  its: Described<Noun, Params, Resource, Input, Changes, Bulk>,
) => ({ ...reading(its), ...writing(its), bulk: sendingMany(its) });

const pathsOf = ({ called }: { readonly called: string }) => {
  const many = `${versionPath}/${called}s`;
  return { many, one: `${many}/{${called}_uid}` };
};

const reading = <const Noun extends string, Params extends TSchema, Resource extends TSchema>(
  its: Described<Noun, Params, Resource, TSchema, TSchema, TSchema>,
) => {
  const { many, one } = pathsOf(its);
  return {
    list: operation({
      id: `listGraph${its.noun}s`,
      tag,
      summary: `List the ${its.called}s of a version`,
      description: `By uid. ${its.texts.list}`,
      method: 'GET',
      path: many,
      access: 'graphs:read',
      params: OfVersionParams,
      ...ofContent,
      list: {
        sort: ['uid'],
        defaultSort: 'uid',
        pastFilters: true,
        filters: { uid: uids, ...its.filters, property },
      },
      replies: ok(`The ${its.called}s.`, Type.Array(its.record)),
      example: { reply: [its.example] },
    }),
    get: operation({
      id: `getGraph${its.noun}`,
      tag,
      summary: `Read ${articled(its.called)}`,
      method: 'GET',
      path: one,
      access: 'graphs:read',
      params: its.params,
      etag: true,
      ...ofContent,
      replies: ok(`The ${its.called}.`, its.record),
      example: { reply: its.example },
    }),
    history: historyOperation({
      noun: `Graph${its.noun}`,
      called: its.called,
      tag,
      access: 'graphs:read',
      path: one,
      params: its.params,
    }),
  };
};

const writing = <
  const Noun extends string,
  Params extends TSchema,
  Resource extends TSchema,
  Input extends TSchema,
  Changes extends TSchema,
>(
  its: Described<Noun, Params, Resource, Input, Changes, TSchema>,
) => {
  const { many, one } = pathsOf(its);
  return {
    create: operation({
      id: `createGraph${its.noun}`,
      tag,
      summary: `Create ${articled(its.called)}`,
      description: its.texts.create,
      method: 'POST',
      path: many,
      access: 'graphs:write',
      params: OfVersionParams,
      etag: true,
      body: its.input,
      bodyLimit: 'configured',
      replies: created(`The ${its.called}.`, its.record),
      errors: ['forbidden', 'content_invalid', 'too_much_to_check'],
      example: { body: its.sent.create, reply: its.example },
    }),
    update: operation({
      id: `updateGraph${its.noun}`,
      tag,
      summary: `Change ${articled(its.called)}`,
      description: its.texts.update,
      method: 'PUT',
      path: one,
      access: 'graphs:write',
      params: its.params,
      query: ReplaceQuery,
      etag: true,
      body: its.changes,
      bodyLimit: 'configured',
      replies: ok(`The ${its.called} as it is now.`, its.record),
      errors: ['forbidden', 'content_invalid', 'too_much_to_check'],
      example: { body: its.sent.update, reply: its.example },
    }),
  };
};

const sendingMany = <const Noun extends string, Bulk extends TSchema>(
  its: Described<Noun, TSchema, TSchema, TSchema, TSchema, Bulk>,
) =>
  operation({
    id: `bulkGraph${its.noun}s`,
    tag,
    summary: `Create, change and delete many ${its.called}s at once`,
    description:
      'At most 10,000 elements in all, stored as one change: all of them or none, so that `undo` takes back all of them. ' +
      'An element that is refused has a pointer in `errors`; `?on_error=skip` stores the others.',
    method: 'POST',
    path: `${pathsOf(its).many}/bulk`,
    access: 'graphs:write',
    params: OfVersionParams,
    query: OnErrorQuery,
    body: its.bulk,
    bodyLimit: 'configured',
    takesLong: true,
    replies: ok('What was done.', GraphBulkReply),
    errors: ['forbidden', 'content_invalid', 'too_many_elements', 'too_many_edges', 'too_much_to_check'],
    example: { body: its.sent.bulk, reply: its.bulkReply },
  });
