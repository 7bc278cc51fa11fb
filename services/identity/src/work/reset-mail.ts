import type { UserEvent } from '@cairn/contracts';
import { type Mail, MailRefused, type ServiceTools } from '@cairn/kernel';
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
    await mail.send(resetMail(email, `${baseUrl}/api/v1/resetpassword/${id}/${token}`, requested));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    logger.warn({ err: error, reset: resetId }, 'a mail is refused for good and not sent again');
  }
  if ((await vault.findKey(id)) === undefined) await mail.forget(email);
};

const resetMail = (
  to: string,
  link: string,
  { reset_id: resetId, expires_at: expiresAt }: Requested,
): Mail => ({
  to,
  subject: 'Set a new password for Cairn',
  text: [
    'Somebody, hopefully you, asked to set a new password for your account at Cairn.',
    `With this link you can do so until ${expiresAt}, once:`,
    link,
    'If it was not you, leave this mail alone: nothing has changed.',
    '',
  ].join('\n\n'),
  messageId: `password-reset-${resetId}@cairn`,
});
