import type { ErrorDefinition } from '../errors/definition.js';

/** What can be wrong with organizations, teams, projects, their members and roles. */
export const groupErrors = {
  slug_taken: {
    status: 409,
    title: 'Slug taken',
    text: 'The slug is taken.',
    when: 'Another organization has this slug; or another team, project or role of the organization. A deleted one keeps its slug.',
  },
  already_member: {
    status: 409,
    title: 'Already a member',
    text: 'This person is a member already.',
    when: 'Somebody is added, or accepts an invitation, who is in the group. Change the membership instead.',
  },
  role_exceeds_yours: {
    status: 403,
    title: 'Role beyond your own',
    text: 'Nobody grants, changes or takes away more than they may do themselves.',
    when: 'The role that is given or made, or that of the member who is changed or removed, permits something that your own roles in the group, or the scopes of your key, do not.',
  },
  permission_unknown: {
    status: 422,
    title: 'Unknown permission',
    text: 'A permission is not in the catalogue.',
    when: 'A role names a permission that `GET /api/v1/permissions` does not list.',
  },
  role_in_use: {
    status: 409,
    title: 'Role in use',
    text: 'Somebody holds the role.',
    when: 'A role is deleted that a member, an open invitation or the team of a project has. Give them another first.',
  },
  recipient_unavailable: {
    status: 422,
    title: 'Cannot be given to this person',
    text: 'The user is none that it may be given to.',
    when: 'Somebody gets an asset who is no member of the organization that it is in afterwards; or, of what is in no organization, who has none in common with the caller. An unknown account is refused alike.',
  },
  invitation_invalid: {
    status: 404,
    title: 'Invitation not valid',
    text: 'The invitation cannot be used.',
    when: 'The link is unknown, the invitation is over (after 30 days), was taken back, declined or accepted before, or who sent it may not invite any more.',
  },
  use_secret: {
    status: 422,
    title: 'A credential in settings',
    text: 'A credential must not stand here.',
    when: 'A field that is kept for ever holds what looks like a credential: by its name (`client_secret`, `password`, `api_key`), or by its form (an `Authorization` header, a private key, an address with a password). `errors[]` says where. Keep it where the program that uses it finds it, and name it here.',
  },
  other_address: {
    status: 403,
    title: 'Mailed to another address',
    text: 'It was mailed to another e-mail address than that of your account.',
    when: 'The link of a share or of an invitation is used by an account that has another e-mail address than the one to which it was mailed. Sign in as, or register, the account of that address, or ask to be invited under the address that you have.',
  },
} as const satisfies Record<string, ErrorDefinition>;
