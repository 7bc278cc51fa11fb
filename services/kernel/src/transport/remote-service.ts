import type { ProjectionStatus } from '@cairn/contracts';
import type { Clock } from '../clock/port.js';
import { patient } from '../clock/patience.js';
import { pause } from '../clock/pause.js';
import { noteWait } from '../clock/waits.js';
import type { Position, StreamName } from '../base/position.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import type { EventLog } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import type { CallMessage, CallReply } from '../messages/call-message.js';
import type { CommandMessage, CommandReply } from '../messages/command-message.js';
import type { ProjectionAdministration } from '../runtime/projection-administration.js';
import type { ServicePort } from '../definition/service-port.js';
import { supervised } from '../clock/supervised.js';
import { traced, traceparentNow } from '../tracing/index.js';
import { originsOf } from './discovery.js';
import { CALLS, COMMANDS, PROJECTIONS, ServiceUnavailable, Unsigned } from '../messages/protocol.js';
import { Replica, ReplicaFailed } from './replica.js';
import { ServiceProgress } from './service-progress.js';
import type { Signatures } from './signatures.js';

export interface RemoteServiceOptions {
  readonly name: string;
  /** One for each replica, or a name that the DNS has all of them under. */
  readonly addresses: readonly URL[];
  readonly categories: readonly string[];
  /** In the versions that are read here, `generationOf`. */
  readonly projections: readonly string[];
  readonly log: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signatures: Signatures;
  /** Until when the rights that this process knows are proved, milliseconds since 1970. */
  readonly rightsUntil: () => number;
  /** Aborts when this process is asked to end: it does not wait for what administrators had begun. */
  readonly stopping: AbortSignal;
}

const LOOK_EVERY_MS = 5_000;
const FIRST_PAUSE_MS = 20;
/** Without any replica that answers, this long, times the patience: then the caller is told. */
const UNREACHABLE_AFTER_MS = 800;
const ADMINISTRATION_MS = 30_000;

/**
 * A service in other processes. A command goes to one replica; when the connection fails it goes to another, which is
 * safe: a command is recognised by its id (law 3). It is never sent after its deadline.
 */
export class RemoteService implements ServicePort {
  readonly #replicas = new Map<string, Replica>();
  readonly #progress: ServiceProgress;
  #running: Promise<void> | undefined;
  #next = 0;

  constructor(private readonly options: RemoteServiceOptions) {
    this.#progress = new ServiceProgress(options);
  }

  get name(): string {
    return this.options.name;
  }
  /** Of each replica that is known now: where it is and how its breaker stands. */
  get replicas(): readonly Pick<Replica, 'origin' | 'breaker' | 'isUsable'>[] {
    return [...this.#replicas.values()];
  }

  /** Looks for the replicas and hears them until the signal aborts. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#look();
    const { name, logger } = this.options;
    this.#running = supervised(`replicas of ${name}`, signal, logger, async () => {
      for (;;) {
        await pause(LOOK_EVERY_MS, signal);
        if (signal.aborted) return;
        await this.#look();
      }
    });
  }

  async stopped(): Promise<void> {
    await this.#running;
    await Promise.all([...this.#replicas.values()].map((replica) => replica.close()));
  }

  execute(message: CommandMessage): Promise<CommandReply> {
    return traced({ name: message.name, kind: 'client' }, () => this.#execute(messageWithin(message)));
  }

  /** What a service asks for somebody names ids alone: rights are looked up where it is answered. */
  call(message: CallMessage): Promise<CallReply> {
    return traced(
      { name: message.name, kind: 'client' },
      async () => (await this.#sent(CALLS, messageWithin(message))) as CallReply,
    );
  }

  async #execute(message: CommandMessage): Promise<CommandReply> {
    const until = this.#rightsUntil(message);
    if (until <= this.options.clock.now())
      throw new Unsigned('The rights of the caller are not proved any more.');
    return (await this.#sent(COMMANDS, message, until)) as CommandReply;
  }

  async #sent(
    path: string,
    message: CommandMessage | CallMessage,
    until = Number.POSITIVE_INFINITY,
  ): Promise<unknown> {
    const leftMs = Math.max(1, message.deadline - this.options.clock.now());
    const signal = AbortSignal.timeout(leftMs);
    const body = JSON.stringify(message);
    const answer = await this.#untilAnswered(signal, (replica) =>
      replica.ask({ method: 'POST', path, body }, until, signal),
    );
    return answer.body;
  }

