import { type InvitationEvent, invitationEvents } from '@cairn/contracts';
import {
  type Cause,
  eventRegistry,
  type Mail,
  projected,
  type ProjectedEvent,
  type SentMail,
  type ServiceTools,
} from '@cairn/kernel';
import { invitationTokenOf } from '../credentials/invitation-token.js';
import { type MailTools, sendToPerson } from './send-to-person.js';

type Sent = Extract<InvitationEvent, { readonly type: 'InvitationSent' }>['data'];

const registry = eventRegistry([{ events: Object.values(invitationEvents) }]);

const sentMail = ({ id }: Pick<Sent, 'id'>, to: string): SentMail => ({
  to,
  messageId: `invitation-${id}@cairn`,
});

/** Mails the link of an invitation, unless it came too late or its address is sealed for good. The same makes the same mail. */
export const mailInvitation = async (
  tools: MailTools & Pick<ServiceTools, 'clock' | 'baseUrl'>,
  invited: Sent,
  seen: Cause,
): Promise<void> => {
  const { vault, clock, baseUrl } = tools;
  const { id, email, expires_at: expiresAt } = invited;
  if (typeof email !== 'string' || email === '' || Date.parse(expiresAt) <= clock.now()) return;
  const link = `${baseUrl}/api/v1/invitations/${await invitationTokenOf(vault, id)}/accept`;
  await sendToPerson(tools, id, invitationMail(invited, email, link), seen);
};

const invitationMail = (invited: Sent, to: string, link: string): Mail => ({
  ...sentMail(invited, to),
  subject: 'You are invited to an organization at Cairn',
  text: [
    'Somebody invites you to work in an organization at Cairn.',
    `Until ${invited.expires_at} you become a member, once, by signing in, or registering, and sending a POST request to:`,
    link,
    'If you do not know why, leave this mail alone: nothing has changed.',
    '',
  ].join('\n\n'),
});

/** The address of an invitation that is over: the mail that is kept of it goes, and the key under which it was sealed. */
export const forgetInvitation = async (
  { log, vault, mail }: Pick<ServiceTools, 'log' | 'vault' | 'mail'>,
  { stream, id }: Pick<ProjectedEvent, 'stream' | 'id'>,
): Promise<void> => {
  for (const recorded of await log.read(stream)) {
    const event = (await projected(registry, recorded, vault))?.event as InvitationEvent | undefined;
    if (event?.type !== 'InvitationSent') continue;
    const { email } = event.data;
    if (typeof email === 'string' && email !== '') await mail.forget(sentMail(event.data, email));
  }
  await vault.eraseKey(id);
};
