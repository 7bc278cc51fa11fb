import { randomUUID } from 'node:crypto';
import { PASSWORD, type Person } from './people.js';

/** Of a world, what is administrators' to find. */
export interface Administered {
  /** Of somebody who never signed in, and is in nothing. */
  readonly account: string;
}

/** Where nothing of theirs is made: who needs it makes it (`prepared.ts`). */
export const NOT_ADMINISTERED: Administered = {
  account: '00000000-0000-7000-8000-0000000000b0',
};

export const makeAdministered = async (administrator: Person): Promise<Administered> => ({
  account: await makeAccount(administrator),
});

const makeAccount = async ({ client }: Person): Promise<string> => {
  const username = `quiet-${randomUUID()}`;
  await client.call('register', {
    body: { username, email: `${username}@example.org`, password: PASSWORD },
  });
  const { body } = await client.call('listUsers', { query: { q: username } });
  if (body[0] === undefined) throw new Error(`${username} is not found`);
  return body[0].id;
};
