import type { GroupKindName, OrgMember, ProjectMember, Role, TeamMember } from '@cairn/contracts';
import {
  type Document,
  type Group,
  isRefusal,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Refusal,
  sent,
  streamOf,
  type Versioned,
} from '@cairn/kernel';
import { membership } from '../../domain/membership/state.js';
import { optional, textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { memberId, memberIdTold, MEMBERS, MEMBERSHIPS } from '../members/project.js';
import { type Gone, readableGroup } from './readable.js';
import { roleShown, rolesOf } from './roles.js';

type Member = OrgMember | TeamMember | ProjectMember;

const NAMES = ['email', 'username', 'firstname', 'name'] as const;

/** How a person is called, and where mails reach it; of one that is gone nothing. */
const namesOf = (account: Document | undefined): Readonly<Record<(typeof NAMES)[number], string>> => {
  const [email = '', username = '', firstname = '', name = ''] = NAMES.map((field) =>
    account === undefined ? '' : textOf(account, field),
  );
  return { email, username, firstname, name };
};

const statusOf = (account: Document | undefined): Member['status'] =>
  account === undefined || account['disabled'] === true ? 'disabled' : 'active';

const memberOf = (
  kind: GroupKindName,
  document: Document,
  account: Document | undefined,
  role: Role | undefined,
): Member => {
  const [groupId, userId] = [textOf(document, 'group_id'), textOf(document, 'user_id')];
  const shown = {
    id: memberIdTold(groupId, userId),
    created_at: textOf(document, 'created_at'),
    updated_at: textOf(document, 'updated_at'),
    user_id: userId,
    ...namesOf(account),
    role_id: textOf(document, 'role_id'),
    ...(role === undefined ? {} : { role }),
    status: statusOf(account),
    ...optional(document, 'invited_by'),
    ...optional(document, 'joined_at'),
    ...optional(document, 'expires_at'),
  };
  switch (kind) {
    case 'organization':
      return { ...shown, organization_id: groupId };
    case 'team':
      return { ...shown, team_id: groupId };
    case 'project':
      return { ...shown, project_id: groupId };
  }
};

/** A page of who is in a group; `undefined` when the caller may not know of it. */
export const membersOf = async (
  context: QueryContext,
  { kind, id }: Group,
  page: PageRequest,
  filters: { readonly role_id?: string | undefined } = {},
): Promise<Page<Member> | Refusal | undefined> => {
  const found = await readableGroup(context, { kind, id }, 'members:read');
  if (found === undefined || isRefusal(found)) return found;
  const filter = { fields: { group_id: id, ended: false, ...sent({ role_id: filters.role_id }) } };
  const { elements, ...rest } = await pageOf(context.today, MEMBERS, filter, page);
  const [roles, accounts] = await Promise.all([
    rolesOf(context, elements),
    context.today.getMany(
      USERS,
      elements.map((document) => textOf(document, 'user_id')),
    ),
  ]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return {
    ...rest,
    elements: elements.map((document) =>
      memberOf(kind, document, byId.get(textOf(document, 'user_id')), roles.get(textOf(document, 'role_id'))),
    ),
  };
};

/** One member of a group. Who has just left is told so once more, and who has just changed one what came of it. */
export const memberById = async (
  context: QueryContext,
  group: Group,
  userId: string,
  { deletedToo = false, afterwards = false }: Gone = {},
): Promise<Versioned<Member> | Refusal | undefined> => {
  const isOwn = deletedToo && userId === context.principal.userId;
  const found = isOwn ? 'own' : await readableGroup(context, group, 'members:read', { afterwards });
  return found === undefined || isRefusal(found) ? found : memberIn(context, group, userId, deletedToo);
};

const memberIn = async (
  context: QueryContext,
  { kind, id }: Group,
  userId: string,
  deletedToo: boolean,
): Promise<Versioned<Member> | undefined> => {
  const document = await context.today.get(MEMBERS, memberId(id, userId));
  const isTold = deletedToo || document?.['ended'] === false;
  return document && isTold ? shown(context, kind, document) : undefined;
};

const shown = async (
  context: QueryContext,
  kind: GroupKindName,
  document: Document,
): Promise<Versioned<Member>> => {
  const userId = textOf(document, 'user_id');
  const [account, role, memberships] = await Promise.all([
    context.today.get(USERS, userId),
    roleShown(context, textOf(document, 'role_id')),
    context.today.get(MEMBERSHIPS, userId),
  ]);
  return {
    resource: memberOf(kind, document, account, role),
    revision: memberships === undefined ? '' : textOf(memberships, 'revision'),
    streams: [streamOf(membership, userId)],
  };
};
