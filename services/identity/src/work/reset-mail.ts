import type { UserEvent } from '@cairn/contracts';
import { type Mail, MailRefused, type SentMail, type ServiceTools } from '@cairn/kernel';
import { resetTokenOf } from '../credentials/reset-token.js';

type Requested = Extract<UserEvent, { readonly type: 'PasswordResetRequested' }>['data'];

/**
 * Mails the link of a reset, unless it came too late or to nobody. The same reset makes the same mail. Who is erased
 * meanwhile leaves none behind. An address that the mail server refuses for good gets none.
 */
export const mailResetLink = async (
  tools: Pick<ServiceTools, 'vault' | 'mail' | 'clock' | 'baseUrl' | 'logger'>,
  requested: Requested,
): Promise<void> => {
  const { vault, mail, clock, baseUrl, logger } = tools;
  const { id, reset_id: resetId, email, expires_at: expiresAt } = requested;
  if (typeof email !== 'string' || email === '' || Date.parse(expiresAt) <= clock.now()) return;
  const token = await resetTokenOf(vault, id, resetId);
  try {
    await mail.send(resetMail(requested, email, `${baseUrl}/api/v1/resetpassword/${id}/${token}`));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    logger.warn({ err: error, reset: resetId }, 'a mail is refused for good and not sent again');
  }
  if ((await vault.findKey(id)) === undefined) await mail.forget(sentResetMail(requested, email));
};

/** What the mail of a reset is known by; `to` is the address of the account at that time. */
export const sentResetMail = ({ reset_id: resetId }: Requested, to: string): SentMail => ({
  to,
  messageId: `password-reset-${resetId}@cairn`,
});

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
