import { randomUUID } from 'node:crypto';
import { arrivedMails, invitationIn, mailsTo } from './mailbox.js';
import type { Person } from './people.js';
import type { ServedCairn } from './topology.js';

/** Founds an organization; its founder administers it. */
export const foundFirm = async ({ client }: Person, name = 'Firm'): Promise<string> =>
  (await client.call('createOrganization', { body: { name, slug: `firm-${randomUUID()}` } })).body.id;

/** Makes somebody a member of an organization, as people become one: by the mail of an invitation. */
export const joinFirm = async (
  cairn: ServedCairn,
  firm: string,
  founder: Person,
  who: Person,
  role_slug = 'org_member',
): Promise<void> => {
  const before = new Set(mailsTo(cairn, who.email).map(invitationIn));
  await founder.client.call('createInvitation', {
    params: { id: firm },
    body: { email: who.email, role_slug },
  });
  for (;;) {
    await arrivedMails(cairn, who.email);
    const token = mailsTo(cairn, who.email)
      .map(invitationIn)
      .find((one) => !before.has(one));
    if (token === undefined) continue;
    await who.client.call('acceptInvitation', { params: { token } });
    return;
  }
};
