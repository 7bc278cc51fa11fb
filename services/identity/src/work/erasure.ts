import { type UserEvent, userEvents } from '@cairn/contracts';
import {
  derivedId,
  eventRegistry,
  NotYet,
  type ProjectedEvent,
  projected,
  type SentMail,
  type ServiceTools,
} from '@cairn/kernel';
import { API_KEYS } from '../read-models/api-keys/project.js';
import { sentResetMail } from './reset-mail.js';
import { endRevokedSessions } from './revocation.js';

type Erased = Extract<UserEvent, { readonly type: 'UserErased' }>['data'];
type Seen = ProjectedEvent & { readonly eventId: string };

const AT_ONCE = 200;
const registry = eventRegistry([{ events: Object.values(userEvents) }]);

/**
 * Makes a person unreadable (law 8): the mails it was sent that are kept, sessions, keys, the password, the reserved names, and last the
 * key of all that stands in events. Each step may be done twice. What the read models said is blank or gone before that, and
 * nothing of it is left beneath them.
 */
export const eraseAccount = async (tools: ServiceTools, erased: Erased, seen: Seen): Promise<void> => {
  for (const sent of await mailsOf(tools, seen)) await tools.mail.forget(sent);
  const ended = await endRevokedSessions(tools, seen, 'erased');
  await eraseKeys(tools, seen);
  await tools.vault.removeCredential(erased.credential_id);
  for (const held of [erased.held_username, erased.held_email])
    await tools.execute({
      name: 'identity.releaseReservation',
      input: { ...held },
      id: derivedId(seen.eventId, held.claim_id, held.reservation_id),
      causation: seen.eventId,
    });
  await caughtUp(tools, ended);
  await tools.documents.scrub();
  await tools.vault.eraseKey(erased.id);
};

const REACHED_WITHIN_MS = 10_000;
const caughtUp = async (tools: ServiceTools, position: string): Promise<void> => {
  if (!(await tools.reached(position, REACHED_WITHIN_MS)))
    throw new NotYet('the read models are too far behind for an erasure');
};

/**
 * Every mail that the account was sent, as long as its key is there. An address that it once had may be somebody else's by
 * now, whose mails stay.
 */
const mailsOf = async ({ log, vault }: ServiceTools, { stream }: Seen): Promise<readonly SentMail[]> => {
  const mails: SentMail[] = [];
  for (const recorded of await log.read(stream)) {
    const event = (await projected(registry, recorded, vault))?.event as UserEvent | undefined;
    if (event?.type === 'PasswordResetRequested' && typeof event.data.email === 'string')
      mails.push(sentResetMail(event.data, event.data.email));
  }
  return mails;
};

/** Deleted ones too: their records are kept until then. */
const eraseKeys = async (tools: ServiceTools, seen: Seen): Promise<void> => {
  for (;;) {
    const found = await tools.documents.find(API_KEYS, {
      filter: { fields: { user_id: seen.id, deleted: [true, false] } },
      sort: 'created_at',
      limit: AT_ONCE,
    });
    if (found.length === 0) return;
    for (const { id } of found) {
      const reply = await tools.execute({
        name: 'identity.eraseAPIKey',
        input: { api_key_id: id },
        id: derivedId(seen.eventId, id),
        causation: seen.eventId,
      });
      if (reply.status === 'done') await caughtUp(tools, reply.position);
    }
  }
};
