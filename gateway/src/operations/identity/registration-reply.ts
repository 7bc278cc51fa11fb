import { errors, type RegistrationError } from '@cairn/contracts';
import type { RefusalBody } from '../../call/handler.js';

type Echo = RegistrationError['registration'];

/** What `register` answers, well or not: what was sent comes back, the password never (TRAP-2). */
export const registrationReply = (
  severity: RegistrationError['severity'],
  message: string,
  registration: Echo,
): RegistrationError => ({ message, severity, registration });

/** What comes back of a registration, which may be anything. */
export const registrationEcho = (sent: unknown): Echo => ({
  username: textOf(sent, 'username'),
  email: textOf(sent, 'email'),
  name: textOf(sent, 'name'),
  firstname: textOf(sent, 'firstname'),
  password: '',
});

/** A refusal in the same shape; what was sent was not validated. */
export const registrationRefused: RefusalBody<Echo> = {
  echo: registrationEcho,
  of: ({ code, detail, more }, echo = registrationEcho(undefined)) => {
    const details = (more.errors ?? []).map((error) => `${error.pointer ?? ''} ${error.message}`.trim());
    return registrationReply('error', [detail ?? errors[code].text, ...details].join(' '), echo);
  },
};

const textOf = (sent: unknown, field: string): string => {
  if (typeof sent !== 'object' || sent === null) return '';
  const value: unknown = Object.getOwnPropertyDescriptor(sent, field)?.value;
  return typeof value === 'string' ? value : '';
};
