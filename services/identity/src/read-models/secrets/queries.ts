import type { Secret } from '@cairn/contracts';
import {
  type Document,
  isRefusal,
  mapPage,
  NOTHING,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Refusal,
  scopesCover,
  type Vault,
  type Versioned,
} from '@cairn/kernel';
import { secretIdOf } from '../../credentials/secret-id.js';
import type { SecretOwner } from '../../domain/secret/state.js';
import { readableGroup } from '../groups/readable.js';
import { optional, textOf } from '../text-of.js';
import { SECRETS } from './project.js';

/** A page of the caller's secrets; a key of an organization has none. */
export const ownSecrets = async (
  { documents, principal: { userId, organizationId } }: QueryContext,
  page: PageRequest,
): Promise<Page<Secret>> =>
  organizationId === undefined
    ? mapPage(await pageOf(documents, SECRETS, { fields: { user_id: userId } }, page), secretOf)
    : NOTHING;

/** One of the caller's secrets, for a bearer that may read them. */
export const ownSecret = async (
  context: QueryContext,
  vault: Vault,
  name: string,
): Promise<Versioned<Secret> | undefined> => {
  const { userId, organizationId, scopes } = context.principal;
  return organizationId === undefined && scopesCover(scopes, 'secrets:read')
    ? secretAt(context, vault, { userId }, name)
    : undefined;
};

/** A page of the secrets of an organization, for who may read them; `undefined` for who does not know of it. */
export const organizationSecrets = async (
  context: QueryContext,
  id: string,
  page: PageRequest,
): Promise<Page<Secret> | Refusal | undefined> => {
  const readable = await readableGroup(context, { kind: 'organization', id }, 'secrets:read');
  if (readable === undefined || isRefusal(readable)) return readable;
  return mapPage(
    await pageOf(context.documents, SECRETS, { fields: { organization_id: id } }, page),
    secretOf,
  );
};

/** One of them. To a key that may write and not read what it wrote is not there. */
export const organizationSecret = async (
  context: QueryContext,
  vault: Vault,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Versioned<Secret> | Refusal | undefined> => {
  if (!scopesCover(context.principal.scopes, 'secrets:read')) return undefined;
  const readable = await readableGroup(context, { kind: 'organization', id }, 'secrets:read');
  if (readable === undefined || isRefusal(readable)) return readable;
  return secretAt(context, vault, { organizationId: id }, name);
};

const secretAt = async (
  { documents }: QueryContext,
  vault: Vault,
  owner: SecretOwner,
  name: string,
): Promise<Versioned<Secret> | undefined> => {
  const id = await secretIdOf(vault, owner, name);
  const document = await documents.get(SECRETS, id);
  return (
    document && {
      resource: secretOf(document),
      revision: textOf(document, 'revision'),
      streams: [`secret-${id}`],
    }
  );
};

const secretOf = (document: Document): Secret => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  ...optional(document, 'user_id'),
  ...optional(document, 'organization_id'),
  name: textOf(document, 'name'),
  description: textOf(document, 'description'),
  hosts: Array.isArray(document['hosts']) ? document['hosts'].map(String) : [],
  value_set_at: textOf(document, 'value_set_at'),
});
