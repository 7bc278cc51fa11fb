import type { AnswerOf, CommandDefinition, InputOf, QueryDefinition } from '@cairn/contracts';
import {
  type CommandMessage,
  type CommandReply,
  derivedId,
  type Json,
  type PageRequest,
  type Principal,
  type QueryContext,
  serviceOf,
  type ServicePort,
  traced,
  Unsigned,
} from '@cairn/kernel';
import type { Call, DoneReply, Target, Upload, Written } from '../call/call.js';
import type { Edge } from '../call/edge.js';
import { decidedWithinMs } from '../options/limits.js';
import { Problem } from '../problems/problem.js';
import { admitAgain } from './admission.js';
import { asked } from './asked.js';
import { contextAt, contextNow, momentOf } from './point-in-time.js';
import { notAsAsked } from './preconditions.js';
import { reachedInTime } from './reached-in-time.js';
import type { ReadRequest } from './read-request.js';
import type { Dependencies } from './dependencies.js';

/** The projections lag behind a write, or the caller did not want to wait: 202 at the target. */
export class StillPending extends Error {
  override readonly name = 'StillPending';
  constructor(readonly target: Target) {
    super('the write is done and cannot be read yet');
  }
}

/** The call that a handler gets. Its types are the operation's; here they are not known, so they are `never`. */
export class ServedCall implements Call<never> {
  readonly operation: never;
  readonly params: never;
  readonly query: never;
  readonly filters: never;
  readonly body: never;
  readonly principal: Principal;
  readonly context: QueryContext;
  readonly page: PageRequest;
  readonly upload: Upload | undefined;
  readonly respondAsync: boolean;
  readonly waitSeconds: number;
  readonly edge: Edge;
  written: DoneReply | undefined;
  /** What was written last. */
  target: Target | undefined;
  /** The read models have not reached what this call wrote, and it is answered all the same. */
  lags = false;
  /** A command of this call was in the log already. */
  replayed = false;

  constructor(
    readonly dependencies: Dependencies,
    readonly read: ReadRequest,
  ) {
    this.operation = read.found.route.operation as never;
    this.params = read.found.params as never;
    this.query = read.query.values as never;
    this.filters = read.query.filters as never;
    this.body = read.body as never;
    this.principal = read.principal;
    this.context = read.context;
    this.page = read.query.page;
    this.upload = read.upload;
    this.respondAsync = read.respondAsync;
    this.waitSeconds = read.waitSeconds;
    this.edge = dependencies.edge;
  }

  get requestId(): string {
    return this.read.exchange.requestId;
  }
  get ip(): string {
    return this.read.exchange.ip;
  }
  get userAgent(): string {
    return this.read.exchange.userAgent;
  }

  get accept(): string {
    return this.read.exchange.request.headers.accept ?? '';
  }

  newId(role: string, ordinal = 0): string {
    return derivedId(this.read.commandId, role, ordinal);
  }

  ask<Query extends QueryDefinition>(query: Query, input: InputOf<Query>): Promise<AnswerOf<Query>> {
    return asked(this.read, this.dependencies, query, input);
  }

  async write<Command extends CommandDefinition>(
    command: Command,
    input: InputOf<Command>,
    target: Target,
    role?: string,
  ): Promise<{ readonly reply: DoneReply; readonly context: QueryContext }> {
    const service = this.#service(serviceOf(command));
    const reply = await this.#executed(service, this.#message(command.name, input, role));
    if (reply.status === 'refused') throw await this.#refusal(service, reply, target);
    this.written = reply;
    this.target = target;
    this.replayed ||= reply.replayed;
    this.#tell(reply, target);
    await this.#untilReadable(service, reply, target);
    return { reply, context: await this.#readingAfter(reply) };
  }

  /** For the journal: what the reply tells, so that nothing is looked up. */
  #tell({ organization, result }: DoneReply, target: Target): void {
    const { exchange } = this.read;
    exchange.made = target.id;
    exchange.organizationId ??= organization;
    if (this.principal.kind === 'anonymous') exchange.signedIn ??= userIdIn(result);
  }

  async readingAfterWork(
    service: string,
    written: Written,
    withinMs: number,
  ): Promise<QueryContext | undefined> {
    const isThere = await this.#isReached(this.#service(service), written, withinMs);
    return isThere ? this.#readingAgain() : undefined;
  }

