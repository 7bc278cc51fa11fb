import { setMaxListeners } from 'node:events';
import { derivedId } from '../clock/ids.js';
import { ended, pause } from '../clock/pause.js';
import { timestamp } from '../clock/port.js';
import { CommandHandler } from '../domain/command-handler.js';
import { step } from '../domain/steps.js';
import { isRefusal } from '../base/refusal.js';
import { Streams } from '../domain/streams.js';
import type { Position, StreamName } from '../base/position.js';
import { type Policy, PolicyRunner } from '../reactions/policy.js';
import { generationOf } from '../projection/projection.js';
import type { Projector } from '../reactions/projector.js';
import { removals } from '../reactions/removing.js';
import { readTogether, SharedSubscription } from '../reactions/shared-subscription.js';
import { timerWork } from '../reactions/timers.js';
import { answering } from './answering.js';
import type { CallMessage, CallReply } from '../messages/call-message.js';
import type { CommandMessage, CommandReply } from '../messages/command-message.js';
import type { OwnCall, ServiceTools } from '../context/service-tools.js';
import type { CommandContext, ServiceCommand } from '../context/command.js';
import type { Work } from '../context/work.js';
import type { Service } from '../definition/service.js';
import { type Known, knownHandlers } from './known-handlers.js';
import { type Asking, type CallingOptions, nowhere, otherServices } from '../context/other-services.js';
import { observed } from './command-metrics.js';
import { alone, type Leadership } from './leadership.js';
import { type ServiceOptions, toolsOf } from './service-options.js';
import type { ServicePort } from '../definition/service-port.js';
import type { Backlog, OwnMeasure } from '../context/backlog.js';
import { policiesOf, projectorsOf } from './projectors.js';
import { addressed } from '../context/addressed.js';
import { factsOf, ownMessage, replyOf, tracedCommand } from './messages.js';
import { traceparentNow } from '../tracing/index.js';
import { toolsWithin } from '../context/cause.js';
import { endIdleReaders } from '../processes/file-readers.js';
import { supervised } from '../clock/supervised.js';

const LOOK_ON_EVERY_MS = 100;

/** A service in this process: its commands, its projections, its policies and its work. */
export class RunningService implements ServicePort {
  readonly projectors: readonly Projector[];
  readonly #commands: ReadonlyMap<string, Known<ServiceCommand>>;
  readonly #handler: CommandHandler;
  readonly #streams: Streams;
  readonly #tools: ServiceTools;
  readonly #calling: CallingOptions;
  readonly #answer: (message: CallMessage) => Promise<CallReply>;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];
  readonly #listeners = new Set<() => void>();
  /** Commands that were refused since the start, by `<name> <code>`. */
  readonly refused = new Map<string, number>();
  /** By which everything here follows the log. */
  readonly #subscription: SharedSubscription;
  #leading = false;
  readonly #declaredPolicies: readonly Policy[];
  #policies: readonly PolicyRunner[] = [];

