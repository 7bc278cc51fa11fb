import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { operation } from '../kit/operation.js';
import { created, deleted, ok } from '../kit/replies.js';
import { Nullable, OneOf, recordFields, Time, Uuid } from '../kit/schemas.js';
import { explaining } from './access.js';
import { type AssetResource, entityTypes } from './fields.js';
import type { Described } from './operations.js';

/** As what an asset is shared: `share_editor` may also write, and neither deletes nor shares it (SPEC-20). */
export const shareRoles = ['share_viewer', 'share_editor'] as const;
export type ShareRole = (typeof shareRoles)[number];

/** Why a share that waited was taken back by Cairn itself: the account of its address was erased. */
export const shareEndings = ['address_erased'] as const;
export type ShareEnding = (typeof shareEndings)[number];

const address = Type.String({ minLength: 3, maxLength: 254, format: 'email' });
/** A time in a body is not long. */
const When = Type.String({ format: 'date-time', maxLength: 40 });
const roleFields = {
  role_id: Type.Optional(Uuid),
  role_slug: Type.Optional(OneOf(shareRoles)),
};

/** With whom an asset is to be shared: by `email` or by `user_id`. */
export const ShareInput = Type.Object({
  email: Type.Optional(address),
  user_id: Type.Optional(Uuid),
  ...roleFields,
  entity_version_id: Type.Optional(Uuid),
  expires_at: Type.Optional(Nullable(When)),
  without_invite: Type.Optional(Type.Boolean({ description: 'No e-mail is sent.' })),
});
export type ShareInput = Readonly<Static<typeof ShareInput>>;

export const ShareChanges = Type.Object({ ...roleFields, expires_at: Type.Optional(Nullable(When)) });
export type ShareChanges = Readonly<Static<typeof ShareChanges>>;

export const Share = Type.Object({
  ...recordFields,
  user_id: Type.String({ description: 'Empty while nobody has accepted it.' }),
  email: Type.String({ description: 'As it was given, while it waits to be accepted; else empty.' }),
  entity_id: Uuid,
  entity_type: OneOf(Object.values(entityTypes)),
  entity_version_id: Type.Optional(Uuid),
  request_user_id: Uuid,
  without_invite: Type.Boolean(),
  role_id: Uuid,
  role_slug: OneOf(shareRoles),
  token: Type.String({ description: 'Always empty: it is mailed.' }),
  expires_at: Type.Optional(Time),
  accepted_at: Type.Optional(Time),
});
export type Share = Static<typeof Share>;

export const ShareInfo = Type.Object({
  share_id: Type.String({ description: 'Empty for the owner.' }),
  user_id: Type.String(),
  firstname: Type.String(),
  name: Type.String(),
  email: Type.String(),
  request_user_id: Type.String({ description: 'Who shared it.' }),
  role_id: Type.String(),
  role_name: Type.String(),
  role_slug: Type.String(),
  is_pending: Type.Boolean(),
  is_owner: Type.Boolean(),
  expires_at: Type.Optional(Time),
});
export type ShareInfo = Static<typeof ShareInfo>;

const USER = '018f4d1a-0000-7000-8000-000000000009';
const SHARE = '018f4d1a-0000-7000-8000-000000000041';
const ROLE = '018f4d1a-0000-7000-8000-000000000042';
const AT = '2026-02-01T12:00:00.000Z';

const exampleShare = (resource: AssetResource) => ({
  id: SHARE,
  created_at: AT,
  updated_at: AT,
  user_id: '',
  email: 'grace@example.org',
  entity_id: '018f4d1a-0000-7000-8000-000000000001',
  entity_type: entityTypes[resource],
  request_user_id: USER,
  without_invite: false,
  role_id: ROLE,
  role_slug: 'share_editor' as const,
  token: '',
});
const exampleInfo = {
  share_id: SHARE,
  user_id: '',
  firstname: '',
  name: '',
  email: 'grace@example.org',
  request_user_id: USER,
  role_id: ROLE,
  role_name: 'Editor',
  role_slug: 'share_editor',
  is_pending: true,
  is_owner: false,
};

type Shareable<Noun extends string, Params extends TSchema> = Omit<
  Described<Noun, Params, TSchema>,
  'record' | 'example'
>;

