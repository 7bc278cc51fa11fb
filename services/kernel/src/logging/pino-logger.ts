import { trace } from '@opentelemetry/api';
import { type DestinationStream, pino } from 'pino';
import { quietInOutages } from './outages.js';
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

/**
 * Where logs go when nobody says otherwise. pino's own destination writes what is left when the process ends, and where
 * nobody reads that any more it tries for ever: the process hangs in its end. Node's stream fails once and is done.
 */
export const standardError = (): DestinationStream => {
  if (!process.stderr.listeners('error').includes(unread)) process.stderr.on('error', unread);
  return process.stderr;
};

/** Whoever read the logs is gone. There is nowhere left to say so, and no reason to stop. */
const unread = (): void => undefined;

/** Where spans are collected, a line says of which it is part. */
const spanNow = (): object => {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
};

/** What is logged when nobody said how much. */
const USUAL_LEVEL = 'warn';

/**
 * Logs as JSON lines, secrets redacted wherever they stand up to two levels deep (S14, S37: JSON escapes line
 * breaks), and quiet while an engine is away (`outages.ts`).
 */
export const createLogger = (level: string, destination = standardError()): Logger => {
  const options = {
    level: level === '' ? USUAL_LEVEL : level,
    base: null,
    mixin: () => spanNow(),
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  return quietInOutages(pino(options, destination));
};
