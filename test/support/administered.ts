import { randomUUID } from 'node:crypto';
import { PASSWORD, type Person } from './people.js';

/** Of a world, what is administrators' to make or to find. */
export interface Administered {
  readonly application: string;
  /** Of somebody who never signed in, and is in nothing. */
  readonly account: string;
}

/** Where nothing of theirs is made: who needs it makes it (`prepared.ts`). */
export const NOT_ADMINISTERED: Administered = {
  application: '00000000-0000-7000-8000-0000000000a0',
  account: '00000000-0000-7000-8000-0000000000b0',
};

export const makeAdministered = async (administrator: Person): Promise<Administered> => ({
  application: await makeApplication(administrator),
  account: await makeAccount(administrator),
});

const makeApplication = async ({ client }: Person): Promise<string> =>
  (
    await client.call('createApplication', {
      body: { name: `an application ${randomUUID()}`, description: 'a word' },
    })
  ).body.id;

const makeAccount = async ({ client }: Person): Promise<string> => {
  const username = `quiet-${randomUUID()}`;
  await client.call('register', {
    body: { username, email: `${username}@example.org`, password: PASSWORD },
  });
  const { body } = await client.call('listUsers', { query: { q: username } });
  if (body[0] === undefined) throw new Error(`${username} is not found`);
  return body[0].id;
};