const InShare = Type.Object({ id: Uuid, share_id: Uuid });

const creating = <const Noun extends string, Params extends TSchema>(its: Shareable<Noun, Params>) =>
  operation({
    id: `create${its.noun}Share`,
    tag: its.tag,
    summary: `Share a ${its.called} with somebody`,
    description:
      'Takes effect at once for somebody of a common organization; others are asked by e-mail, whether or not they have ' +
      'an account, and it waits until they accept it. The role is `share_viewer` unless one is named.',
    method: 'POST',
    path: `${its.path}/share`,
    access: `${its.resource}:share`,
    params: its.params,
    body: ShareInput,
    etag: true,
    replies: created('The share.', Share),
    errors: [
      'forbidden',
      'share_exists',
      'share_with_owner',
      'too_many_shares',
      'foreign_version',
      'in_past',
      'user_unknown',
      'mail_limit',
    ],
    example: {
      body: { email: 'grace@example.org', role_slug: 'share_editor' },
      reply: exampleShare(its.resource),
    },
  });

const changing = <const Noun extends string, Params extends TSchema>(its: Shareable<Noun, Params>) => ({
  create: creating(its),
  update: operation({
    id: `update${its.noun}Share`,
    tag: its.tag,
    summary: 'Change the role or the end of a share',
    method: 'PUT',
    path: `${its.path}/share/{share_id}`,
    access: `${its.resource}:share`,
    params: InShare,
    body: ShareChanges,
    etag: true,
    replies: ok('The share as it is now.', ShareInfo),
    errors: ['forbidden', 'in_past'],
    example: { body: { role_slug: 'share_editor' }, reply: exampleInfo },
  }),
  remove: operation({
    id: `delete${its.noun}Share`,
    tag: its.tag,
    summary: 'Take a share back',
    description: 'What it gave is gone when this is answered. Who something is shared with may leave it too.',
    method: 'DELETE',
    path: `${its.path}/share/{share_id}`,
    access: `${its.resource}:share`,
    params: InShare,
    etag: true,
    replies: deleted('The share', Share),
    errors: ['forbidden'],
    example: { reply: exampleShare(its.resource) },
  }),
});

const reading = <const Noun extends string, Params extends TSchema>(its: Shareable<Noun, Params>) =>
  operation({
    id: `get${its.noun}Share`,
    tag: its.tag,
    summary: 'Read a share',
    description: 'For who may share it, and for who it is shared with.',
    method: 'GET',
    path: `${its.path}/share/{share_id}`,
    access: `${its.resource}:share`,
    params: InShare,
    etag: true,
    replies: ok('The share.', Share),
    errors: ['forbidden'],
    example: { reply: exampleShare(its.resource) },
  });

/** The four operations of sharing, and why somebody may see an asset (SPEC-20, SPEC-21 and SPEC-23). */
export const shareOperations = <const Noun extends string, Params extends TSchema>(
  its: Shareable<Noun, Params>,
) => ({
  list: operation({
    id: `list${its.noun}Shares`,
    tag: its.tag,
    summary: `List with whom a ${its.called} is shared`,
    description: 'The owner comes first. Who may only read it is not told.',
    method: 'GET',
    path: `${its.path}/share`,
    access: `${its.resource}:share`,
    params: its.params,
    list: { sort: ['created_at'], defaultSort: 'created_at', filters: {} },
    replies: ok('The owner and everybody it is shared with.', Type.Array(ShareInfo)),
    errors: ['forbidden'],
    example: { reply: [exampleInfo] },
  }),
  get: reading(its),
  ...changing(its),
  explain: explaining(its),
});

/** Whoever was asked by e-mail takes a share, of any kind of asset. */
export const acceptShare = operation({
  id: 'acceptShare',
  tag: 'Sharing',
  summary: 'Accept what somebody shared with you',
  description:
    'The token was mailed. It works once, for 30 days, for the account that has the address to which it was mailed.',
  method: 'POST',
  path: '/api/v1/shares/{token}/accept',
  access: 'me:write',
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 300 }) }),
  replies: ok('The share.', Share),
  errors: ['session_required', 'other_address', 'share_exists', 'share_with_owner'],
  example: {
    reply: { ...exampleShare('datasets'), user_id: USER, email: '', accepted_at: AT },
  },
});
