import type { UserEvent } from '@cairn/contracts';
import type { ServiceTools } from '@cairn/kernel';
import { resetTokenOf } from '../credentials/reset-token.js';

type Requested = Extract<UserEvent, { readonly type: 'PasswordResetRequested' }>['data'];

/**
 * Mails the link of a reset, unless it came too late or to nobody. The same reset makes the same mail. Who is erased
 * meanwhile leaves none behind.
 */
export const mailResetLink = async (
  { vault, mail, clock, baseUrl }: Pick<ServiceTools, 'vault' | 'mail' | 'clock' | 'baseUrl'>,
  { id, reset_id: resetId, email, expires_at: expiresAt }: Requested,
): Promise<void> => {
  if (typeof email !== 'string' || email === '' || Date.parse(expiresAt) <= clock.now()) return;
  const token = await resetTokenOf(vault, id, resetId);
  const link = `${baseUrl}/api/v1/resetpassword/${id}/${token}`;
  await mail.send({
    to: email,
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
  if ((await vault.findKey(id)) === undefined) await mail.forget(email);
};
