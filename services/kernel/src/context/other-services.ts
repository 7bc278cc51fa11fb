import type {
  AnswerOf,
  CommandDefinition,
  InputOf,
  QueryDefinition,
  Requester,
  ServiceName,
} from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import type { Clock } from '../clock/port.js';
import type { Refusal } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';
import type { Position } from '../base/position.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import { CalledServiceUnavailable, ServiceUnavailable } from '../messages/protocol.js';
import type { CalledService, CallMessage, CallReply } from '../messages/call-message.js';
import { type CommandMessage, type CommandReply, OWN_DEADLINE_MS } from '../messages/command-message.js';
import { refusalOf } from '../messages/refused-reply.js';

/** For whom another service is asked, and what the call follows from. */
export interface Call {
  /** `requesterOf(principal)`, or as the request event of the work has it. */
  readonly onBehalfOf: Requester;
  /** What it follows from: `causedBy(event)`. What a command or a query asks follows from that one when absent. */
  readonly causation?: string;
  readonly correlation?: string;
  /**
   * Milliseconds since 1970; never later than that of the command or the query that asks. Where neither says one, half a
   * minute from now.
   */
  readonly deadline?: number;
  /** When it aborts the call is waited for no longer, and throws its reason; what was asked may be done all the same. */
  readonly signal?: AbortSignal;
}

/**
 * A service that this one needs, in this process or in others. A refusal is a value; `requester_unavailable`: who it is
 * done for is not in force any more. Both throw `CalledServiceUnavailable`, and what the other one's ports throw.
 */
export interface OtherService {
  /** The id makes it idempotent (law 3). Throws `OutcomeUnknown` when no answer came in time: send it again. */
  execute<Command extends CommandDefinition>(
    this: void,
    command: Command,
    input: InputOf<Command>,
    call: Call & { readonly id: string },
  ): Promise<CommandReply>;
  /** Of what is there now, or once the other's read models have reached `atLeast`; else refused with `projection_lag`. */
  query<Query extends QueryDefinition>(
    this: void,
    query: Query,
    input: InputOf<Query>,
    call: Call & { readonly atLeast?: Position },
  ): Promise<AnswerOf<Query> | Refusal>;
}

/** By name. Those that the definition of a service does not name in `needs` throw. */
export type OtherServices = Readonly<Record<ServiceName, OtherService>>;

/** Where another service is; `undefined` when the composition of the process does not know it. */
export type FindService = (name: string) => CalledService | undefined;
/** Where nothing tells of other services. */
export const nowhere: FindService = () => undefined;

/** The command or the query that asks. */
export type Asking = Pick<CommandMessage, 'id' | 'correlation' | 'deadline' | 'through'>;

export interface CallingOptions {
  /** The service that asks, or `gateway`. */
  readonly name: string;
  readonly needs: readonly string[];
  readonly find: FindService;
  readonly clock: Clock;
}

/** So many services may wait in a row: a longer one has no end. */
const MOST_WAITING = 4;

/** The services that one asks; `asking` is what it handles meanwhile, absent in work and policies. */
export const otherServices = (options: CallingOptions, asking?: Asking): OtherServices =>
  new Proxy({} as OtherServices, {
    get: (_, name) => otherService(String(name), options, asking),
  });

/** One of them. Throws when it is none of those that are needed. */
export const otherService = (name: string, options: CallingOptions, asking?: Asking): OtherService => {
  if (!options.needs.includes(name))
    throw new Error(`${options.name} does not declare that it needs ${name}`);
  const call = (message: CallMessage, { signal }: Call): Promise<CallReply> =>
    untilDeadline(name, message, options, signal);
  return {
    execute: async (command, input, { id, ...given }) => {
      const message = messageOf({ kind: 'command', name: command.name, input, id }, given, options, asking);
      return (await call(message, given)) as CommandReply;
    },
    query: async <Query extends QueryDefinition>(
      { name: asked }: Query,
      input: InputOf<Query>,
      { atLeast, ...given }: Call & { readonly atLeast?: Position },
    ) => {
      const what = { kind: 'query', name: asked, input, id: freshId() } as const;
      const message = messageOf(what, given, options, asking);
      const reply = await call(atLeast === undefined ? message : { ...message, atLeast }, given);
      return reply.status === 'answered' ? (reply.answer as AnswerOf<Query>) : refusalOf(reply, asked);
    },
  };
};

