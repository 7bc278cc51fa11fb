import { createHash, randomUUID } from 'node:crypto';
import type { AnswerOf, CommandDefinition, InputOf, QueryDefinition } from '@cairn/contracts';
import { type Principal, userPrincipal } from '../access/principal.js';
import type { Blobs } from '../blobs/port.js';
import { derivedId, freshId } from '../clock/ids.js';
import type { Rights } from '../access/rights.js';
import type { Clock } from '../clock/port.js';
import type { Refusal } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';
import type { EventLog } from '../eventlog/port.js';
import { documentsAsOf } from '../queries/as-of.js';
import type { PastReads } from '../context/past.js';
import type { PointInTime, QueryContext } from '../context/query-context.js';
import type { Projection } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import { type AccountLimits, defaultAccountLimits } from '../config/account-limits.js';
import type { CommandReply } from '../messages/command-message.js';
import type { Engines } from '../context/engines.js';
import { type FindService, otherService } from '../context/other-services.js';
import { noQuotas, type Quotas } from '../config/quotas.js';
import type { Service } from '../definition/service.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';
import { RunningService } from '../runtime/index.js';
import { administrators, everybody, membersOfAll } from './everybody.js';
import { requesterOf } from '../access/requesters.js';
import { type Embedded, openEmbedded } from './embedded.js';

/** A person with a session whom nobody else is. */
export const someone = (): Principal => userPrincipal({ id: randomUUID(), administrator: false }, 'session');

/** The same, who is an administrator. */
export const anAdministrator = (): Principal => {
  const id = randomUUID();
  administrators.add(id);
  return userPrincipal({ id, administrator: true }, 'session');
};

type Done = Extract<CommandReply, { status: 'done' }>;

export interface UnderTest {
  /** Commands reach the log through something that fails when a spec wants it to. */
  readonly through?: (log: EventLog) => EventLog;
  readonly quotas?: Quotas;
  /** Those that nothing configures when absent. */
  readonly accountLimits?: AccountLimits;
  /** Where the services that it needs are; nowhere when absent. */
  readonly find?: FindService;
  /** None when absent: a spec that needs some opens them. */
  readonly blobs?: (embedded: Embedded) => Promise<Blobs>;
  /** The machine's when absent. */
  readonly clock?: Clock;
  /** Who is in which groups; everybody is in every organization when absent. */
  readonly rights?: Rights;
  /** Opens engines in place of the embedded ones; they are closed with the service. */
  readonly engines?: () => Promise<Partial<Pick<Embedded, 'log' | 'documents'>>>;
}

/** How a command is sent. */
export interface Sending {
  /** Of the command; a fresh one when absent. */
  readonly id?: string;
  /** Its `If-Match`. */
  readonly expectedRevision?: string;
  readonly withinMs?: number;
}

/** A service on the embedded engines, as a gateway would use it: for specs of what its parts do together. */
export class ServiceUnderTest {
  protected constructor(
    readonly engines: Embedded,
    protected readonly service: RunningService,
    protected readonly definition: Service,
    /** What the service's work gets. */
    readonly tools: ServiceTools,
    private readonly rights: Rights = membersOfAll,
    /** The replica that projects. */
    private readonly projecting: RunningService = service,
  ) {}

  static async of(definition: Service, options: UnderTest = {}): Promise<ServiceUnderTest> {
    return new ServiceUnderTest(...(await ServiceUnderTest.parts(definition, options)));
  }

  protected static async parts(
    definition: Service,
    {
      through = same,
      quotas = noQuotas,
      accountLimits = defaultAccountLimits,
      blobs = noBlobs,
      find = () => undefined,
      rights = membersOfAll,
      ...opening
    }: UnderTest,
  ): Promise<readonly [Embedded, RunningService, Service, ServiceTools, Rights]> {
    const embedded = await opened(opening);
    const refused = () => Promise.reject(new Error('nothing here sends mails'));
    const mail = { send: refused, forget: refused };
    const given: ServiceTools[] = [];
    const work = (tools: ServiceTools): readonly Work[] => {
      given.push(tools);
      return definition.work?.(tools) ?? [];
    };
    const engines = { ...embedded, log: through(embedded.log), blobs: await blobs(embedded), mail };
    const service = new RunningService(
      { ...definition, work },
      { ...surroundings(engines, rights), quotas, accountLimits, find },
    );
    await embedded.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
    service.start();
    return [embedded, service, definition, given[0]!, rights];
  }

