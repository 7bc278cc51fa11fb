import { hash } from 'node:crypto';
import {
  anonymous,
  type Clock,
  type CommandMessage,
  type CommandReply,
  type EventLog,
  freshId,
  type Json,
  type Mail,
  POLICY_POSITIONS,
  readModelOf,
  RunningService,
  type Principal,
  type Projection,
  type SentMail,
  type ServicePort,
} from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { Authenticator } from '../read-models/principals/authenticator.js';
import { requestersFrom } from '../read-models/principals/requesters.js';
import { rightsFrom } from '../rights/rights.js';
import { identityService } from '../service.js';

type Done = Extract<CommandReply, { readonly status: 'done' }>;
type Refused = Extract<CommandReply, { readonly status: 'refused' }>;

/** The identity service on embedded engines, with a clock that can be moved on and mails that are kept in memory. */
export interface IdentityUnderTest extends Embedded {
  readonly identity: ServicePort;
  readonly projections: readonly Projection[];
  readonly authenticator: Authenticator;
  /** Without those that verify an address, of which every registration owes one. */
  readonly mails: Mail[];
  readonly verifications: Mail[];
  /** Mails that the mailer was told to forget. */
  readonly forgotten: SentMail[];
  /** Starts the service anew, without its registers as far as policies keep something in them. */
  withoutRegisters(): Promise<void>;
  /** Milliseconds by which the clock is ahead. */
  ahead(ms: number): void;
  /** Sends a command and waits until everything has seen what it did. */
  send(name: string, input: Json, options?: Partial<CommandMessage>): Promise<CommandReply>;
  /** As `send`, for what must be done. */
  done(name: string, input: Json, options?: Partial<CommandMessage>): Promise<Done>;
  /** As `send`, for what must be refused. */
  refused(name: string, input: Json, options?: Partial<CommandMessage>): Promise<Refused>;
}

export const person = (userId: string, sessionId: string = freshId()): Principal => ({
  kind: 'user',
  userId,
  sessionId,
  scopes: ['*:*'],
  administrator: false,
});

const SETTINGS = {
  baseUrl: 'https://cairn.example',
  cachedBytes: 1_000_000,
  rights: rightsFrom,
  requesters: requestersFrom,
};
const DEADLINE_MS = 10_000;
const REACHED_WITHIN_MS = 5_000;

/** With `through`, commands reach the log through something that fails when a spec wants it to. */
export const startIdentity = async (
  through: (log: EventLog) => EventLog = (log) => log,
): Promise<IdentityUnderTest> => {
  const embedded = openEmbedded();
  let offset = 0;
  const clock: Clock = { now: () => Date.now() + offset };
  const post: Post = { mails: [], verifications: [], forgotten: [] };
  const log = through(embedded.log);
  const engines = { ...embedded, log, clock, blobs: NO_BLOBS, mail: mailerInto(post) };
  const logger = unparted(embedded.logger);
  const options = { engines, logger, ...SETTINGS };
  const running = await run(options);
  const stop = new AbortController();
  const authenticator = new Authenticator(engines);
  await authenticator.start(stop.signal);
  const send: IdentityUnderTest['send'] = async (name, input, message = {}) => {
    const reply = await running.service.execute({ ...messageOf(name, input, clock), ...message });
    if (reply.status !== 'done') return reply;
    const seen = await Promise.all([
      running.service.reached(reply.position, REACHED_WITHIN_MS),
      authenticator.caughtUpTo(reply.position, REACHED_WITHIN_MS),
    ]);
    if (seen.includes(false)) throw new Error(`${name} was not seen in time`);
    return reply;
  };
  return {
    ...embedded,
    clock,
    get identity() {
      return running.service;
    },
    withoutRegisters: running.again,
    projections: running.service.projectors.map(({ projection }) => projection),
    authenticator,
    ...post,
    ahead: (ms) => (offset += ms),
    send,
    done: async (name, input, message) => asDone(name, await send(name, input, message)),
    refused: async (name, input, message) => asRefused(name, await send(name, input, message)),
    remove: async () => {
      stop.abort();
      await authenticator.stopped();
      await running.service.stop();
      await embedded.remove();
    },
  };
};

/** A spec sees what every part of the service tells. */
const unparted = (logger: Embedded['logger']): Embedded['logger'] => {
  logger.child = () => logger;
  return logger;
};

/** The service, and how to start it anew when the positions of its policies are lost. */
const run = async (options: ConstructorParameters<typeof RunningService>[1]) => {
  const { documents, registers } = options.engines;
  const started = { service: new RunningService(identityService, options), again: async () => again() };
  await documents.prepare(started.service.projectors.map(({ projection }) => readModelOf(projection)));
  started.service.start();
  const again = async (): Promise<void> => {
    await started.service.stop();
    for (const { key } of await registers.list(POLICY_POSITIONS)) await registers.remove(key);
    started.service = new RunningService(identityService, options);
    started.service.start();
  };
  return started;
};

/** The digest under which the gateway would send a body. */
export const requestOf = (input: Json): string => hash('sha256', JSON.stringify(input), 'base64url');

const messageOf = (name: string, input: Json, clock: Clock): CommandMessage => ({
  name: `identity.${name}`,
  input,
  principal: anonymous,
  id: freshId(),
  request: requestOf(input),
  correlation: freshId(),
  deadline: clock.now() + DEADLINE_MS,
});

const asDone = (name: string, reply: CommandReply): Done => {
  if (reply.status !== 'done') throw new Error(`${name} was refused: ${reply.code}, ${reply.detail}`);
  return reply;
};
const asRefused = (name: string, reply: CommandReply): Refused => {
  if (reply.status !== 'refused') throw new Error(`${name} was not refused`);
  return reply;
};

type Post = Pick<IdentityUnderTest, 'mails' | 'verifications' | 'forgotten'>;

const mailerInto = ({ mails, verifications, forgotten }: Post) => ({
  send: async (mail: Mail) =>
    void (mail.messageId.startsWith('verify-email-') ? verifications : mails).push(mail),
  forget: async (sent: SentMail) => void forgotten.push(sent),
});

const none = (): never => {
  throw new Error('identity stores no blobs');
};
const NO_BLOBS = { put: none, open: none, info: none, collect: none, close: none };
