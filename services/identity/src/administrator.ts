import { randomBytes } from 'node:crypto';
import { type Config, type ServicePort, StartError } from '@cairn/kernel';
import { ensureFirstAdministrator } from './first-administrator.js';

export interface Administrator {
  readonly email: string;
  /** Absent when it came from the configuration. */
  readonly password?: string;
}

const USERNAME = 'admin';

/** Makes the first administrator at the first start; `undefined` at every other. Throws `StartError` when it cannot be. */
export const firstAdministrator = async (
  identity: Pick<ServicePort, 'execute'>,
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

/** What is printed of it. */
export const administratorLine = ({ email, password }: Administrator): string =>
  password === undefined
    ? `Administrator: ${email}, with the password of CAIRN_ADMIN_PASSWORD`
    : `Administrator: ${email}, password ${password} (shown once: keep it)`;
