import type { UserEvent } from '@cairn/contracts';
import type { Cause, Mail, SentMail, ServiceTools } from '@cairn/kernel';
import { resetTokenOf } from '../credentials/mailed-token.js';
import { type MailTools, sendToPerson } from './send-to-person.js';

type Requested = Extract<UserEvent, { readonly type: 'PasswordResetRequested' }>['data'];

/**
 * Mails the link of a reset, unless it came too late or to nobody. The same reset makes the same mail.
 */
export const mailResetLink = async (
  tools: MailTools & Pick<ServiceTools, 'clock' | 'baseUrl'>,
  requested: Requested,
  seen: Cause,
): Promise<void> => {
  const { vault, clock, baseUrl } = tools;
  const { id, reset_id: resetId, email, expires_at: expiresAt } = requested;
  if (typeof email !== 'string' || email === '' || Date.parse(expiresAt) <= clock.now()) return;
  const token = await resetTokenOf(vault, id, resetId);
  const link = `${baseUrl}/api/v1/resetpassword/${id}/${token}`;
  await sendToPerson(tools, id, resetMail(requested, email, link), seen);
};

/** What the mail of a reset is known by; `to` is the address of the account at that time. */
const sentResetMail = ({ reset_id: resetId }: Requested, to: string): SentMail => ({
  to,
  messageId: `password-reset-${resetId}@cairn`,
});

/** The same of any event of an account whose person can be read. */
export const sentResetMailOf = (event: UserEvent): SentMail | undefined =>
  event.type === 'PasswordResetRequested' && typeof event.data.email === 'string'
    ? sentResetMail(event.data, event.data.email)
    : undefined;

const resetMail = (requested: Requested, to: string, link: string): Mail => ({
  ...sentResetMail(requested, to),
  subject: 'Set a new password for Cairn',
  text: [
    'Somebody, hopefully you, asked to set a new password for your account at Cairn.',
    `With this link you can do so until ${requested.expires_at}, once:`,
    link,
    'If it was not you, leave this mail alone: nothing has changed.',
    '',
  ].join('\n\n'),
});