const messageOf = (
  what: Pick<CallMessage, 'kind' | 'name' | 'id'> & { readonly input: unknown },
  { onBehalfOf, ...given }: Call,
  { name, clock }: CallingOptions,
  asking: Asking | undefined,
): CallMessage => ({
  ...what,
  input: what.input as Json,
  onBehalfOf,
  correlation: freshId(),
  ...causeOf(asking),
  ...defined(given),
  deadline: earliest([given.deadline, asking?.deadline]) ?? clock.now() + OWN_DEADLINE_MS,
  through: [...(asking?.through ?? []), name],
});

/** What a command or a query asks belongs to what it belongs to. */
const causeOf = (asking: Asking | undefined): Partial<Pick<CallMessage, 'correlation' | 'causation'>> =>
  asking === undefined ? {} : { correlation: asking.correlation, causation: asking.id };

const defined = ({ causation, correlation }: Omit<Call, 'onBehalfOf'>): Partial<CallMessage> => ({
  ...(causation === undefined ? {} : { causation }),
  ...(correlation === undefined ? {} : { correlation }),
});

const earliest = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** The same services; each call is waited for no longer than until the signal aborts. */
export const servicesUntil = (signal: AbortSignal, services: OtherServices): OtherServices =>
  new Proxy(services, {
    get: (target, name) => serviceUntil(signal, target[name as keyof OtherServices]),
  });

const serviceUntil = (signal: AbortSignal, { execute, query }: OtherService): OtherService => ({
  execute: (command, input, call) => execute(command, input, stoppedBy(signal, call)),
  query: (asked, input, call) => query(asked, input, stoppedBy(signal, call)),
});

const stoppedBy = <Given extends Call>(signal: AbortSignal, call: Given): Given => ({
  ...call,
  signal: call.signal === undefined ? signal : AbortSignal.any([call.signal, signal]),
});

/** What is not answered in time is not waited for: who asked has others waiting. */
const untilDeadline = async (
  name: string,
  message: CallMessage,
  { find, clock }: CallingOptions,
  signal?: AbortSignal,
): Promise<CallReply> => {
  signal?.throwIfAborted();
  const { through, deadline } = message;
  if (through.length > MOST_WAITING)
    throw new Error(`services ask each other without end: ${[...through, name].join(' asks ')}`);
  const called = find(name);
  if (called === undefined) throw new Error(`this process does not know where ${name} is`);
  const leftMs = deadline - clock.now();
  if (leftMs <= 0) throw new CalledServiceUnavailable(`there is no time left to ask ${name}`);
  const { late, over } = lateness(name, message, leftMs, signal);
  try {
    return await Promise.race([called.call(message), late]);
  } catch (error) {
    throw isLate(error, message) ? lateError(name, message, error) : ofCalled(error);
  } finally {
    over();
  }
};

const lateness = (
  name: string,
  message: CallMessage,
  ms: number,
  signal?: AbortSignal,
): { readonly late: Promise<never>; readonly over: () => void } => {
  let over = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(lateError(name, message)), ms);
    const stop = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
    over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
  });
  return { late, over };
};

/** A question that has no answer is nothing of which the outcome matters. */
const isLate = (error: unknown, { kind }: CallMessage): boolean =>
  kind === 'query' && error instanceof OutcomeUnknown;

const lateError = (name: string, { kind }: CallMessage, cause?: unknown): Error =>
  new (kind === 'query' ? CalledServiceUnavailable : OutcomeUnknown)(`${name} did not answer in time`, {
    cause,
  });

/** That another one is away says nothing against who asked it: its callers go on asking it. */
const ofCalled = (error: unknown): unknown =>
  error instanceof ServiceUnavailable ? new CalledServiceUnavailable(error.message, { cause: error }) : error;
