import type { UserEvent } from '@cairn/contracts';
import type { Cause, Mail, SentMail, ServiceTools } from '@cairn/kernel';
import { verificationTokenOf } from '../credentials/mailed-token.js';
import { type MailTools, sendToPerson } from './send-to-person.js';

type Requested = Extract<UserEvent, { readonly type: 'EmailVerificationRequested' }>['data'];

/** Mails the link that verifies an address, unless it came too late or to nobody. The same request makes the same mail. */
export const mailVerificationLink = async (
  tools: MailTools & Pick<ServiceTools, 'clock' | 'baseUrl'>,
  requested: Requested,
  seen: Cause,
): Promise<void> => {
  const { vault, clock, baseUrl } = tools;
  const { id, verification_id: linkId, email, expires_at: expiresAt } = requested;
  if (typeof email !== 'string' || email === '' || Date.parse(expiresAt) <= clock.now()) return;
  const token = await verificationTokenOf(vault, id, linkId);
  const link = `${baseUrl}/api/v1/verification/${token}`;
  await sendToPerson(tools, id, verificationMail(requested, email, link), seen);
};

const sentVerificationMail = ({ verification_id: linkId }: Requested, to: string): SentMail => ({
  to,
  messageId: `verify-email-${linkId}@cairn`,
});

/** The mail that an event of an account owed, if its person can be read. */
export const sentVerificationMailOf = (event: UserEvent): SentMail | undefined =>
  event.type === 'EmailVerificationRequested' && typeof event.data.email === 'string'
    ? sentVerificationMail(event.data, event.data.email)
    : undefined;

const verificationMail = (requested: Requested, to: string, link: string): Mail => ({
  ...sentVerificationMail(requested, to),
  subject: 'Verify your e-mail address at Cairn',
  text: [
    'Somebody, hopefully you, uses this address for an account at Cairn.',
    `Until ${requested.expires_at} you verify it, once, by sending a POST request to:`,
    link,
    'What was shared with this address, and organizations that invited it, are yours then.',
    'If it was not you, leave this mail alone: nothing has changed.',
    '',
  ].join('\n\n'),
});
