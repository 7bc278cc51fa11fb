import { type AssetEventData, assets } from '@cairn/contracts';
import {
  type Cause,
  eventRegistry,
  isMailedShare,
  type Mail,
  partsOf,
  projected,
  type ProjectedEvent,
  type RecordedEvent,
  type SentMail,
  type ServiceTools,
  shareTokenOf,
} from '@cairn/kernel';
import { USERS } from '../read-models/users/project.js';
import { textOf } from '../read-models/text-of.js';
import { confirmAddress } from './confirm-address.js';
import { type MailTools, sendToPerson } from './send-to-person.js';

type Shared = AssetEventData['shared'];

const registry = eventRegistry([{ events: assets.map(({ events }) => events.shared) }]);

const sentMail = ({ share_id }: Shared, to: string): SentMail => ({
  to,
  messageId: `share-${share_id}@cairn`,
});

/** Asks who something is shared with, unless nobody is to be asked. The same share makes the same mail. */
export const mailShare = async (
  tools: MailTools & Pick<ServiceTools, 'baseUrl' | 'documents'>,
  shared: Shared,
  seen: Cause & Pick<ProjectedEvent, 'stream' | 'id'>,
): Promise<void> => {
  if (!isMailedShare(shared)) return;
  const to = await addressOf(tools, shared);
  if (to === '') return;
  const { share_id: shareId } = shared;
  const kind = assets.find(({ called }) => seen.stream.startsWith(`${called}-`));
  if (kind === undefined) return;
  const token = await shareTokenOf(tools.vault, { resource: kind.resource, assetId: seen.id, shareId });
  const link = `${tools.baseUrl}/api/v1/shares/${token}/accept`;
  await sendToPerson(tools, shared.user_id ?? shareId, shareMail(shared, to, kind.called, link), seen);
};

/** Of who was named by id, as it is now; empty for who is erased. */
const addressOf = async (
  { documents }: Pick<ServiceTools, 'documents'>,
  { email, user_id }: Shared,
): Promise<string> => {
  if (typeof email === 'string') return email;
  const account = user_id === undefined ? undefined : await documents.get(USERS, user_id);
  return account === undefined ? '' : textOf(account, 'email');
};

const shareMail = (shared: Shared, to: string, called: string, link: string): Mail => ({
  ...sentMail(shared, to),
  subject: `A ${called} is shared with you at Cairn`,
  text: [
    `Somebody shares a ${called} with you at Cairn.`,
    'Within 30 days you take it, once, by signing in, or registering, and sending a POST request to:',
    link,
    'If you do not know why, leave this mail alone: nothing has changed.',
    '',
  ].join('\n\n'),
});

/**
 * The address of a share that is over or accepted: who accepted it has it, the mail that is kept of it goes, and the key
 * under which it was sealed.
 */
export const shareIsOver = async (
  tools: Pick<ServiceTools, 'log' | 'vault' | 'mail' | 'execute' | 'documents'>,
  over: AssetEventData['shareAccepted'] | AssetEventData['shareRemoved'],
  seen: ProjectedEvent,
): Promise<void> => {
  const { log, vault } = tools;
  for await (const part of partsOf(log, seen.stream, { withoutLarge: true }))
    for (const recorded of part) {
      const shared = await sharedIn(recorded, vault);
      if (shared?.share_id !== over.share_id) continue;
      if ('user_id' in over) await confirmSharee(tools, shared, over.user_id, seen);
      await forgetMail(tools, shared);
    }
  await vault.eraseKey(over.share_id);
};

/** Only what was mailed proves anything. */
const confirmSharee = async (
  tools: Pick<ServiceTools, 'execute'>,
  shared: Shared,
  user_id: string,
  seen: ProjectedEvent,
): Promise<void> => {
  const { address_key } = shared;
  if (isMailedShare(shared) && address_key !== undefined)
    await confirmAddress(tools, { user_id, address_key, by: 'share' }, seen);
};

/** What an event told when something was shared; of any other event nothing. */
const sharedIn = async (recorded: RecordedEvent, vault: ServiceTools['vault']): Promise<Shared | undefined> =>
  recorded.type.endsWith('.shared.v1')
    ? ((await projected(registry, recorded, vault))?.event.data as Shared | undefined)
    : undefined;

const forgetMail = async (tools: Pick<ServiceTools, 'mail' | 'documents'>, shared: Shared): Promise<void> => {
  const to = await addressOf(tools, shared);
  if (to !== '') await tools.mail.forget(sentMail(shared, to));
};
