import type { Session } from '@cairn/contracts';
import {
  type Document,
  type Page,
  pageOf,
  type PageRequest,
  type Reading,
  type Registers,
} from '@cairn/kernel';
import { lastUseField } from '../last-used.js';
import { textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { SESSIONS } from './project.js';

type Stamps = Pick<Registers, 'get'>;

/** The caller's sessions that are not over: those that began after the last time all were revoked. */
export const ownSessions = async (
  reading: Reading,
  registers: Stamps,
  page: PageRequest,
): Promise<Page<Session>> => {
  const { userId } = reading.principal;
  const epoch = await epochOf(reading, userId);
  const found = await pageOf(reading.documents, SESSIONS, { fields: { user_id: userId, epoch } }, page);
  const elements = await Promise.all(
    found.elements.map((document) => sessionOf(document, reading, registers)),
  );
  return { ...found, elements };
};

/** One of the caller's own sessions. */
export const ownSession = async (
  reading: Reading,
  registers: Stamps,
  id: string,
): Promise<Session | undefined> => {
  const { userId } = reading.principal;
  const document = await reading.documents.get(SESSIONS, id);
  const isOwn = document?.['user_id'] === userId && document['epoch'] === (await epochOf(reading, userId));
  return isOwn ? sessionOf(document, reading, registers) : undefined;
};

const epochOf = async ({ documents }: Reading, userId: string): Promise<number> =>
  Number((await documents.get(USERS, userId))?.['epoch'] ?? 0);

const sessionOf = async (document: Document, reading: Reading, registers: Stamps): Promise<Session> => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  ...(await lastUseField(registers, 'session', document.id, 'last_used_at')),
  expires_at: textOf(document, 'expires_at'),
  current: document.id === reading.principal.sessionId,
  user_agent: textOf(document, 'user_agent'),
  ip: textOf(document, 'ip'),
});
