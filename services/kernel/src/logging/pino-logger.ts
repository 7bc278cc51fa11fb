import { trace } from '@opentelemetry/api';
import { hostname } from 'node:os';
import { type DestinationStream, type Logger as Pino, pino } from 'pino';
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
  // By its name: every copy of this module has one of its own, and one is enough.
  const listens = process.stderr.listeners('error').some(({ name }) => name === unread.name);
  if (!listens) process.stderr.on('error', unread);
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

/** What each line is said by, when nothing more is known: `process` is the program, `service` the part of Cairn in it. */
export interface LogNames {
  /** `cairn`, `cairn-gateway`: as in traces. */
  readonly process: string;
  /** `gateway`, `datasets`. A child of the logger may name another. */
  readonly service: string;
}

/** What a process that is one part of Cairn is called, `gateway` say. */
export const namesOfPart = (part: string): LogNames => ({ process: `cairn-${part}`, service: part });

/** The logger of a process that is one part of Cairn. */
export const processLogger = (level: string, part: string): Logger =>
  createLogger(level, standardError(), namesOfPart(part));

/** A logger whose children say each fact once: pino writes a field of a child beside that of its parent. */
const named = (root: Pino, facts: object): Logger => {
  const own = root.child(facts);
  return {
    debug: (...line) => own.debug(...line),
    info: (...line) => own.info(...line),
    warn: (...line) => own.warn(...line),
    error: (...line) => own.error(...line),
    child: (more) => named(root, { ...facts, ...more }),
  };
};

/** Which of the processes of that name: the holder of a lease is told the same way. */
export const instanceName = (): string => `${hostname()}:${process.pid}`;

/**
 * Logs as JSON lines, secrets redacted wherever they stand up to two levels deep (S14, S37: JSON escapes line
 * breaks), and quiet while an engine is away (`outages.ts`). Each line of a process says which it is and what in it speaks.
 */
export const createLogger = (level: string, destination = standardError(), names?: LogNames): Logger => {
  const options = {
    level: level === '' ? USUAL_LEVEL : level,
    base: null,
    mixin: () => spanNow(),
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  const facts = names === undefined ? {} : { ...names, instance: instanceName() };
  return quietInOutages(named(pino(options, destination), facts));
};
