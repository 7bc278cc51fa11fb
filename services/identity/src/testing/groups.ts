import { derivedId, freshId, type Json, type Principal } from '@cairn/kernel';
import { textOf } from '../read-models/text-of.js';
import { USERS } from '../read-models/users/project.js';
import { type IdentityUnderTest, person } from './identity-under-test.js';
import { signUp } from './sign-up.js';

const PASSWORD = 'correct horse battery';

const inFirm = (organization_id: string, slug: string, more = {}): Json => ({
  name: slug,
  slug,
  organization_id,
  ...more,
});

const addressOf = async (under: IdentityUnderTest, { userId }: Principal): Promise<string> =>
  textOf((await under.documents.get(USERS, userId))!, 'email');

/** People and groups of a service under test, made by its commands. */
export const groupsIn = (under: IdentityUnderTest) => {
  /** Sends a command as somebody and answers the id that it made for a role. */
  const make = async (
    who: Principal,
    name: string,
    body: Json,
    role: string,
    more: object = {},
  ): Promise<string> => {
    const id = freshId();
    await under.done(name, { ...more, body }, { principal: who, id });
    return derivedId(id, role, 0);
  };
  const firm = (who: Principal, slug = 'firm'): Promise<string> =>
    make(who, 'createOrganization', { name: 'Firm', slug }, 'organization');
  /** The token in the mail of the invitation that was sent last. */
  const mailed = async (organizationId: string, inviter: Principal, body: Json): Promise<string> => {
    const invitations = () => under.mails.filter(({ messageId }) => messageId.startsWith('invitation-'));
    const before = invitations().length;
    await make(inviter, 'createInvitation', body, 'invitation', { id: organizationId });
    while (invitations().length === before) await new Promise((resolve) => setImmediate(resolve));
    const token = /invitations\/([\w-]+)\/accept/.exec(invitations().at(-1)?.text ?? '')?.[1];
    if (token === undefined) throw new Error('no invitation was mailed');
    return token;
  };
  return {
    somebody: async (username: string): Promise<Principal> =>
      person(await signUp(under, { username, email: `${username}@example.org`, password: PASSWORD })),
    make,
    firm,
    mailed,
    team: (who: Principal, organizationId: string, slug = 'team') =>
      make(who, 'createTeam', inFirm(organizationId, slug), 'team'),
    project: (who: Principal, organizationId: string, slug = 'project', more = {}) =>
      make(who, 'createProject', inFirm(organizationId, slug, more), 'project'),
    /** Makes somebody a member of an organization, as people become one. */
    join: async (
      inviter: Principal,
      organizationId: string,
      who: Principal,
      role_slug = 'org_member',
      more = {},
    ): Promise<void> => {
      const email = await addressOf(under, who);
      const token = await mailed(organizationId, inviter, { email, role_slug, ...more });
      await under.done('acceptInvitation', { token }, { principal: who });
    },
  };
};
