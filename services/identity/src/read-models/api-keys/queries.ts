import type { APIKey } from '@cairn/contracts';
import {
  type Document,
  type Page,
  pageOf,
  type PageRequest,
  type Reading,
  type Registers,
  type Versioned,
} from '@cairn/kernel';
import { lastUseField } from '../last-used.js';
import { textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { API_KEYS } from './project.js';

type Stamps = Pick<Registers, 'get'>;

/** The caller's keys, disabled and expired ones too, deleted ones not. Those that were just revoked are disabled. */
export const ownApiKeys = async (
  reading: Reading,
  registers: Stamps,
  page: PageRequest,
): Promise<Page<APIKey>> => {
  const filter = { fields: { user_id: reading.principal.userId, deleted: false } };
  const found = await pageOf(reading.documents, API_KEYS, filter, page);
  const epoch = await epochOf(reading);
  return {
    ...found,
    elements: await Promise.all(found.elements.map((document) => apiKeyOf(document, epoch, registers))),
  };
};

/** The caller's keys as they are stored: deleted ones too, until the account is erased. */
export const storedApiKeys = async (
  reading: Reading,
  registers: Stamps,
  page: PageRequest,
): Promise<Page<APIKey & { readonly deleted_at?: string }>> => {
  const filter = { fields: { user_id: reading.principal.userId, deleted: [true, false] } };
  const found = await pageOf(reading.documents, API_KEYS, filter, page);
  const epoch = await epochOf(reading);
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

/** One of the caller's keys; a deleted one only when it is asked for. */
export const ownApiKey = async (
  reading: Reading,
  registers: Stamps,
  id: string,
  options: { readonly withDeleted: boolean } = { withDeleted: false },
): Promise<Versioned<APIKey> | undefined> => {
  const document = await reading.documents.get(API_KEYS, id);
  if (document?.['user_id'] !== reading.principal.userId) return undefined;
  if (document['deleted'] === true && !options.withDeleted) return undefined;
  return {
    resource: await apiKeyOf(document, await epochOf(reading), registers),
    revision: textOf(document, 'revision'),
    streams: [`apiKey-${id}`],
  };
};

/** How often the caller's keys were revoked: those of before work no more, and a policy is about to delete them. */
const epochOf = async ({ documents, principal }: Reading): Promise<number> =>
  Number((await documents.get(USERS, principal.userId))?.['key_epoch'] ?? 0);

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
