import type { Invitation } from '@cairn/contracts';
import type { Document } from '@cairn/kernel';
import { textOf } from '../text-of.js';

const ENDED: Readonly<Record<string, Invitation['status']>> = {
  accepted: 'accepted',
  declined: 'declined',
  revoked: 'revoked',
  expired: 'expired',
};

/** How an invitation stands `at` a time, RFC 3339: over from its end on, before its event tells so. */
export const invitationStatus = (document: Document, at: string): Invitation['status'] =>
  ENDED[textOf(document, 'status')] ?? (textOf(document, 'expires_at') > at ? 'pending' : 'expired');
