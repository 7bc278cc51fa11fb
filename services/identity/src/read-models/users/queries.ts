import type { User } from '@cairn/contracts';
import type { Document, Reading, Registers, Versioned } from '@cairn/kernel';
import { lastUseField } from '../last-used.js';
import { textOf } from '../text-of.js';
import { USERS } from './project.js';

type Stamps = Pick<Registers, 'get'>;

/** The account of the caller; of a key, its owner's. */
export const ownUser = (reading: Reading, registers: Stamps): Promise<Versioned<User> | undefined> =>
  userById(reading, registers, reading.principal.userId);

/** Any account: only for what was decided already that the caller may see. An erased one shows blanks. */
export const userById = async (
  { documents }: Pick<Reading, 'documents'>,
  registers: Stamps,
  id: string,
): Promise<Versioned<User> | undefined> => {
  const document = await documents.get(USERS, id);
  return (
    document && {
      resource: {
        ...userOf(document),
        ...(await lastUseField(registers, 'login', id, 'last_login')),
        ...(await lastUseField(registers, 'user', id, 'last_api_access')),
      },
      revision: textOf(document, 'revision'),
      streams: [`user-${id}`],
    }
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
  ...(typeof document['reset_token_expiration'] === 'string'
    ? { reset_token_expiration: document['reset_token_expiration'] }
    : {}),
  ...NEVER_TOLD,
});

/** The keys stay, the values are never told (decisions, section 1, trap 3). */
const NEVER_TOLD = { hashed_password: '', apikey: '', reset_token: '', invite_token: '' };
