import type { Session } from '@cairn/contracts';
import {
  type Document,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Registers,
} from '@cairn/kernel';
import { lastUseField } from '../../sign-in/last-used.js';
import { textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { SESSIONS } from './project.js';

type Stamps = Pick<Registers, 'get'>;

/** The caller's sessions that are not over: those that began after the last time all were revoked. */
export const ownSessions = async (
  context: QueryContext,
  registers: Stamps,
  page: PageRequest,
): Promise<Page<Session>> => {
  const { userId } = context.principal;
  const epoch = await epochOf(context, userId);
  const found = await pageOf(context.documents, SESSIONS, { fields: { user_id: userId, epoch } }, page);
  const elements = await Promise.all(
    found.elements.map((document) => sessionOf(document, context, registers)),
  );
  return { ...found, elements };
};

/** One of the caller's own sessions. */
export const ownSession = async (
  context: QueryContext,
  registers: Stamps,
  id: string,
): Promise<Session | undefined> => {
  const { userId } = context.principal;
  const document = await context.documents.get(SESSIONS, id);
  const isOwn = document?.['user_id'] === userId && document['epoch'] === (await epochOf(context, userId));
  return isOwn ? sessionOf(document, context, registers) : undefined;
};

const epochOf = async ({ documents }: QueryContext, userId: string): Promise<number> =>
  Number((await documents.get(USERS, userId))?.['epoch'] ?? 0);

const sessionOf = async (document: Document, context: QueryContext, registers: Stamps): Promise<Session> => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  ...(await lastUseField(registers, 'session', document.id, 'last_used_at')),
  expires_at: textOf(document, 'expires_at'),
  current: document.id === context.principal.sessionId,
  user_agent: textOf(document, 'user_agent'),
  ip: textOf(document, 'ip'),
});
