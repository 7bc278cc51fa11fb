import type { Logger } from '../logging/port.js';
import { derivedId } from '../clock/ids.js';
import { ended, pause } from '../clock/pause.js';
import { timestamp } from '../clock/port.js';
import { CommandHandler } from '../domain/command-handler.js';
import { step } from '../domain/steps.js';
import { isRefusal } from '../domain/refusal.js';
import { Streams } from '../domain/streams.js';
import type { Position, StreamName } from '../eventlog/port.js';
import { PolicyRunner } from '../reactions/policy.js';
import { generationOf, type Projection } from '../reactions/projection.js';
import { Projector } from '../reactions/projector.js';
import { timerProjection, timerWork } from '../reactions/timers.js';
import {
  type AccountLimits,
  defaultAccountLimits,
  defaultFileLimits,
  type FileLimits,
  noQuotas,
  type Quotas,
} from './config/index.js';
import type { CommandMessage, CommandReply, ServicePort } from './command-message.js';
import type { CommandContext, Engines, Service, ServiceTools, Work } from './service.js';
import { type KnownCommand, knownCommands } from './known-commands.js';
import { observed, type ObserveCommand } from './command-metrics.js';
import type { Backlog } from './service-metrics.js';
import { addressed } from './addressed.js';
import { factsOf, ownMessage, replyOf, tracedCommand } from './messages.js';
import { traceparentNow } from '../tracing/index.js';
import { supervised } from './supervised.js';

/**
 * Runs something as long as this process is the one that does it, again whenever it becomes so, until the signal aborts.
 * It saves work that would be done twice; nothing relies on it (law 1).
 */
export type Leadership = (
  name: string,
  signal: AbortSignal,
  lead: (leading: AbortSignal) => Promise<void>,
) => Promise<void>;

const LOOK_ON_EVERY_MS = 100;

export interface ServiceOptions {
  readonly engines: Engines;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** Those that nothing configures when absent. */
  readonly fileLimits?: FileLimits;
  /** None when absent. */
  readonly quotas?: Quotas;
  /** The same. */
  readonly accountLimits?: AccountLimits;
  /** For tests of read-your-writes: holds every projection back, milliseconds. */
  readonly projectionDelayMs?: number;
  /** How much memory the folded streams that are kept may take, bytes. */
  readonly cachedBytes: number;
  /** Which replica projects for its release, and which of those reacts and fires timers; this process when absent. */
  readonly leadership?: Leadership;
  /** Told of each command and what became of it. */
  readonly observeCommand?: ObserveCommand;
}

const alone: Leadership = (_name, signal, lead) => lead(signal);

/** A service in this process: its commands, its projections, its policies and its work. */
export class RunningService implements ServicePort {
  readonly projectors: readonly Projector[];
  readonly #commands: ReadonlyMap<string, KnownCommand>;
  readonly #handler: CommandHandler;
  readonly #streams: Streams;
  readonly #tools: ServiceTools;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];
  readonly #listeners = new Set<() => void>();
  /** Commands that were refused since the start, by `<name> <code>`. */
  readonly refused = new Map<string, number>();
  #leading = false;
  #policies: readonly PolicyRunner[] = [];

