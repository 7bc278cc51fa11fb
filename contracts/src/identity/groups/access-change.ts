import { type Static, Type } from '@sinclair/typebox';
import { entityTypes } from '../../assets/fields.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';

/** What can change who may what in an organization. */
const accessChangeKinds = [
  ...(['member_joined', 'member_role_changed', 'member_end_changed'] as const),
  ...(['member_left', 'member_removed'] as const),
  ...(['member_expired', 'member_erased', 'role_changed', 'group_deleted', 'group_restored'] as const),
  ...(['group_disabled', 'group_enabled', 'team_changed', 'team_role_changed'] as const),
  ...(['account_disabled', 'account_enabled', 'account_erased'] as const),
  ...(['share_offered', 'share_granted', 'share_changed', 'share_revoked'] as const),
  ...(['share_expired', 'share_withdrawn'] as const),
  ...(['visibility_changed', 'owner_changed', 'asset_arrived', 'asset_left', 'asset_moved'] as const),
  ...(['asset_deleted', 'asset_restored'] as const),
] as const;
export type AccessChangeKind = (typeof accessChangeKinds)[number];

const subjects = [
  ...(['organization', 'team', 'project', 'role', 'account'] as const),
  ...Object.values(entityTypes),
];

/** One line of an access review. */
export const AccessChange = Type.Object({
  id: Type.String(),
  at: Time,
  kind: OneOf(accessChangeKinds),
  user_id: Type.Optional(Uuid),
  subject: Type.Object({
    kind: OneOf(subjects),
    id: Type.Optional(Type.String({ description: 'Absent where the caller may not know of it.' })),
    name: Type.Optional(Type.String()),
  }),
  before: Type.Optional(
    Type.String({
      description:
        'The role, the visibility or the owner; of a membership whose end alone is another that end; of a role its permissions; of a project the team that has it, or ' +
        'what its members are there; of an asset that was moved its project.',
    }),
  ),
  after: Type.Optional(Type.String()),
  by: Type.Object({ kind: Type.String(), id: Type.String() }),
});
export type AccessChange = Static<typeof AccessChange>;
