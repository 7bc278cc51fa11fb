import { type SecondFactorEvent, secondFactorEvents } from '@cairn/contracts';
import {
  eventRegistry,
  type Mail,
  partsOf,
  type Position,
  projected,
  type ProjectedEvent,
  type SentMail,
  type ServiceTools,
  streamOf,
} from '@cairn/kernel';
import { secondFactor } from '../domain/second-factor/state.js';
import { user } from '../domain/user/state.js';
import { addressIn, eventsOfAccount } from './account-events.js';
import { isPast, type MailTools, sendToPerson } from './send-to-person.js';

/** What may be an administrator's act of which the person is told. */
export const rescueEvents = [secondFactorEvents.SecondFactorRemoved, secondFactorEvents.LockoutLifted];
const registry = eventRegistry([{ events: rescueEvents }]);

type LogTools = Pick<ServiceTools, 'log' | 'vault'>;
type Told = Pick<Mail, 'subject' | 'text'>;

/** Tells a person that an administrator let them in again, at the address of that moment. The same act makes the same mail. */
export const mailRescue = async (
  tools: MailTools & LogTools & Pick<ServiceTools, 'clock' | 'baseUrl'>,
  seen: ProjectedEvent,
): Promise<void> => {
  const told = toldOf(seen.event as SecondFactorEvent, tools.baseUrl);
  if (told === undefined || isPast(seen, tools.clock)) return;
  const to = (await addressesOf(tools, seen.id))(seen.position);
  if (to !== undefined) await sendToPerson(tools, seen.id, { ...told, ...sentRescueMail(seen, to) }, seen);
};

/** What the mails are known by that the acts of administrators owed to the person of an account, while that can be read. */
export const sentRescueMails = async (tools: LogTools, userId: string): Promise<readonly SentMail[]> => {
  const addressAt = await addressesOf(tools, userId);
  const sent: SentMail[] = [];
  for await (const part of partsOf(tools.log, streamOf(secondFactor, userId)))
    for (const recorded of part) {
      const seen = await projected(registry, recorded, tools.vault);
      const to = seen && addressAt(seen.position);
      if (to !== undefined && toldOf(seen!.event as SecondFactorEvent, '') !== undefined)
        sent.push(sentRescueMail(seen!, to));
    }
  return sent;
};

const sentRescueMail = ({ eventId }: Pick<ProjectedEvent, 'eventId'>, to: string): SentMail => ({
  to,
  messageId: `let-in-again-${eventId}@cairn`,
});

/** Which address an account had when; none is known of who is erased. */
const addressesOf = async (
  tools: LogTools,
  userId: string,
): Promise<(at: Position) => string | undefined> => {
  const addresses: { readonly from: Position; readonly address: string }[] = [];
  for await (const { event, position } of eventsOfAccount(tools, streamOf(user, userId))) {
    const address = addressIn(event);
    if (address !== undefined && address !== '') addresses.push({ from: position, address });
  }
  return (at) => addresses.findLast(({ from }) => from < at)?.address;
};

/** What the person is told; nothing of what they did themselves, and of an erasure. */
const toldOf = (event: SecondFactorEvent, baseUrl: string): Told | undefined => {
  if (event.type === 'LockoutLifted') return lockoutLifted(baseUrl);
  return event.type === 'SecondFactorRemoved' && event.data.by === 'administrator'
    ? factorRemoved(baseUrl)
    : undefined;
};

const factorRemoved = (baseUrl: string): Told => ({
  subject: 'The second factor of your account at Cairn was turned off',
  text: [
    `An administrator has turned off the second factor of your account at ${baseUrl}. A login needs your password alone now, and no device is trusted any more.`,
    'If you asked for it, sign in with your password and set up a new one.',
    'If you did not ask for it, somebody else may have done so in your name: sign in, change your password with `revoke_api_keys`, end all other sessions, set up a new second factor, and tell an administrator now.',
    '',
  ].join('\n\n'),
});

const lockoutLifted = (baseUrl: string): Told => ({
  subject: 'The lock on your account at Cairn was lifted',
  text: [
    `An administrator has lifted the lock on signing in to your account at ${baseUrl}. Wrong passwords and codes of before count no more.`,
    'If it was you who could not sign in, try again.',
    'If it was not, somebody has been guessing: change your password, and set up a second factor if you have none. If you did not ask for it, tell an administrator.',
    '',
  ].join('\n\n'),
});