  async contextNow(service: string, stream: string): Promise<QueryContext> {
    const position = await this.dependencies.options.log.head();
    if (!(await this.#isReached(this.#service(service), { stream, position })))
      throw new Problem('projection_lag');
    return this.#readingAgain();
  }

  /** After a wait: what the caller may is what it may now (S18). */
  async #readingAgain(): Promise<QueryContext> {
    const { exchange, found } = this.read;
    return contextNow(this.dependencies, await admitAgain(exchange, found.route, this.dependencies));
  }

  #service(name: string): ServicePort {
    const service = this.dependencies.services.get(name);
    if (service === undefined) throw new Error(`there is no service ${name}`);
    return service;
  }

  /** Rights that were proved too long ago are proved anew, and the command is sent once more: nobody has taken it. */
  async #executed(service: ServicePort, message: CommandMessage): Promise<CommandReply> {
    try {
      return await service.execute(message);
    } catch (error) {
      if (!(error instanceof Unsigned)) throw error;
      const { exchange, found } = this.read;
      return service.execute({
        ...message,
        principal: await admitAgain(exchange, found.route, this.dependencies),
      });
    }
  }

  /** Durable work says by itself how far it is; what is told once is told now. */
  async #untilReadable(service: ServicePort, reply: DoneReply, target: Target): Promise<void> {
    const { durableWork, toldOnce } = this.read.found.route.operation;
    if (this.respondAsync && durableWork !== true && toldOnce !== true) throw new StillPending(target);
    if (await this.#isReached(service, reply)) return;
    if (toldOnce !== true) throw new StillPending(target);
    this.lags = true;
  }

  /** What waits behind a parked event is not in the read models either (law 2). */
  async #isReached(service: ServicePort, { stream, position }: Written, withinMs?: number): Promise<boolean> {
    const description = { name: `${service.name} readable` };
    const reached = (): Promise<boolean> => reachedInTime(service, position, this.dependencies, withinMs);
    return (await traced(description, reached)) && !service.isStale([stream]);
  }

  #message(name: string, input: unknown, role: string | undefined): CommandMessage {
    const { commandId, digest, exchange, found, principal, expectedRevisions } = this.read;
    const { clock } = this.dependencies.options;
    const withinMs = decidedWithinMs(found.route.operation, this.dependencies.limits);
    return {
      name,
      input: input as Json,
      principal,
      id: role === undefined ? commandId : derivedId(commandId, role),
      request: digest,
      correlation: exchange.correlation,
      deadline: clock.now() + withinMs,
      ...(expectedRevisions === undefined || role !== undefined ? {} : { expectedRevisions }),
    };
  }

  async #refusal(
    service: ServicePort,
    reply: Extract<CommandReply, { status: 'refused' }>,
    target: Target,
  ): Promise<Problem> {
    if (reply.position !== undefined) await reachedInTime(service, reply.position, this.dependencies);
    const isStale = reply.code === 'precondition_failed';
    const etag = isStale ? await this.#currentTag(service, target) : undefined;
    const detail = isStale ? notAsAsked(target.addressed ?? target.location, 'If-Match') : reply.detail;
    return new Problem(reply.code, detail, {
      ...placesAndMembers(reply),
      headers: {
        ...(etag === undefined ? {} : { ETag: etag }),
        ...(reply.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(reply.retryAfterSeconds) }),
      },
    });
  }

  /** The log refused: the read models may not show why yet, and must not tell the tag that was refused. */
  async #currentTag(service: ServicePort, target: Target): Promise<string | undefined> {
    const { options, etagAt } = this.dependencies;
    const isThere = await reachedInTime(service, await options.log.head(), this.dependencies);
    return isThere ? etagAt(target.addressed ?? target.location, this) : undefined;
  }

  /** A command that was here before is answered as it was then. */
  async #readingAfter(reply: DoneReply): Promise<QueryContext> {
    if (!reply.replayed || reply.revision === undefined) return contextNow(this.dependencies, this.principal);
    const pointInTime = await momentOf(this.dependencies, reply.stream, BigInt(reply.revision));
    return pointInTime === 'none' || pointInTime === 'future'
      ? contextNow(this.dependencies, this.principal)
      : contextAt(this.dependencies, this.principal, pointInTime);
  }
}

/** Who signed in: `SignedIn`. */
const userIdIn = (result: Json | undefined): string | undefined => {
  const { user_id: userId } = (result ?? {}) as { readonly user_id?: Json };
  return typeof userId === 'string' ? userId : undefined;
};

/** What a refusal tells beside its code and its sentence. */
const placesAndMembers = ({ errors, extensions }: Extract<CommandReply, { status: 'refused' }>) => ({
  ...(errors === undefined ? {} : { errors }),
  ...(extensions === undefined ? {} : { extensions }),
});
