import { randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { ADMINISTRATOR, type ServedCairn } from './topology.js';

type Reached = Pick<ServedCairn, 'client'>;

export const PASSWORD = 'a long enough password';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** Signed in as this person. */
  readonly client: Client;
  readonly token: string;
}

/** Registers somebody and logs in. */
export const somebody = async (cairn: Reached, name = 'ada'): Promise<Person> => {
  const username = `${name}-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  await cairn
    .client()
    .call('register', { body: { username, email, name: 'Lovelace', firstname: 'Ada', password: PASSWORD } });
  return { username, email, ...(await login(cairn, username, PASSWORD)) };
};

/** The first administrator, signed in. */
export const administrator = async (cairn: Reached): Promise<Person> => ({
  username: ADMINISTRATOR.email,
  email: ADMINISTRATOR.email,
  ...(await login(cairn, ADMINISTRATOR.email, ADMINISTRATOR.password)),
});

const login = async (
  cairn: Reached,
  username: string,
  password: string,
): Promise<Pick<Person, 'id' | 'client' | 'token'>> => {
  const { body } = await cairn.client().call('login', { body: { username, password } });
  return { id: body.id, token: body.apikey, client: cairn.client(body.apikey) };
};
