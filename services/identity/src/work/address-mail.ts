import { foldName, type Mail, type ProjectedEvent, type SentMail, type ServiceTools } from '@cairn/kernel';
import { type AccountEvent, addressIn, eventsOfAccount } from './account-events.js';
import { isPast, type MailTools, sendToPerson } from './send-to-person.js';

/** Tells the address that an account had that it is not its address any more. The same change makes the same mail. */
export const mailAddressChanged = async (
  tools: MailTools & Pick<ServiceTools, 'log' | 'clock' | 'baseUrl'>,
  seen: ProjectedEvent,
): Promise<void> => {
  if (isPast(seen, tools.clock)) return;
  for await (const known of eventsOfAccount(tools, seen.stream, seen.revision)) {
    const sent = known.eventId === seen.eventId ? sentAddressMail(known) : undefined;
    if (sent !== undefined) await sendToPerson(tools, seen.id, addressMail(sent, tools.baseUrl), seen);
  }
};

/** What the mail is known by that a change of the address owes to the one before; `undefined` when it owes none. */
export const sentAddressMail = ({
  eventId,
  event,
  addressBefore: to,
}: AccountEvent): SentMail | undefined => {
  const after = addressIn(event);
  return to === undefined || after === undefined || foldName(to) === foldName(after)
    ? undefined
    : { to, messageId: `address-changed-${eventId}@cairn` };
};

const addressMail = (sent: SentMail, baseUrl: string): Mail => ({
  ...sent,
  subject: 'Your e-mail address at Cairn was changed',
  text: [
    `The e-mail address of your account at ${baseUrl} was changed: this one is not used any more.`,
    'If it was you, there is nothing to do.',
    'If it was not, somebody else has been in your account. Sign in with your user name and your password, set your address again, change your password with `revoke_api_keys`, and end all other sessions. If you cannot sign in, tell an administrator now.',
    '',
  ].join('\n\n'),
});
