import type { User } from '@cairn/contracts';
import {
  type Document,
  findsNothing,
  NOTHING,
  type Page,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Registers,
  sent,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import { lastUseField } from '../../sign-in/last-used.js';
import { textOf } from '../text-of.js';
import { USERS } from './project.js';

type Stamps = Pick<Registers, 'get'>;

/** The account of the caller; of a key, its owner's. */
export const ownUser = (context: QueryContext, registers: Stamps): Promise<Versioned<User> | undefined> =>
  userById(context, registers, context.principal.userId);

/** Any account: only for what was decided already that the caller may see. An erased one shows blanks. */
export const userById = async (
  { documents }: Pick<QueryContext, 'documents'>,
  registers: Stamps,
  id: string,
): Promise<Versioned<User> | undefined> => {
  const document = await documents.get(USERS, id);
  return (
    document && {
      resource: await shown(document, registers),
      revision: textOf(document, 'revision'),
      streams: [`user-${id}`],
    }
  );
};

const shown = async (document: Document, registers: Stamps): Promise<User> => ({
  ...userOf(document),
  ...(await lastUseField(registers, 'login', document.id, 'last_login')),
  ...(await lastUseField(registers, 'user', document.id, 'last_api_access')),
});

export interface UserFilters {
  readonly q?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly is_system_admin?: boolean | undefined;
}

/** A page of all accounts but erased ones, for administrators. */
export const usersFor = async (
  { documents }: Pick<QueryContext, 'documents'>,
  registers: Stamps,
  page: PageRequest,
  { q, ...fields }: UserFilters = {},
): Promise<Page<User>> => {
  if (findsNothing(q)) return NOTHING;
  const filter = { fields: { erased: false, ...sent(fields) }, ...wordsIn(q) };
  const found = await pageOf(documents, USERS, filter, page);
  return {
    ...found,
    elements: await Promise.all(found.elements.map((document) => shown(document, registers))),
  };
};

/** What is shown of people beside what they have to do with; who is not known is not there. */
export const namesOf = async (
  documents: Pick<QueryContext['documents'], 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<User, 'firstname' | 'name' | 'email'>>> => {
  const people = await documents.getMany(USERS, [...new Set(ids)]);
  return new Map(
    people.map((document) => [
      document.id,
      {
        firstname: textOf(document, 'firstname'),
        name: textOf(document, 'name'),
        email: textOf(document, 'email'),
      },
    ]),
  );
};

const userOf = (document: Document): User => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  username: textOf(document, 'username'),
  email: textOf(document, 'email'),
  name: textOf(document, 'name'),
  firstname: textOf(document, 'firstname'),
  disabled: document['disabled'] === true,
  is_system_admin: document['is_system_admin'] === true,
  email_verified: document['email_verified'] === true,
  ...(typeof document['reset_token_expiration'] === 'string'
    ? { reset_token_expiration: document['reset_token_expiration'] }
    : {}),
  ...NEVER_TOLD,
});

/** The keys stay, the values are never told (TRAP-3). */
const NEVER_TOLD = { hashed_password: '', apikey: '', reset_token: '', invite_token: '' };
