import { type Document, type Json, mapPage, pageOf, type PersonalRecords } from '@cairn/kernel';
import { INVITATIONS } from '../invitations/project.js';
import { invitationStatus } from '../invitations/status.js';
import { ROLES } from '../roles/project.js';
import { MEMBERS } from '../members/project.js';
import { ORGANIZATIONS, PROJECTS, TEAMS } from './project.js';

/** The fields of a document that a person is told, as far as it has them. */
const only = (document: Document, fields: readonly string[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    fields.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]])),
  );

interface Kept {
  readonly name: string;
  readonly collection: string;
  /** The field that names the caller, and others that an index needs. */
  readonly person: string;
  readonly among?: Readonly<Record<string, readonly boolean[]>>;
  readonly fields: readonly string[];
  /** What a document says otherwise than it keeps it, at a time. */
  readonly said?: (document: Document, at: string) => Readonly<Record<string, Json>>;
}

const records = ({
  name,
  collection,
  person,
  among = {},
  fields,
  said = () => ({}),
}: Kept): PersonalRecords => ({
  name,
  page: async ({ principal, today, at }, page) => {
    const filter = { fields: { [person]: principal.userId, ...among } };
    const found = await pageOf(today, collection, filter, page);
    return mapPage(found, (document) => ({ ...only(document, fields), ...said(document, at) }));
  },
});

const MEMBERSHIP = [
  'group_kind',
  'group_id',
  'organization_id',
  'role_id',
  'role_slug',
  'invited_by',
  'joined_at',
  'expires_at',
  'ended',
  'created_at',
  'updated_at',
];
/** Whom it was sent to is somebody else’s. */
const INVITATION = [
  'id',
  'organization_id',
  'role_id',
  'role_slug',
  'member_until',
  'expires_at',
  'created_at',
  'updated_at',
];

const invitationsBy = (name: string, person: string, more: readonly string[] = []): PersonalRecords =>
  records({
    ...{ name, collection: INVITATIONS, person, fields: [...INVITATION, ...more] },
    said: (document, at) => ({ status: invitationStatus(document, at) }),
  });

/** That it was made, and where. What it says is its organization's. */
const madeBy = (name: string, collection: string): PersonalRecords =>
  records({ name, collection, person: 'user_id', fields: ['id', 'organization_id', 'created_at'] });

/**
 * What people are and were members of, the invitations that they sent and accepted, and what they made. One that waits for
 * their address becomes a membership as soon as that is shown to be theirs.
 */
export const groupRecords: readonly PersonalRecords[] = [
  records({
    ...{ name: 'memberships', collection: MEMBERS, person: 'user_id', fields: MEMBERSHIP },
    among: { ended: [false, true] },
  }),
  invitationsBy('invitations_sent', 'invited_by'),
  invitationsBy('invitations_accepted', 'accepted_by', ['invited_by']),
  madeBy('organizations_made', ORGANIZATIONS),
  madeBy('teams_made', TEAMS),
  madeBy('projects_made', PROJECTS),
  madeBy('roles_made', ROLES),
];
