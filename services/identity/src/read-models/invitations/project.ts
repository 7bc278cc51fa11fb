import { type InvitationEvent, invitationEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';
import { openedText } from '../text-of.js';

export const INVITATIONS = 'identity_invitations';

/** `identity.invitations`: a document for each. The address is gone from it when it is over. */
export const invitations = projection<InvitationEvent>({
  name: 'identity.invitations',
  version: 3,
  collections: [
    {
      name: INVITATIONS,
      indexes: [
        { kind: 'compound', fields: ['organization_id', 'created_at'] },
        { kind: 'compound', fields: ['organization_id', 'updated_at'] },
        { kind: 'compound', fields: ['role_id', 'status'] },
        { kind: 'compound', fields: ['address_key', 'status', 'created_at'] },
        { kind: 'compound', fields: ['invited_by', 'created_at'] },
        { kind: 'compound', fields: ['accepted_by', 'created_at'] },
      ],
    },
  ],
  events: Object.values(invitationEvents),
  project: (event, { id, at, revision }): readonly Change[] => {
    const stamp = { updated_at: at, revision: revision.toString() };
    if (event.type === 'InvitationSent') {
      const { email, ...data } = event.data;
      const document = { ...data, ...stamp, id, email: openedText(email), status: 'open', created_at: at };
      return [{ kind: 'put', collection: INVITATIONS, document }];
    }
    if (event.type === 'InvitationResent') {
      const { invited_by, expires_at } = event.data;
      return [{ kind: 'patch', collection: INVITATIONS, id, fields: { invited_by, expires_at, ...stamp } }];
    }
    const accepted = event.type === 'InvitationAccepted' ? { accepted_by: event.data.user_id } : {};
    const fields = { status: ENDED[event.type], email: '', address_key: undefined, ...accepted, ...stamp };
    return [{ kind: 'patch', collection: INVITATIONS, id, fields }];
  },
});

const ENDED = {
  InvitationAccepted: 'accepted',
  InvitationDeclined: 'declined',
  InvitationRevoked: 'revoked',
  InvitationExpired: 'expired',
} as const;