  /** Another replica of the service, on the same engines: it executes commands, and leaves the rest to this one. */
  replica(through: (log: EventLog) => EventLog = same): ServiceUnderTest {
    const { blobs, mail } = this.tools;
    const engines = { ...this.engines, log: through(this.engines.log), blobs, mail };
    const service = new RunningService(this.definition, surroundings(engines, this.rights));
    return new ServiceUnderTest(
      this.engines,
      service,
      this.definition,
      this.tools,
      this.rights,
      this.service,
    );
  }

  /** Makes the documents of a projection anew from the log. */
  async rebuild(projection: string): Promise<void> {
    const projector = this.service.projectors.find(({ name }) => name === projection);
    await projector!.rebuild(new AbortController().signal);
    expect(await this.service.reached(await this.engines.log.head(), 10_000)).toBe(true);
  }

  get projections(): readonly Projection[] {
    return this.service.projectors.map(({ projection }) => projection);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.engines.remove();
  }

  reading(principal: Principal): QueryContext {
    const { documents } = this.engines;
    return { principal, rights: this.rights, documents, today: documents, at: new Date().toISOString() };
  }

  /** As it was, as a gateway reads it: rights are today's. A moment may be that of a revision of a stream. */
  readingAt(principal: Principal, moment: string | PointInTime, past?: PastReads): QueryContext {
    const { log, vault, documents: today } = this.engines;
    const pointInTime = typeof moment === 'string' ? { at: moment } : moment;
    const then = documentsAsOf({
      log,
      vault,
      today,
      collections: this.definition.timeTravelled ?? [],
      pointInTime,
      reader: this.reading(principal),
      past,
    });
    return { ...this.reading(principal), documents: then, pointInTime };
  }

  /** When the clock has passed this time, so that what comes is later. */
  async later(than: string): Promise<void> {
    while (new Date().toISOString() <= than) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Sends a command and waits until every projection has it. */
  async send<Command extends CommandDefinition>(
    principal: Principal,
    command: Command,
    input: InputOf<Command>,
    { id = freshId(), expectedRevision, withinMs = 10_000 }: Sending = {},
  ): Promise<CommandReply> {
    const reply = await this.service.execute({
      name: command.name,
      input: input as Json,
      principal,
      id,
      request: createHash('sha256').update(JSON.stringify(input)).digest('base64url'),
      correlation: id,
      deadline: this.engines.clock.now() + withinMs,
      ...(expectedRevision === undefined ? {} : { expectedRevisions: [expectedRevision] }),
    });
    if (reply.status === 'done') expect(await this.projecting.reached(reply.position, 10_000)).toBe(true);
    return reply;
  }

  /** What the service answers to another one that asks for somebody. */
  ask<Query extends QueryDefinition>(
    who: Principal,
    query: Query,
    input: InputOf<Query>,
  ): Promise<AnswerOf<Query> | Refusal> {
    const { name } = this.service;
    const calling = { name: 'specs', needs: [name], find: () => this.service, clock: this.engines.clock };
    return otherService(name, calling).query(query, input, { onBehalfOf: requesterOf(who) });
  }

  /** As `send`, when it must be done; answers the id that the command made for the role. */
  async make<Command extends CommandDefinition>(
    principal: Principal,
    command: Command,
    input: InputOf<Command>,
    role: string,
  ): Promise<string> {
    const id = freshId();
    await this.done(principal, command, input, id);
    return derivedId(id, role, 0);
  }

  async done<Command extends CommandDefinition>(
    principal: Principal,
    command: Command,
    input: InputOf<Command>,
    id = freshId(),
  ): Promise<Done> {
    const reply = await this.send(principal, command, input, { id });
    if (reply.status === 'refused') throw new Error(`${command.name}: ${reply.code} ${reply.detail}`);
    return reply;
  }
}

const same = (log: EventLog): EventLog => log;

const opened = async ({ engines, clock }: Pick<UnderTest, 'engines' | 'clock'>): Promise<Embedded> => {
  const embedded = openEmbedded();
  const others = (await engines?.()) ?? {};
  return {
    ...embedded,
    ...others,
    clock: clock ?? embedded.clock,
    remove: async () => {
      await Promise.all(Object.values(others).map((other) => other.close()));
      await embedded.remove();
    },
  };
};

const surroundings = (engines: Engines & Pick<Embedded, 'logger'>, rights: Rights) => ({
  engines,
  logger: engines.logger,
  baseUrl: 'http://localhost',
  requesters: everybody,
  rights: () => rights,
  cachedBytes: 1_000_000,
});

const noBlobs = async (): Promise<Blobs> =>
  new Proxy({} as Blobs, {
    get: (_, method) => {
      if (method === 'then') return undefined;
      throw new Error('this service under test was opened without blobs');
    },
  });
