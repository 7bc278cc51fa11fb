import { type TSchema, Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { USER } from '../../kit/example-ids.js';
import { MemberChanges, NewMember } from '../groups/member.js';
import type { GroupNoun, GroupResource } from './described-groups.js';

interface DescribedMembers<Noun extends GroupNoun, Record extends TSchema> {
  readonly noun: Noun;
  readonly resource: GroupResource;
  readonly record: Record;
  readonly tag: string;
  /** Who can be added. */
  readonly added: string;
  readonly example: unknown;
  /** The slug of a role that a member may have. */
  readonly role: string;
}

type Named = Pick<DescribedMembers<GroupNoun, TSchema>, 'noun' | 'resource' | 'tag'>;

/** What every operation on all members has, and on one. */
const all = ({ tag, resource }: Named) =>
  ({ tag, path: `/api/v1/${resource}/{id}/members`, params: Type.Object({ id: Uuid }) }) as const;
const one = ({ tag, resource }: Named) =>
  ({
    tag,
    path: `/api/v1/${resource}/{id}/members/{user_id}`,
    params: Type.Object({ id: Uuid, user_id: Uuid }),
    etag: true,
  }) as const;
const wordOf = ({ noun }: Named): string => noun.toLowerCase();

const reading = <const Noun extends GroupNoun, R extends TSchema>(its: DescribedMembers<Noun, R>) => {
  const { noun, record, example } = its;
  return {
    list: operation({
      ...all(its),
      id: `list${noun}Members`,
      summary: `List who is in the ${wordOf(its)}`,
      method: 'GET',
      access: 'members:read',
      list: { sort: ['created_at', 'updated_at'], defaultSort: 'created_at', filters: { role_id: Uuid } },
      replies: ok('The members.', Type.Array(record)),
      example: { reply: [example] },
    }),
    get: operation({
      ...one(its),
      id: `get${noun}Member`,
      summary: `Read one member of the ${wordOf(its)}`,
      method: 'GET',
      access: 'members:read',
      replies: ok('The member.', record),
      example: { reply: example },
    }),
  };
};

const writing = <const Noun extends GroupNoun, R extends TSchema>(its: DescribedMembers<Noun, R>) => {
  const { noun, record, added, example, role } = its;
  return {
    add: operation({
      ...all(its),
      id: `add${noun}Member`,
      summary: `Add somebody to the ${wordOf(its)}`,
      description: added,
      method: 'POST',
      access: 'members:write',
      etag: true,
      body: NewMember,
      replies: created('The member.', record),
      errors: ['forbidden', 'already_member', 'role_exceeds_yours', 'not_found', 'conflict'],
      example: { body: { user_id: USER, role_slug: role }, reply: example },
    }),
    update: operation({
      ...one(its),
      id: `update${noun}Member`,
      summary: `Give a member of the ${wordOf(its)} another role or another end`,
      method: 'PUT',
      access: 'members:write',
      body: MemberChanges,
      replies: ok('The member as it is now.', record),
      errors: ['forbidden', 'role_exceeds_yours', 'last_administrator', 'conflict'],
      example: { body: { role_slug: role }, reply: example },
    }),
    remove: operation({
      ...one(its),
      id: `remove${noun}Member`,
      summary: `Remove somebody from the ${wordOf(its)}, or leave it`,
      description: 'Everybody may leave; who leaves an organization leaves its teams and projects.',
      method: 'DELETE',
      access: 'members:write',
      replies: deleted('The membership', record),
      errors: ['forbidden', 'role_exceeds_yours', 'last_administrator', 'conflict'],
      example: { reply: example },
    }),
  };
};

/** Who is in a group: the operations that every kind of group has. */
export const memberOperations = <const Noun extends GroupNoun, R extends TSchema>(
  its: DescribedMembers<Noun, R>,
) => ({
  ...reading(its),
  ...writing(its),
});
