import { type MembershipEvent, membershipEvents } from '@cairn/contracts';
import { type Change, derivedId, projection } from '@cairn/kernel';

export const MEMBERS = 'identity_members';
/** The revision of each person's stream, which the tags of all of their memberships name. */
export const MEMBERSHIPS = 'identity_memberships';

export const memberId = (groupId: string, userId: string): string => `${groupId}:${userId}`;
/** What people and other teams know it by. */
export const memberIdTold = (groupId: string, userId: string): string =>
  derivedId('member', memberId(groupId, userId));

const sorted = ['created_at', 'updated_at'] as const;

/** `identity.members`: a document for each membership; one that has ended is told once more to who ends it. */
export const members = projection<MembershipEvent>({
  name: 'identity.members',
  version: 2,
  collections: [
    {
      name: MEMBERS,
      indexes: [
        ...sorted.map((field) => ({ kind: 'compound', fields: ['group_id', 'ended', field] }) as const),
        ...sorted.map(
          (field) => ({ kind: 'compound', fields: ['group_id', 'ended', 'role_id', field] }) as const,
        ),
        { kind: 'compound', fields: ['user_id', 'ended', 'created_at'] },
        { kind: 'compound', fields: ['role_id', 'ended'] },
        { kind: 'compound', fields: ['group_id', 'user_id'] },
      ],
    },
    { name: MEMBERSHIPS, indexes: [] },
  ],
  events: Object.values(membershipEvents),
  project: (event, { at, revision }) => {
    const { group_id: groupId, user_id: userId } = event.data;
    const id = memberId(groupId, userId);
    const stamp: Change = {
      kind: 'put',
      collection: MEMBERSHIPS,
      document: { id: userId, revision: revision.toString() },
    };
    switch (event.type) {
      case 'MembershipGranted': {
        const document = { ...event.data, id, ended: false, joined_at: at, created_at: at, updated_at: at };
        return [{ kind: 'put', collection: MEMBERS, document }, stamp];
      }
      case 'MembershipChanged': {
        const { role_id, role_slug, expires_at } = event.data;
        const fields = { role_id, role_slug, expires_at: expires_at ?? undefined, updated_at: at };
        return [{ kind: 'patch', collection: MEMBERS, id, fields }, stamp];
      }
      case 'MembershipEnded':
        return [{ kind: 'patch', collection: MEMBERS, id, fields: { ended: true, updated_at: at } }, stamp];
    }
  },
});
