import {
  type Document,
  type Json,
  mapPage,
  type Page,
  pageOf,
  type PageRequest,
  type PersonalRecords,
  type QueryContext,
} from '@cairn/kernel';
import { INVITATIONS } from '../invitations/project.js';
import { MEMBERS } from './project.js';

type Reader = Pick<QueryContext, 'principal' | 'today'>;

/** The fields of a document that a person is told, as far as it has them. */
const only = (document: Document, fields: readonly string[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    fields.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]])),
  );

const records = (
  name: string,
  collection: string,
  [person, fields]: readonly [person: string, fields: readonly string[]],
  more: Readonly<Record<string, readonly boolean[]>> = {},
): PersonalRecords => ({
  name,
  page: async (
    { principal, today }: Reader,
    page: PageRequest,
  ): Promise<Page<Readonly<Record<string, Json>>>> => {
    const filter = { fields: { [person]: principal.userId, ...more } };
    return mapPage(await pageOf(today, collection, filter, page), (document) => only(document, fields));
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
  'status',
  'member_until',
  'expires_at',
  'created_at',
  'updated_at',
];

/** What people are and were members of, and whom they have asked to become one. */
export const groupRecords: readonly PersonalRecords[] = [
  records('memberships', MEMBERS, ['user_id', MEMBERSHIP], { ended: [false, true] }),
  records('invitations_sent', INVITATIONS, ['invited_by', INVITATION]),
];
