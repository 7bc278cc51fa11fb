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

/** What an invitation was sent as, and how often it was mailed. */
interface Mailed {
  readonly invited: Sent;
  readonly mails: number;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** Folded from the stream: its address is opened as long as it has its key. */
const mailedIn = async (
  { log, vault }: Pick<ServiceTools, 'log' | 'vault'>,
  stream: string,
): Promise<Mailed | undefined> => {
  let mailed: Mailed | undefined;
  for (const recorded of await log.read(stream)) {
    const event = (await projected(registry, recorded, vault))?.event as InvitationEvent | undefined;
    if (event?.type === 'InvitationSent')
      mailed = { invited: event.data, mails: 1, expiresAt: event.data.expires_at };
    if (event?.type === 'InvitationResent' && mailed !== undefined)
      mailed = { ...mailed, mails: event.data.mail, expiresAt: event.data.expires_at };
  }
  return mailed;
};

const sentMail = (id: string, mail: number, to: string): SentMail => ({
  to,
  messageId: mail === 1 ? `invitation-${id}@cairn` : `invitation-${id}-${mail}@cairn`,
});

const addressOf = ({ email }: Sent): string => (typeof email === 'string' ? email : '');

/**
 * Mails the link of an invitation, unless it came too late or its address is sealed for good. `mail` is which of its mails
 * this is: the same one is the same mail.
 */
export const mailInvitation = async (
  tools: MailTools & Pick<ServiceTools, 'log' | 'clock' | 'baseUrl'>,
  mail: number,
  seen: Cause & Pick<ProjectedEvent, 'stream' | 'id'>,
): Promise<void> => {
  const { vault, clock, baseUrl } = tools;
  const mailed = await mailedIn(tools, seen.stream);
  const to = mailed === undefined ? '' : addressOf(mailed.invited);
  if (mailed === undefined || to === '' || Date.parse(mailed.expiresAt) <= clock.now()) return;
  const link = `${baseUrl}/api/v1/invitations/${await invitationTokenOf(vault, seen.id)}/accept`;
  await sendToPerson(tools, seen.id, invitationMail(mailed, sentMail(seen.id, mail, to), link), seen);
};

const invitationMail = ({ expiresAt }: Mailed, sent: SentMail, link: string): Mail => ({
  ...sent,
  subject: 'You are invited to an organization at Cairn',
  text: [
    'Somebody invites you to work in an organization at Cairn.',
    `Until ${expiresAt} you become a member, once, by signing in, or registering, with this address, and sending a POST request to:`,
    link,
    'With `decline` instead of `accept` at its end you decline.',
    'If you do not know why, leave this mail alone: nothing has changed.',
    '',
  ].join('\n\n'),
});

/** The address of an invitation that is over: the mails that are kept of it go, and the key under which it was sealed. */
export const forgetInvitation = async (
  tools: Pick<ServiceTools, 'log' | 'vault' | 'mail'>,
  { stream, id }: Pick<ProjectedEvent, 'stream' | 'id'>,
): Promise<void> => {
  const mailed = await mailedIn(tools, stream);
  const to = mailed === undefined ? '' : addressOf(mailed.invited);
  for (let mail = 1; to !== '' && mail <= mailed!.mails; mail += 1)
    await tools.mail.forget(sentMail(id, mail, to));
  await tools.vault.eraseKey(id);
};
