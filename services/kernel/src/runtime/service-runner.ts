import { Ajv, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Logger } from '../logging/port.js';
import { system } from '../access/principal.js';
import { derivedId, freshId } from '../clock/ids.js';
import { timestamp } from '../clock/port.js';
import { CommandHandler, type CommandFacts, type Done } from '../domain/command-handler.js';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.js';
import { Streams, streamOf } from '../domain/streams.js';
import type { Actor, Position, StreamName } from '../eventlog/port.js';
import { PolicyRunner } from '../reactions/policy.js';
import { Projector } from '../reactions/projector.js';
import { timerProjection, timerWork } from '../reactions/timers.js';
import type { CommandMessage, CommandReply, ServicePort } from './command-message.js';
import type {
  CommandContext,
  CommandOutcome,
  Engines,
  Service,
  ServiceCommand,
  ServiceTools,
  Work,
} from './service.js';
import { supervised } from './supervised.js';

export interface ServiceOptions {
  readonly engines: Engines;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** For tests of read-your-writes: holds every projection back, milliseconds. */
  readonly projectionDelayMs?: number;
  /** How many folded streams are kept in memory. */
  readonly cachedStreams: number;
}

/** A service in this process: its commands, its projections, its policies and its work. */
export class RunningService implements ServicePort {
  readonly projectors: readonly Projector[];
  readonly #commands: ReadonlyMap<string, KnownCommand>;
  readonly #handler: CommandHandler;
  readonly #streams: Streams;
  readonly #tools: ServiceTools;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(
    private readonly service: Service,
    options: ServiceOptions,
  ) {
    const { engines, logger, cachedStreams } = options;
    this.#streams = new Streams({
      log: engines.log,
      registers: engines.registers,
      logger,
      cached: cachedStreams,
    });
    this.#handler = new CommandHandler({ ...engines, streams: this.#streams });
    this.#commands = compiled(service.commands);
    this.projectors = projectorsOf(service, options);
    this.#tools = {
      ...engines,
      logger: logger.child({ service: service.name }),
      streams: this.#streams,
      baseUrl: options.baseUrl,
      execute: (command) => this.execute(ownMessage(command, engines.clock.now())),
      reached: (position, timeoutMs) => this.reached(position, timeoutMs),
    };
  }

  get name(): string {
    return this.service.name;
  }

  /** Starts the projections, the policies and the work. The documents were prepared with this service's read models. */
  start(): void {
    const signal = this.#stop.signal;
    for (const projector of this.projectors) projector.start(signal);
    const tools = this.#tools;
    for (const work of this.#works())
      this.#running.push(supervised(work.name, signal, tools.logger, () => work.run(signal)));
    for (const policy of this.service.policies?.(tools) ?? []) {
      const runner = new PolicyRunner({ ...tools, policy });
      this.#running.push(supervised(policy.name, signal, tools.logger, () => runner.run(signal)));
    }
  }

  #works(): readonly Work[] {
    const own = this.service.work?.(this.#tools) ?? [];
    return this.service.timers === undefined ? own : [...own, timerWork(this.name, this.#tools)];
  }

  /** Stops the work first, then the projections, and answers when all have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
    await Promise.all(this.projectors.map((projector) => projector.stopped()));
  }

  async execute(message: CommandMessage): Promise<CommandReply> {
    const known = this.#commands.get(message.name);
    if (known === undefined) throw new Error(`no command is named ${message.name}`);
    const validate = known.validator();
    if (!validate(message.input)) return replyOf(invalid(validate));
    return replyOf(await known.command.handle(message.input, this.#context(message)));
  }

  async reached(position: Position, timeoutMs: number): Promise<boolean> {
    const all = await Promise.all(this.projectors.map((projector) => projector.reached(position, timeoutMs)));
    return all.every((reached) => reached);
  }

  async lagMs(): Promise<number> {
    const lags = await Promise.all(this.projectors.map((projector) => projector.lag()));
    return Math.max(0, ...lags.map(({ ms }) => ms));
  }

  isStale(streams: readonly StreamName[]): boolean {
    const some = this.projectors.filter((projector) => projector.parked.length > 0);
    return some.some((projector) => streams.some((stream) => projector.isParked(stream)));
  }

  #context(message: CommandMessage): CommandContext {
    const facts = factsOf(message);
    const execute: CommandContext['execute'] = (aggregate, id, intent) =>
      this.#handler.execute(aggregate, id, facts, intent);
    return {
      principal: message.principal,
      facts,
      at: timestamp(this.#tools.clock.now()),
      tools: this.#tools,
      id: (role, ordinal = 0) => derivedId(message.id, role, ordinal),
      load: async (aggregate, id) => (await this.#streams.current(aggregate, id)).state,
      execute,
      executeAddressed: (aggregate, id, intent) =>
        execute(aggregate, id, {
          ...(intent.given === undefined ? {} : { given: intent.given }),
          decide: (state, context, tip) => {
            const decided = intent.decide(state, context, tip);
            return isRefusal(decided) || matches(message, tip)
              ? decided
              : preconditionFailed(streamOf(aggregate, id));
          },
        }),
    };
  }
}

const matches = ({ expectedRevision }: CommandMessage, revision: bigint | undefined): boolean =>
  expectedRevision === undefined || expectedRevision === revision?.toString();

const preconditionFailed = (stream: StreamName): Refusal =>
  refuse('precondition_failed', `${stream} has changed since the revision that If-Match names.`);

const factsOf = (message: CommandMessage): CommandFacts => ({
  id: message.id,
  name: message.name,
  request: message.request,
  actor: actorOf(message),
  ...(message.principal.organizationId === undefined
    ? {}
    : { organization: message.principal.organizationId }),
  correlation: message.correlation,
  ...(message.causation === undefined ? {} : { causation: message.causation }),
  deadline: message.deadline,
});

const actorOf = ({ principal }: CommandMessage): Actor => ({
  kind: principal.kind,
  id: principal.kind === 'key' ? (principal.apiKeyId ?? '') : principal.userId,
});

const replyOf = (outcome: CommandOutcome): CommandReply =>
  isRefusal(outcome)
    ? {
        status: 'refused',
        code: outcome.refused,
        detail: outcome.detail,
        ...(outcome.errors === undefined ? {} : { errors: outcome.errors }),
        ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }),
      }
    : doneReply(outcome);

const doneReply = (outcome: Exclude<CommandOutcome, Refusal>): CommandReply => {
  const { status, stream, revision, position, replayed }: Done = outcome;
  const told = revision === undefined ? {} : { revision: revision.toString() };
  return {
    status,
    stream,
    position,
    replayed,
    ...told,
    ...(outcome.result === undefined ? {} : { result: outcome.result }),
  };
};

const OWN_DEADLINE_MS = 30_000;

const ownMessage = (command: Parameters<ServiceTools['execute']>[0], now: number): CommandMessage => ({
  name: command.name,
  input: command.input,
  principal: command.principal ?? system,
  id: command.id,
  request: command.id,
  correlation: freshId(),
  ...(command.causation === undefined ? {} : { causation: command.causation }),
  deadline: now + OWN_DEADLINE_MS,
});

/** Each schema is compiled when its command first comes: a start does not pay for all. */
const compiled = (commands: readonly ServiceCommand[]): ReadonlyMap<string, KnownCommand> => {
  const ajv = new Ajv({ allErrors: false, strict: false, formats: fullFormats });
  const known = (command: ServiceCommand): KnownCommand => {
    let validate: ValidateFunction | undefined;
    return { command, validator: () => (validate ??= ajv.compile(command.contract.input)) };
  };
  return new Map(commands.map((command) => [command.contract.name, known(command)]));
};

interface KnownCommand {
  readonly command: ServiceCommand;
  validator(this: void): ValidateFunction;
}

const invalid = (validate: ValidateFunction): Refusal =>
  refuse(
    'invalid_body',
    'The command does not have the shape it needs.',
    (validate.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      code: error.keyword,
      message: error.message ?? 'is invalid',
    })),
  );

const projectorsOf = (service: Service, options: ServiceOptions): Projector[] => {
  const projections = [
    ...service.projections,
    ...(service.timers ? [timerProjection(service.name, service.timers)] : []),
  ];
  const { log, documents, vault } = options.engines;
  const delay = options.projectionDelayMs === undefined ? {} : { delayMs: options.projectionDelayMs };
  const categories = service.aggregates.map((aggregate) => aggregate.category);
  return projections.map(
    (projection) =>
      new Projector({ projection, categories, log, documents, vault, logger: options.logger, ...delay }),
  );
};
