import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { Nullable, OneOf, recordFields, Time, Uuid } from '../../kit/schemas.js';
import { Role } from './role.js';

const memberFields = {
  user_id: Uuid,
  email: Type.String(),
  username: Type.String(),
  firstname: Type.String(),
  name: Type.String(),
  role_id: Type.String(),
  role: Type.Optional(Role),
  status: OneOf(['active', 'invited', 'disabled']),
  invited_by: Type.Optional(Type.String()),
  joined_at: Type.Optional(Time),
  expires_at: Type.Optional(Time),
};

export const OrgMember = resource('OrgMember', { ...recordFields, organization_id: Uuid, ...memberFields });
export type OrgMember = Readonly<Static<typeof OrgMember>>;
export const TeamMember = resource('TeamMember', { ...recordFields, team_id: Uuid, ...memberFields });
export type TeamMember = Readonly<Static<typeof TeamMember>>;
export const ProjectMember = resource('ProjectMember', {
  ...recordFields,
  project_id: Uuid,
  ...memberFields,
});
export type ProjectMember = Readonly<Static<typeof ProjectMember>>;

/** A time as a caller may write it. */
const End = Type.String({ format: 'date-time', maxLength: 40 });

/** A role by its id or its slug. */
const roleChoice = {
  role_id: Type.Optional(Uuid),
  role_slug: Type.Optional(Type.String({ maxLength: 63 })),
};

export const NewMember = resource('NewMember', {
  user_id: Uuid,
  ...roleChoice,
  expires_at: Type.Optional(Nullable(End)),
});
export type NewMember = Readonly<Static<typeof NewMember>>;

export const MemberChanges = resource('MemberChanges', {
  ...roleChoice,
  expires_at: Type.Optional(Nullable(End)),
});
export type MemberChanges = Readonly<Static<typeof MemberChanges>>;

export const Invitation = resource('Invitation', {
  ...recordFields,
  organization_id: Uuid,
  organization_name: Type.Optional(Type.String({ description: 'In the list of your own.' })),
  email: Type.String({ description: 'Empty once it is over.' }),
  role_id: Type.String(),
  role: Type.Optional(Role),
  status: OneOf(['pending', 'accepted', 'declined', 'revoked', 'expired']),
  invited_by: Type.String(),
  expires_at: Time,
  member_until: Type.Optional(Time),
});
export type Invitation = Readonly<Static<typeof Invitation>>;

export const NewInvitation = resource('NewInvitation', {
  email: Type.String({ format: 'email', maxLength: 254 }),
  ...roleChoice,
  member_until: Type.Optional(Nullable(End)),
});
export type NewInvitation = Readonly<Static<typeof NewInvitation>>;
