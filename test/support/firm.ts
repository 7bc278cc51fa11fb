import { randomUUID } from 'node:crypto';
import { arrivedMail, invitationIn, isInvitation } from './mailbox.js';
import type { Person } from './people.js';
import type { ServedCairn } from './topology.js';

/** Founds an organization; its founder administers it. */
export const foundFirm = async ({ client }: Pick<Person, 'client'>, name = 'Firm'): Promise<string> =>
  (await client.call('createOrganization', { body: { name, slug: `firm-${randomUUID()}` } })).body.id;

/** Invites somebody into an organization; answers the token that is mailed. */
export const mailedInvitation = async (
  cairn: ServedCairn,
  firm: string,
  { client }: Pick<Person, 'client'>,
  { email }: Pick<Person, 'email'>,
  role_slug = 'org_member',
): Promise<string> => {
  const params = { id: firm };
  const { body } = await client.call('createInvitation', { params, body: { email, role_slug } });
  return invitationIn(await arrivedMail(cairn, email, isInvitation(body.id)));
};

/** Makes somebody a member of an organization, as people become one: by the mail of an invitation. Answers its token. */
export const joinFirm = async (
  cairn: ServedCairn,
  firm: string,
  founder: Pick<Person, 'client'>,
  who: Pick<Person, 'client' | 'email'>,
  role_slug = 'org_member',
): Promise<string> => {
  const token = await mailedInvitation(cairn, firm, founder, who, role_slug);
  await who.client.call('acceptInvitation', { params: { token } });
  return token;
};
