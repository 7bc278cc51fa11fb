import { type DestinationStream, pino } from 'pino';
import type { Logger } from './port.js';

const SECRET_FIELDS = [
  'password',
  'repeat_password',
  'new_password',
  'token',
  'refresh_token',
  'reset_token',
  'apikey',
  'key',
  'authorization',
  'cookie',
  'secret',
];

/** Logs as JSON lines, secrets redacted wherever they stand up to two levels deep (S14, S37: JSON escapes line breaks). */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  return destination === undefined ? pino(options, pino.destination(2)) : pino(options, destination);
};