  /** Nobody, and Cairn itself, have no rights that could be taken away. */
  #rightsUntil({ principal: { kind } }: CommandMessage): number {
    return kind === 'user' || kind === 'key' ? this.options.rightsUntil() : Number.POSITIVE_INFINITY;
  }

  isReached(): boolean {
    return [...this.#replicas.values()].some((replica) => replica.isUsable);
  }
  reached(position: Position, timeoutMs: number): Promise<boolean> {
    return this.#progress.reached(position, timeoutMs);
  }
  lagMs(): Promise<number> {
    return this.#progress.lagMs();
  }
  isStale(streams: readonly StreamName[]): boolean {
    return this.#progress.isStale(streams);
  }

  /** Its projections, seen and acted on at the replica that projects. */
  get administration(): ProjectionAdministration {
    const act = (name: string, what: string) =>
      this.#askLeader('POST', `${PROJECTIONS}/${encodeURIComponent(name)}/${what}`);
    return {
      status: async () => (await this.#askLeader('GET', PROJECTIONS)) as readonly ProjectionStatus[],
      replay: async (name) => (await act(name, 'replay')) as ProjectionStatus | undefined,
      rebuild: async (name) => (await act(name, 'rebuild')) as ProjectionStatus | undefined,
    };
  }

  /** Only the replica that projects can tell and act. `undefined`: there is no such projection. */
  async #askLeader(method: string, path: string): Promise<unknown> {
    const signal = AbortSignal.any([AbortSignal.timeout(ADMINISTRATION_MS), this.options.stopping]);
    const { status, body } = await this.#untilAnswered(signal, () =>
      this.#leader().ask({ method, path, body: '' }, undefined, signal),
    );
    return status === 404 ? undefined : body;
  }

  #leader(): Replica {
    const leader = this.#replicas.get(this.#progress.leader ?? '');
    if (leader === undefined) throw new ReplicaFailed(`no replica of ${this.name} projects now`);
    return leader;
  }

  async #untilAnswered<Result>(
    signal: AbortSignal,
    ask: (replica: Replica) => Promise<Result>,
  ): Promise<Result> {
    const alone = { ms: 0 };
    try {
      return await this.#asked(signal, ask, alone);
    } finally {
      noteWait('replica', alone.ms, UNREACHABLE_AFTER_MS);
    }
  }

  /** `alone` is told how long there had been no replica to ask when that was seen last. */
  async #asked<Result>(
    signal: AbortSignal,
    ask: (replica: Replica) => Promise<Result>,
    alone: { ms: number },
  ): Promise<Result> {
    const began = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      const replica = this.#choose();
      try {
        if (replica === undefined) throw new ReplicaFailed(`no replica of ${this.name} answers`);
        return await ask(replica);
      } catch (error) {
        if (signal.aborted) throw new OutcomeUnknown(`${this.name} did not answer in time`, { cause: error });
        if (!(error instanceof ReplicaFailed)) throw error;
        if (replica === undefined) alone.ms = performance.now() - began;
        if (alone.ms > patient(UNREACHABLE_AFTER_MS))
          throw new ServiceUnavailable(error.message, { cause: error });
      }
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 4), 200), signal);
    }
  }

  /** In turn, among those that are worth asking. */
  #choose(): Replica | undefined {
    const usable = [...this.#replicas.values()].filter((replica) => replica.isUsable);
    this.#next = (this.#next + 1) % Math.max(1, usable.length);
    return usable[this.#next];
  }

  async #look(): Promise<void> {
    const found = await Promise.all(this.options.addresses.map((address) => this.#originsOf(address)));
    if (found.some((origins) => origins === undefined)) return;
    const origins = new Set(found.flatMap((some) => some ?? []));
    for (const [origin, replica] of this.#replicas)
      if (!origins.has(origin)) {
        this.#replicas.delete(origin);
        void replica.close();
      }
    for (const origin of origins) if (!this.#replicas.has(origin)) this.#add(origin);
  }

  async #originsOf(address: URL): Promise<readonly string[] | undefined> {
    try {
      return await originsOf(address);
    } catch (error) {
      this.options.logger.warn({ err: error, address: address.href }, 'the DNS does not know a service');
      return undefined;
    }
  }

  #add(origin: string): void {
    const { name, signatures, logger } = this.options;
    const replica = new Replica({ origin, service: name, signatures, logger });
    this.#replicas.set(origin, replica);
    replica.follow(
      (progress) => this.#progress.tell(origin, progress),
      () => this.#progress.silent(origin),
    );
  }
}

/** The message as a part of what runs now. */
const messageWithin = <Message extends CommandMessage | CallMessage>(message: Message): Message => {
  const traceparent = traceparentNow();
  return traceparent === undefined ? message : { ...message, traceparent };
};
