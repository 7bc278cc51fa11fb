import { type InvitationEvent, invitationEvents, type Personal } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export interface KnownInvitation {
  readonly status: 'open' | 'accepted' | 'revoked' | 'expired';
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
  readonly invitedBy: string;
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
  stateVersion: 3,
  initial: { status: 'none' },
  evolve: (state, event, { at }) => {
    if (event.type === 'InvitationSent') return sent(event.data);
    if (state.status === 'none') return state;
    switch (event.type) {
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
  expiresAt: data.expires_at,
  acceptedBy: null,
  acceptedAt: null,
});
