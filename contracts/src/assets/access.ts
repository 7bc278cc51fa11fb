import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { operation } from '../kit/operation.js';
import { ok } from '../kit/replies.js';
import { OneOf, Time, Uuid } from '../kit/schemas.js';
import type { Described } from './operations.js';

const AccessWay = Type.Object({
  because: OneOf(['owner', 'role', 'share', 'visibility']),
  actions: Type.Array(Type.String(), {
    description: '`read`, `execute`, `write`, `delete`, `share`, `transfer`.',
  }),
  role_slug: Type.Optional(Type.String()),
  group: Type.Optional(
    Type.Object(
      { kind: OneOf(['organization', 'team', 'project']), id: Uuid },
      { description: 'Where it is held.' },
    ),
  ),
  through: Type.Optional(
    Type.Object(
      { kind: OneOf(['organization', 'team', 'project']), id: Uuid },
      { description: 'Of what the person is a member.' },
    ),
  ),
  until: Type.Optional(Time),
});

/**
 * What takes away: the visibility shows it to no group in which the person holds a role that permits more; a share with the
 * person is over; its organization or its project is disabled or deleted, and gives nobody anything; the owner is no
 * member of the asset's organization any more; the account is disabled or gone; the key is disabled or over, or its owner
 * is not in its organization; it is bound to another organization; its scopes are less than its owner may.
 */
const deniedReasons = [
  ...(['visibility', 'share_over', 'group_closed'] as const),
  'owner_left',
  'account_unavailable',
  'key_unavailable',
  'key_organization',
  'key_scopes',
] as const;

const actions = Type.Array(Type.String(), {
  description: '`read`, `execute`, `write`, `delete`, `share`, `transfer`.',
});

/** Who can see an asset: a person with every way, or all of an organization, or everybody. */
export const AccessRow = Type.Object({
  id: Type.String({ description: 'Of the person or the organization; `everybody`.' }),
  kind: OneOf(['person', 'organization', 'everybody']),
  user_id: Type.Optional(Uuid),
  organization_id: Type.Optional(Uuid),
  actions,
  ways: Type.Array(AccessWay),
});
export type AccessRow = Static<typeof AccessRow>;

/** Why somebody may do what with an asset. */
export const AccessExplanation = Type.Object({
  user_id: Uuid,
  api_key_id: Type.Optional(Uuid),
  actions: Type.Array(Type.String(), { description: 'What the person may do, by any of the ways.' }),
  ways: Type.Array(AccessWay, {
    description: 'Every way in which the person comes to it; none: not at all.',
  }),
  denied: Type.Array(OneOf(deniedReasons), {
    description: 'What takes away what the person would have.',
  }),
});
export type AccessExplanation = Static<typeof AccessExplanation>;

const USER = '018f4d1a-0000-7000-8000-000000000009';

type Explained<Noun extends string, Params extends TSchema> = Pick<
  Described<Noun, Params, TSchema>,
  'noun' | 'called' | 'tag' | 'resource' | 'path' | 'params'
>;

/** Who can see an asset, and why somebody may (SPEC-20, SPEC-21 and SPEC-23). */
export const explaining = <const Noun extends string, Params extends TSchema>(its: Explained<Noun, Params>) =>
  operation({
    id: `explain${its.noun}Access`,
    tag: its.tag,
    summary: `Tell who can see a ${its.called}, or why somebody may`,
    description:
      'Lists who can see it, which needs the right to share: a person with every way, a whole organization and ' +
      'everybody as one row each. With `user_id` it explains that person, which of others needs that right too; with ' +
      '`api_key_id` an own key. `as_of` tells it as it was: roles, memberships, shares and visibility of that time; ' +
      'who asks needs the right of today. A page looks at `limit` persons and may be short.',
    method: 'GET',
    path: `${its.path}/access`,
    access: `${its.resource}:read`,
    params: its.params,
    query: Type.Object({ user_id: Type.Optional(Uuid), api_key_id: Type.Optional(Uuid) }),
    list: { sort: ['id'], defaultSort: 'id', filters: {} },
    timeTravel: true,
    replies: ok(
      'Who can see it; of one person or key every way to it, and what takes away.',
      Type.Union([Type.Array(AccessRow), AccessExplanation]),
    ),
    errors: ['forbidden'],
    example: {
      reply: [
        {
          id: USER,
          kind: 'person',
          user_id: USER,
          actions: ['read', 'execute'],
          ways: [{ because: 'visibility', actions: ['read', 'execute'] }],
        },
      ],
    },
  });
