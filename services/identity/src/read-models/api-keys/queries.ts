import type { APIKey } from '@cairn/contracts';
import {
  type Document,
  isRefusal,
  type Page,
  pageOf,
  type PageRequest,
  type Principal,
  type QueryContext,
  type Refusal,
  type Registers,
  type Versioned,
} from '@cairn/kernel';
import { lastUseField } from '../../sign-in/last-used.js';
import { readableGroup } from '../groups/readable.js';
import { textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { API_KEYS } from './project.js';

type Stamps = Pick<Registers, 'get'>;

/** The caller's keys, disabled and expired ones too, deleted ones not. Those that were just revoked are disabled. */
export const ownApiKeys = async (
  context: QueryContext,
  registers: Stamps,
  page: PageRequest,
): Promise<Page<APIKey>> => {
  const filter = { fields: { ...ownedBy(context.principal), deleted: false } };
  const found = await pageOf(context.documents, API_KEYS, filter, page);
  const epoch = await epochOf(context, context.principal.userId);
  return {
    ...found,
    elements: await Promise.all(found.elements.map((document) => apiKeyOf(document, epoch, registers))),
  };
};

/** The caller's keys as they are stored: deleted ones too, until the account is erased. */
export const storedApiKeys = async (
  context: QueryContext,
  registers: Stamps,
  page: PageRequest,
): Promise<Page<APIKey & { readonly deleted_at?: string }>> => {
  const filter = { fields: { user_id: context.principal.userId, deleted: [true, false] } };
  const found = await pageOf(context.documents, API_KEYS, filter, page);
  const epoch = await epochOf(context, context.principal.userId);
  return {
    ...found,
    elements: await Promise.all(found.elements.map((key) => storedApiKey(key, epoch, registers))),
  };
};

/** Nothing but the erasure comes after a deletion. */
const storedApiKey = async (document: Document, epoch: number, registers: Stamps) => ({
  ...(await apiKeyOf(document, epoch, registers)),
  ...(document['deleted'] === true ? { deleted_at: textOf(document, 'updated_at') } : {}),
});

/** Whether deleted ones are told of. */
interface Deleted {
  readonly deletedToo: boolean;
}

/** One of the caller's keys; a deleted one only when it is asked for. */
export const ownApiKey = async (
  context: QueryContext,
  registers: Stamps,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<APIKey> | undefined> => {
  const document = await context.documents.get(API_KEYS, id);
  const isOwn = Object.entries(ownedBy(context.principal)).every(([field, id]) => document?.[field] === id);
  return document !== undefined && isOwn ? versioned(context, registers, document, deleted) : undefined;
};

/** What finds the caller's keys: of a key of an organization, those of that organization. */
const ownedBy = ({ userId, organizationId }: Principal) => ({
  user_id: userId,
  ...(organizationId === undefined ? {} : { organization_id: organizationId }),
});

const versioned = async (
  context: QueryContext,
  registers: Stamps,
  document: Document,
  { deletedToo }: Deleted = { deletedToo: false },
): Promise<Versioned<APIKey> | undefined> =>
  document['deleted'] === true && !deletedToo
    ? undefined
    : {
        resource: await apiKeyOf(document, await epochOf(context, textOf(document, 'user_id')), registers),
        revision: textOf(document, 'revision'),
        streams: [`apiKey-${document.id}`],
      };

/** A page of the keys of an organization, for who manages them; `undefined` for who does not know of it. */
export const organizationApiKeys = async (
  context: QueryContext,
  registers: Stamps,
  organizationId: string,
  page: PageRequest,
): Promise<Page<APIKey> | Refusal | undefined> => {
  const readable = await readableGroup(
    context,
    { kind: 'organization', id: organizationId },
    'apikeys:write',
  );
  if (readable === undefined || isRefusal(readable)) return readable;
  const filter = { fields: { organization_id: organizationId, deleted: false } };
  const found = await pageOf(context.documents, API_KEYS, filter, page);
  return {
    ...found,
    elements: await Promise.all(
      found.elements.map(async (document) =>
        apiKeyOf(document, await epochOf(context, textOf(document, 'user_id')), registers),
      ),
    ),
  };
};

/** One of them. */
export const organizationApiKey = async (
  context: QueryContext,
  registers: Stamps,
  { organization_id: organizationId, id }: { readonly organization_id: string; readonly id: string },
  deleted?: Deleted,
): Promise<Versioned<APIKey> | Refusal | undefined> => {
  const readable = await readableGroup(
    context,
    { kind: 'organization', id: organizationId },
    'apikeys:write',
  );
  if (readable === undefined || isRefusal(readable)) return readable;
  const document = await context.documents.get(API_KEYS, id);
  return document?.['organization_id'] === organizationId
    ? versioned(context, registers, document, deleted)
    : undefined;
};

/** How often a person's keys were revoked: those of before work no more, and a policy is about to delete them. */
const epochOf = async ({ documents }: QueryContext, userId: string): Promise<number> =>
  Number((await documents.get(USERS, userId))?.['key_epoch'] ?? 0);

const apiKeyOf = async (document: Document, epoch: number, registers: Stamps): Promise<APIKey> => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  user_id: textOf(document, 'user_id'),
  ...(typeof document['organization_id'] === 'string'
    ? { organization_id: document['organization_id'] }
    : {}),
  name: textOf(document, 'name'),
  key_prefix: textOf(document, 'key_prefix'),
  scopes: Array.isArray(document['scopes']) ? document['scopes'].map(String) : [],
  ...(await lastUseField(registers, 'api-key', document.id, 'last_used_at')),
  ...endOf(document),
  disabled: document['disabled'] === true || Number(document['epoch']) < epoch,
});

/** The earlier of its own end and the end of its grace after a rotation. */
const endOf = (document: Document): { readonly expires_at?: string } => {
  const ends = [document['expires_at'], document['grace_until']].filter((end) => typeof end === 'string');
  const end = ends.sort()[0];
  return end === undefined ? {} : { expires_at: end };
};