  constructor(
    private readonly service: Service,
    private readonly options: ServiceOptions,
  ) {
    const { engines, logger, cachedBytes } = options;
    this.#streams = new Streams({
      log: engines.log,
      registers: engines.registers,
      logger,
      cachedBytes,
    });
    this.#commands = knownCommands(service.commands);
    this.projectors = projectorsOf(service, options, () => {
      for (const listener of this.#listeners) listener();
    });
    this.#tools = {
      ...engines,
      logger: logger.child({ service: service.name }),
      streams: this.#streams,
      baseUrl: options.baseUrl,
      fileLimits: options.fileLimits ?? defaultFileLimits,
      quotas: options.quotas ?? noQuotas,
      accountLimits: options.accountLimits ?? defaultAccountLimits,
      execute: (command) => this.execute(ownMessage(command, engines.clock.now())),
      reached: (position, timeoutMs) => this.reached(position, timeoutMs),
      removeDocuments: (projection, collection, ids) => this.#removeDocuments(projection, collection, ids),
    };
    const admission = service.admission?.(this.#tools);
    this.#handler = new CommandHandler({
      ...engines,
      streams: this.#streams,
      ...(admission === undefined ? {} : { admission }),
    });
  }

  get name(): string {
    return this.service.name;
  }

  /** Of the streams that it writes and projects. */
  get categories(): readonly string[] {
    return this.service.aggregates.map(({ category }) => category);
  }

  /** Whether this replica projects now, for those of its release. */
  get leading(): boolean {
    return this.#leading;
  }

  /** Those that this replica runs now. */
  get policies(): readonly PolicyRunner[] {
    return this.#policies;
  }

  /** What waits for the work of this service, by kind. */
  readonly backlog = async (): Promise<Readonly<Record<string, Backlog>>> =>
    this.service.backlog?.(this.#tools) ?? {};

  /** Calls when a projection moved; answers how to forget that. */
  onMoved(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts the projections, the policies and the work. The documents were prepared with this service's read models. */
  start(): void {
    const { signal } = this.#stop;
    const { leadership = alone } = this.options;
    for (const work of this.#works(undefined)) this.#run(work, signal);
    const generations = this.projectors.map(({ projection }) => generationOf(projection)).sort();
    const lease = `projections:${this.name}:${generations.join(',')}`;
    const leads = (ending: AbortSignal): Promise<void> =>
      leadership(lease, ending, (leading) => this.#lead(leading, leadership));
    this.#run({ name: `${this.name}.leads`, run: leads }, signal);
    if (leadership !== alone)
      this.#run({ name: `${this.name}.looks-on`, run: (ending) => this.#lookOn(ending) }, signal);
  }

  #run(work: Work, signal: AbortSignal): void {
    this.#running.push(this.#supervised(work, signal));
  }

  #supervised(work: Work, signal: AbortSignal): Promise<void> {
    return supervised(work.name, signal, this.#tools.logger, () => work.run(signal));
  }

  /** Projects for this release; of all releases that do, one acts. */
  async #lead(leading: AbortSignal, leadership: Leadership): Promise<void> {
    this.#leading = true;
    for (const projector of this.projectors) projector.start(leading);
    const beside = this.#works('beside projections').map((work) => this.#supervised(work, leading));
    const acts: Work = {
      name: `${this.name}.acts`,
      run: (signal) => leadership(`service:${this.name}`, signal, (acting) => this.#act(acting)),
    };
    await Promise.all([...beside, this.#supervised(acts, leading)]);
    await ended(leading);
    await Promise.all(this.projectors.map((projector) => projector.stopped()));
    this.#leading = false;
  }

  async #act(acting: AbortSignal): Promise<void> {
    const policies = this.service.policies?.(this.#tools) ?? [];
    this.#policies = policies.map((policy) => new PolicyRunner({ ...this.#tools, policy }));
    const works = [...this.#works(true), ...this.#policies];
    await Promise.all(works.map((work) => this.#supervised(work, acting)));
    await ended(acting);
    this.#policies = [];
  }

  /** While another replica projects, this one knows how far it is. */
  async #lookOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!this.#leading) await Promise.all(this.projectors.map((projector) => projector.lookOn()));
      await pause(LOOK_ON_EVERY_MS, signal);
    }
  }

  #works(alone: Work['alone']): readonly Work[] {
    const own = this.service.work?.(this.#tools) ?? [];
    const all = this.service.timers === undefined ? own : [...own, timerWork(this.name, this.#tools)];
    return all.filter((work) => work.alone === alone);
  }

  /** Stops the work first, then the projections, and answers when all have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  execute(message: CommandMessage): Promise<CommandReply> {
    const handle = (): Promise<CommandReply> => tracedCommand(message, () => this.#execute(message));
    const { observeCommand } = this.options;
    return observeCommand === undefined ? handle() : observed(message.name, observeCommand, handle);
  }

  async #execute(message: CommandMessage): Promise<CommandReply> {
    const known = this.#commands.get(message.name);
    if (known === undefined) throw new Error(`no command is named ${message.name}`);
    const refusal = known.refusal(message.input);
    const outcome = refusal ?? (await known.command.handle(message.input, this.#context(message)));
    if (isRefusal(outcome)) this.#countRefused(`${message.name} ${outcome.refused}`);
    return replyOf(outcome);
  }

  #countRefused(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
  }

  async reached(position: Position, timeoutMs: number): Promise<boolean> {
    const all = await Promise.all(this.projectors.map((projector) => projector.reached(position, timeoutMs)));
    return all.every((reached) => reached);
  }

  async #removeDocuments(name: string, collection: string, ids: readonly string[]): Promise<boolean> {
    const projector = this.projectors.find((one) => one.name === name);
    if (projector === undefined) throw new Error(`no projection is named ${name}`);
    return this.#leading && projector.remove(collection, ids);
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
    const facts = factsOf(message, traceparentNow());
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
      executeAddressed: (aggregate, id, intent) => execute(aggregate, id, addressed(message, intent)),
      executeInOrder: (before, aggregate, id, intent) =>
        this.#handler.executeInOrder([...before, step(aggregate, id, addressed(message, intent))], facts),
    };
  }
}

/** Every projection of a service, its timers' too. */
export const projectionsOf = (service: Service): readonly Projection[] => [
  ...service.projections,
  ...(service.timers ? [timerProjection(service.name, service.timers)] : []),
];

const projectorsOf = (service: Service, options: ServiceOptions, moved: () => void): Projector[] => {
  const { log, documents, vault } = options.engines;
  const delay = options.projectionDelayMs === undefined ? {} : { delayMs: options.projectionDelayMs };
  const categories = service.aggregates.map(({ category }) => category);
  return projectionsOf(service).map(
    (projection) =>
      new Projector({
        projection,
        categories,
        log,
        documents,
        vault,
        logger: options.logger,
        moved,
        ...delay,
      }),
  );
};
