import type { Invitation, Role } from '@cairn/contracts';
import {
  type Document,
  isRefusal,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Refusal,
  type Versioned,
} from '@cairn/kernel';
import { optional, textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { INVITATIONS } from '../invitations/project.js';
import { invitationStatus } from '../invitations/status.js';
import { ORGANIZATIONS } from './project.js';
import { readableGroup } from './readable.js';
import { roleShown, rolesOf } from './roles.js';

const invitationOf = (document: Document, role: Role | undefined, at: string): Invitation => {
  return {
    id: document.id,
    created_at: textOf(document, 'created_at'),
    updated_at: textOf(document, 'updated_at'),
    organization_id: textOf(document, 'organization_id'),
    email: textOf(document, 'email'),
    role_id: textOf(document, 'role_id'),
    ...(role === undefined ? {} : { role }),
    status: invitationStatus(document, at),
    invited_by: textOf(document, 'invited_by'),
    expires_at: textOf(document, 'expires_at'),
    ...optional(document, 'member_until'),
  };
};

/** With their roles. */
const shownBy = async (
  context: QueryContext,
  { elements, ...rest }: Page<Document>,
): Promise<Page<Invitation>> => {
  const roles = await rolesOf(context, elements);
  const shown = elements.map((document) =>
    invitationOf(document, roles.get(textOf(document, 'role_id')), context.at),
  );
  return { ...rest, elements: shown };
};

/** A page of whom an organization has invited; `undefined` when the caller may not know of it. */
export const invitationsOf = async (
  context: QueryContext,
  { id: organizationId }: { readonly id: string },
  page: PageRequest,
): Promise<Page<Invitation> | Refusal | undefined> => {
  const found = await readableGroup(context, { kind: 'organization', id: organizationId }, 'members:write');
  if (found === undefined || isRefusal(found)) return found;
  const filter = { fields: { organization_id: organizationId } };
  return shownBy(context, await pageOf(context.today, INVITATIONS, filter, page));
};

export const invitationById = async (
  context: QueryContext,
  { id: organizationId, invitation_id: id }: { readonly id: string; readonly invitation_id: string },
): Promise<Versioned<Invitation> | Refusal | undefined> => {
  const found = await readableGroup(context, { kind: 'organization', id: organizationId }, 'members:write');
  if (found === undefined || isRefusal(found)) return found;
  const document = await context.today.get(INVITATIONS, id);
  if (document?.['organization_id'] !== organizationId) return undefined;
  return {
    resource: invitationOf(document, await roleShown(context, textOf(document, 'role_id')), context.at),
    revision: textOf(document, 'revision'),
    streams: [`invitation-${id}`],
  };
};

/**
 * A page of what waits for the caller's address, by the name of the organization: nothing before the address is verified,
 * for it may be somebody else's.
 */
export const ownInvitations = async (context: QueryContext, page: PageRequest): Promise<Page<Invitation>> => {
  const { today, principal } = context;
  const account = await today.get(USERS, principal.userId);
  const address_key = account?.['email_verified'] === true ? textOf(account, 'address_key') : '';
  const filter = { fields: { address_key, status: 'open' } };
  const { elements, ...rest } = await shownBy(context, await pageOf(today, INVITATIONS, filter, page));
  const ids = [...new Set(elements.map((each) => each.organization_id))];
  const names = new Map(
    (await today.getMany(ORGANIZATIONS, ids)).map((each) => [each.id, optionalName(each)]),
  );
  return { ...rest, elements: elements.map((each) => ({ ...each, ...names.get(each.organization_id) })) };
};

/** None of an organization that is not open: nobody can join it. */
const optionalName = (organization: Document): { readonly organization_name?: string } =>
  organization['deleted'] === true || organization['disabled'] === true
    ? {}
    : { organization_name: textOf(organization, 'name') };
