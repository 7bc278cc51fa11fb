import { type InvitationEvent, invitationEvents, type Personal } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export interface KnownInvitation {
  readonly status: 'open' | 'accepted' | 'declined' | 'revoked' | 'expired';
  readonly id: string;
  readonly organizationId: string;
  /** Sealed under a key of the invitation, as it is stored. */
  readonly email: Personal;
  /** The same as that of an account with this address; null in invitations of before there was one. */
  readonly addressKey: string | null;
  readonly roleId: string;
  readonly roleSlug: string;
  /** Of the membership that comes of it. */
  readonly memberUntil: string | null;
  /** Who sent it last. */
  readonly invitedBy: string;
  /** How often it was mailed. */
  readonly mails: number;
  /** RFC 3339; it is over from then on, whatever its status says. */
  readonly expiresAt: string;
  readonly acceptedBy: string | null;
  readonly acceptedAt: string | null;
}

export type InvitationState = { readonly status: 'none' } | KnownInvitation;

/** `invitation-<id>`: somebody was asked by e-mail to join an organization. */
export const invitation = aggregate<InvitationState, InvitationEvent>({
  category: 'invitation',
  events: Object.values(invitationEvents),
  stateVersion: 4,
  initial: { status: 'none' },
  evolve: (state, event, { at }) => {
    if (event.type === 'InvitationSent') return sent(event.data);
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'InvitationResent':
        return { ...state, ...resent(event.data) };
      case 'InvitationDeclined':
        return { ...state, status: 'declined' };
      case 'InvitationAccepted':
        return { ...state, status: 'accepted', acceptedBy: event.data.user_id, acceptedAt: at };
      case 'InvitationRevoked':
        return { ...state, status: 'revoked' };
      case 'InvitationExpired':
        return { ...state, status: 'expired' };
    }
  },
});

type Sent = Extract<InvitationEvent, { readonly type: 'InvitationSent' }>['data'];
type Resent = Extract<InvitationEvent, { readonly type: 'InvitationResent' }>['data'];

const resent = ({ mail: mails, invited_by: invitedBy, expires_at: expiresAt }: Resent) => ({
  mails,
  invitedBy,
  expiresAt,
});

const sent = (data: Sent): KnownInvitation => ({
  status: 'open',
  id: data.id,
  organizationId: data.organization_id,
  email: data.email,
  addressKey: data.address_key ?? null,
  roleId: data.role_id,
  roleSlug: data.role_slug,
  memberUntil: data.member_until ?? null,
  invitedBy: data.invited_by,
  mails: 1,
  expiresAt: data.expires_at,
  acceptedBy: null,
  acceptedAt: null,
});
