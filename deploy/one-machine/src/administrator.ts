import { randomBytes } from 'node:crypto';
import { ensureFirstAdministrator } from '@cairn/identity';
import { type Config, type ServicePort, StartError } from '@cairn/kernel';

export interface Administrator {
  readonly email: string;
  /** Absent when it came from the configuration. */
  readonly password?: string;
}

const USERNAME = 'admin';

/** Makes the first administrator at the first start; `undefined` at every other. Throws `StartError` when it cannot be. */
export const firstAdministrator = async (
  identity: ServicePort,
  config: Config,
): Promise<Administrator | undefined> => {
  const { CAIRN_ADMIN_EMAIL: email, CAIRN_ADMIN_PASSWORD: configured } = config;
  const password = configured === '' ? randomBytes(15).toString('base64url') : configured;
  const made = await ensureFirstAdministrator(identity, { email, username: USERNAME, password });
  if (made === 'exists') return undefined;
  if (made !== 'made')
    throw new StartError(
      `The first administrator cannot be made: ${made.detail} See CAIRN_ADMIN_EMAIL and CAIRN_ADMIN_PASSWORD.`,
    );
  return configured === '' ? { email, password } : { email };
};
