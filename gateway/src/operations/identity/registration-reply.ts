import { errors, type RegistrationError } from '@cairn/contracts';
import type { RefusalBody } from '../handler.js';

/** What `register` answers, well or not: what was sent comes back, the password never (decisions, trap 2). */
export const registrationReply = (
  severity: RegistrationError['severity'],
  message: string,
  sent: unknown,
): RegistrationError => ({
  message,
  severity,
  registration: {
    username: textOf(sent, 'username'),
    email: textOf(sent, 'email'),
    name: textOf(sent, 'name'),
    firstname: textOf(sent, 'firstname'),
    password: '',
  },
});

/** A refusal in the same shape; `sent` was not validated. */
export const registrationRefused: RefusalBody = ({ code, detail, more }, sent) => {
  const details = (more.errors ?? []).map((error) => `${error.pointer ?? ''} ${error.message}`.trim());
  return registrationReply('error', [detail ?? errors[code].text, ...details].join(' '), sent);
};

const textOf = (sent: unknown, field: string): string => {
  if (typeof sent !== 'object' || sent === null) return '';
  const value: unknown = Object.getOwnPropertyDescriptor(sent, field)?.value;
  return typeof value === 'string' ? value : '';
};