  constructor(
    private readonly service: Service,
    private readonly options: ServiceOptions,
  ) {
    // All that runs here listens for its end: how much that is the service says.
    setMaxListeners(0, this.#stop.signal);
    const { engines, cachedBytes } = options;
    const logger = options.logger.child({ service: service.name });
    this.#streams = new Streams({
      log: engines.log,
      registers: engines.registers,
      logger,
      cachedBytes,
    });
    this.#commands = knownHandlers(service.commands);
    this.#subscription = new SharedSubscription(engines.log, this.categories);
    const together = { ...engines, log: readTogether(engines.log, this.#subscription) };
    this.projectors = projectorsOf(service, { ...options, engines: together, logger }, () => {
      for (const listener of this.#listeners) listener();
    });
    this.#calling = {
      name: service.name,
      needs: service.needs ?? [],
      find: options.find ?? nowhere,
      clock: engines.clock,
    };
    this.#tools = {
      ...toolsOf({ ...options, engines: together, logger }, this.#streams),
      services: otherServices(this.#calling),
      execute: ({ name }, input, call) => this.#send(name, input, call),
      reached: (position, timeoutMs) => this.reached(position, timeoutMs),
      removeDocuments: this.#removeDocuments,
    };
    this.#declaredPolicies = policiesOf(service, this.#tools);
    this.#subscription.include(this.#declaredPolicies.flatMap(({ categories }) => categories));
    this.#answer = answering({
      queries: service.queries ?? [],
      tools: this.#tools,
      toolsWithin: (message) => this.#toolsWithin(message),
      execute: (message) => this.execute(message),
    });
    const admission = service.admission?.(this.#tools);
    const organizationOf = service.organization?.(this.#tools);
    this.#handler = new CommandHandler({
      ...engines,
      streams: this.#streams,
      ...(admission === undefined ? {} : { admission }),
      ...(organizationOf === undefined ? {} : { organizationOf }),
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

  /** What else the service counts in this process. */
  get measures(): readonly OwnMeasure[] {
    return this.service.measures?.(this.#tools) ?? [];
  }

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
    this.#policies = this.#declaredPolicies.map((policy) => new PolicyRunner({ ...this.#tools, policy }));
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
    const all =
      this.service.timers === undefined
        ? own
        : [...own, timerWork(this.name, { ...this.#tools, send: (...command) => this.#send(...command) })];
    return all.filter((work) => work.alone === alone);
  }

  /** Stops the work first, then the projections and what read files, and answers when all have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
    await this.#subscription.ended();
    await endIdleReaders();
  }

  execute(message: CommandMessage): Promise<CommandReply> {
    const handle = (): Promise<CommandReply> => tracedCommand(message, () => this.#execute(message));
    const { observeCommand } = this.options;
    return observeCommand === undefined ? handle() : observed(message.name, observeCommand, handle);
  }

  /** What this service sends to itself. */
  #send(name: string, input: unknown, call: OwnCall): Promise<CommandReply> {
    return this.execute(ownMessage(name, input, call, this.#tools.clock.now()));
  }

  /** What another service asks for somebody, in this process or in another. */
  call(message: CallMessage): Promise<CallReply> {
    const handle = (): Promise<CallReply> => this.#answer(message);
    const { observeCommand } = this.options;
    return observeCommand === undefined || message.kind === 'command'
      ? handle()
      : observed(message.name, observeCommand, handle);
  }

  #toolsWithin(message: Asking): ServiceTools {
    return toolsWithin(message, this.#tools, otherServices(this.#calling, message));
  }

  async #execute(message: CommandMessage): Promise<CommandReply> {
    const known = this.#commands.get(message.name);
    if (known === undefined) throw new Error(`no command is named ${message.name}`);
    const refusal = known.refusal(message.input);
    const outcome = refusal ?? (await known.handler.handle(message.input, this.#context(message)));
    if (isRefusal(outcome)) this.#countRefused(`${message.name} ${outcome.refused}`);
    return replyOf(outcome);
  }

  #countRefused(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
  }

  isReached(): boolean {
    return true;
  }

  async reached(position: Position, timeoutMs: number): Promise<boolean> {
    const behind = this.projectors.filter((projector) => projector.position < position);
    if (behind.length === 0) return true;
    const all = await Promise.all(behind.map((projector) => projector.reached(position, timeoutMs)));
    return all.every((reached) => reached);
  }

  readonly #removeDocuments: ServiceTools['removeDocuments'] = async (name, ...what) => {
    const projector = this.projectors.find((one) => one.name === name);
    if (projector === undefined) throw new Error(`no projection is named ${name}`);
    return this.#leading && projector.remove(removals(this.#tools.documents, ...what));
  };

  async lagMs(): Promise<number> {
    const lags = await Promise.all(this.projectors.map((projector) => projector.lag()));
    return Math.max(0, ...lags.map(({ ms }) => ms));
  }

  isStale(streams: readonly StreamName[]): boolean {
    return this.projectors.some(
      (projector) => projector.parked.length > 0 && streams.some((stream) => projector.isParked(stream)),
    );
  }

  #context(message: CommandMessage): CommandContext {
    const facts = factsOf(message, traceparentNow());
    const execute: CommandContext['execute'] = (aggregate, id, intent) =>
      this.#handler.execute(aggregate, id, facts, intent);
    return {
      principal: message.principal,
      facts,
      at: timestamp(this.#tools.clock.now()),
      tools: this.#toolsWithin(message),
      id: (role, ordinal = 0) => derivedId(message.id, role, ordinal),
      load: async (aggregate, id) => (await this.#streams.current(aggregate, id)).state,
      execute,
      executeAddressed: (aggregate, id, intent) => execute(aggregate, id, addressed(message, intent)),
      executeInOrder: (before, aggregate, id, intent) =>
        this.#handler.executeInOrder([...before, step(aggregate, id, addressed(message, intent))], facts),
    };
  }
}
