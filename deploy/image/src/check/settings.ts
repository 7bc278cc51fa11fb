import { randomBytes } from 'node:crypto';

/** How the check signs in. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Of an account that the check makes, and deletes at the end. */
  readonly newEmail?: string;
}

export interface CheckSettings {
  /** Address of the gateway. */
  readonly url: string;
  readonly credentials: Credentials;
  /** All of it, but for removing what it made. */
  readonly seconds: number;
}

/** The environment says what cannot be. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
}

const SECONDS = 60;

/** Reads `CHECK_URL`, `CHECK_LOGIN`, `CHECK_PASSWORD`, `CHECK_SECONDS`. Throws `WrongSettings` with one sentence. */
export const checkSettings = (environment: NodeJS.ProcessEnv): CheckSettings => {
  const { CHECK_URL: url = '', CHECK_LOGIN: login = '', CHECK_PASSWORD: password = '' } = environment;
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new WrongSettings('CHECK_URL must be the address of a gateway: http://cairn:8080.');
  if ((login === '') !== (password === ''))
    throw new WrongSettings('CHECK_LOGIN and CHECK_PASSWORD are set together, or neither of them.');
  return {
    url,
    credentials: login === '' ? throwAway() : { username: login, password },
    seconds: secondsOf(environment['CHECK_SECONDS']),
  };
};

/** Nobody receives mail at a name that is reserved for what is not there (RFC 2606). */
const throwAway = (): Credentials => {
  const username = `check-${randomBytes(6).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  return { username, password, newEmail: `${username}@example.invalid` };
};

const secondsOf = (text = ''): number => {
  if (text === '') return SECONDS;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new WrongSettings('CHECK_SECONDS must be a whole number from 1 to 9999.');
  return Number(text);
};
