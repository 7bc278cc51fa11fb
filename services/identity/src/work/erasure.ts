import { identityCommands, type UserEvent } from '@cairn/contracts';
import {
  causedBy,
  derivedId,
  type ForgottenMail,
  NotYet,
  type ProjectedEvent,
  type ServiceTools,
} from '@cairn/kernel';
import { API_KEYS } from '../read-models/api-keys/project.js';
import { forgetUse } from '../sign-in/last-used.js';
import { type AccountEvent, addressIn, eventsOfAccount } from './account-events.js';
import { sentAddressMail } from './address-mail.js';
import { sentResetMailOf } from './reset-mail.js';
import { sentRescueMails } from './rescue-mail.js';
import { endRevokedSessions } from './revocation.js';
import { sentVerificationMailOf } from './verification-mail.js';

type Erased = Extract<UserEvent, { readonly type: 'UserErased' }>['data'];
type Seen = ProjectedEvent;

const AT_ONCE = 200;

/**
 * Makes a person unreadable (law 8): the mails it was sent that are kept, sessions, keys, secrets, the password, the reserved names, and last the
 * key of all that stands in events. Each step may be done twice. What the read models said is blank or gone before that, and
 * nothing of it is left beneath them. A session or key that was being made meanwhile is looked for once the key is gone:
 * nothing can be encrypted with it any more.
 */
export const eraseAccount = async (tools: ServiceTools, erased: Erased, seen: Seen): Promise<void> => {
  for (const sent of await mailsOf(tools, erased, seen)) await tools.mail.forget(sent);
  const ended = await endRevokedSessions(tools, seen, 'erased');
  await eraseKeys(tools, seen);
  await eraseSecrets(tools, seen, 'secrets');
  await eraseFactor(tools, seen);
  await tools.vault.removeCredential(erased.credential_id);
  for (const held of [erased.held_username, erased.held_email])
    await tools.execute(
      identityCommands.releaseReservation,
      { ...held },
      { id: derivedId(seen.eventId, held.claim_id, held.reservation_id), ...causedBy(seen) },
    );
  await caughtUp(tools, ended);
  await tools.documents.scrub();
  await tools.vault.eraseKey(erased.id);
  await eraseLate(tools, seen);
  for (const what of ['user', 'login'] as const) await forgetUse(tools.registers, what, erased.id);
};

const eraseLate = async (tools: ServiceTools, seen: Seen): Promise<void> => {
  await caughtUp(tools, await tools.log.head());
  const ended = await endRevokedSessions(tools, seen, 'erased');
  const erased = await eraseKeys(tools, seen);
  await eraseSecrets(tools, seen, 'late secrets');
  if (ended === seen.position && erased === 0) return;
  await caughtUp(tools, ended);
  await tools.documents.scrub();
};

const REACHED_WITHIN_MS = 10_000;
const caughtUp = async (tools: ServiceTools, position: string): Promise<void> => {
  if (!(await tools.reached(position, REACHED_WITHIN_MS)))
    throw new NotYet('the read models are too far behind for an erasure');
};

/**
 * Every mail that the account was sent, as long as its key is there. An address that it once had, or never showed to be its
 * own, may be somebody else's, whose mails stay; to one that it verified everything goes, of invitations and shares too.
 */
const mailsOf = async (
  tools: ServiceTools,
  { email_verified }: Erased,
  { stream, id }: Seen,
): Promise<readonly ForgottenMail[]> => {
  const mails: ForgottenMail[] = [...(await sentRescueMails(tools, id))];
  let address: string | undefined;
  for await (const known of eventsOfAccount(tools, stream)) {
    const sent = sentMailOf(known);
    if (sent !== undefined) mails.push(sent);
    address = addressIn(known.event) ?? address;
  }
  return email_verified === true && address !== undefined ? [...mails, { to: address }] : mails;
};

/** The second factor, and the devices that name where the person was. */
const eraseFactor = async (tools: ServiceTools, seen: Seen): Promise<void> => {
  const call = { id: derivedId(seen.eventId, 'second-factor'), ...causedBy(seen) };
  const reply = await tools.execute(identityCommands.eraseSecondFactor, { user_id: seen.id }, call);
  if (reply.status === 'done') await caughtUp(tools, reply.position);
};

/** `round` is a word for a command of its own. */
const eraseSecrets = async (tools: ServiceTools, seen: Seen, round: string): Promise<void> => {
  const call = { id: derivedId(seen.eventId, round), ...causedBy(seen) };
  const reply = await tools.execute(identityCommands.purgeSecrets, { user_id: seen.id }, call);
  if (reply.status === 'done') await caughtUp(tools, reply.position);
};

const sentMailOf = (known: AccountEvent): ForgottenMail | undefined =>
  sentResetMailOf(known.event) ?? sentVerificationMailOf(known.event) ?? sentAddressMail(known);

/** Deleted ones too: their records are kept until then. Answers how many. */
const eraseKeys = async (tools: ServiceTools, seen: Seen): Promise<number> => {
  for (let erased = 0; ;) {
    const found = await tools.documents.find(API_KEYS, {
      filter: { fields: { user_id: seen.id, deleted: [true, false] } },
      sort: 'created_at',
      limit: AT_ONCE,
    });
    if (found.length === 0) return erased;
    erased += found.length;
    for (const { id } of found) {
      const call = { id: derivedId(seen.eventId, id), ...causedBy(seen) };
      const reply = await tools.execute(identityCommands.eraseAPIKey, { api_key_id: id }, call);
      if (reply.status === 'done') await caughtUp(tools, reply.position);
      await forgetUse(tools.registers, 'api-key', id);
    }
  }
};
