import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type CommandReply,
  derivedId,
  documentsAsOf,
  type EventLog,
  freshId,
  type Json,
  noQuotas,
  openDiskBlobs,
  type Principal,
  type Projection,
  type Quotas,
  type Reading,
  readModelOf,
  RunningService,
  type ServiceTools,
  userPrincipal,
  type Work,
} from '@cairn/kernel';
import type { CommandDefinition, InputOf } from '@cairn/contracts';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { datasetsService, datasetsTimeTravelled } from '../service.js';

export const someone = (): Principal => userPrincipal({ id: randomUUID(), administrator: false }, 'session');

type Done = Extract<CommandReply, { status: 'done' }>;

/** The service on the embedded engines, as a gateway would use it: for specs of what its parts do together. */
export class RunningDatasets {
  private constructor(
    readonly engines: Embedded,
    private readonly service: RunningService,
    /** What the service's work gets. */
    readonly tools: ServiceTools,
  ) {}

  /** With `through`, commands reach the log through something that fails when a spec wants it to. */
  static async start(
    through: (log: EventLog) => EventLog = (log) => log,
    quotas: Quotas = noQuotas,
  ): Promise<RunningDatasets> {
    const embedded = openEmbedded();
    const blobs = await openDiskBlobs({ folder: join(embedded.folder, 'blobs') });
    const refused = () => Promise.reject(new Error('datasets send no mail'));
    const mail = { send: refused, forget: refused };
    const given: ServiceTools[] = [];
    const work = (tools: ServiceTools): readonly Work[] => {
      given.push(tools);
      return datasetsService.work?.(tools) ?? [];
    };
    const service = new RunningService(
      { ...datasetsService, work },
      {
        engines: { ...embedded, log: through(embedded.log), blobs, mail },
        logger: embedded.logger,
        baseUrl: 'http://localhost',
        quotas,
        cachedBytes: 1_000_000,
      },
    );
    await embedded.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
    service.start();
    return new RunningDatasets(embedded, service, given[0]!);
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

  reading(principal: Principal): Reading {
    const { documents } = this.engines;
    return { principal, documents, today: documents, at: new Date().toISOString() };
  }

  /** As it was, as a gateway reads it: rights are today's. */
  readingAt(principal: Principal, at: string): Reading {
    const { log, vault, documents: today } = this.engines;
    const then = documentsAsOf({
      log,
      vault,
      today,
      collections: datasetsTimeTravelled,
      moment: { at },
      reader: this.reading(principal),
    });
    return { ...this.reading(principal), documents: then, moment: { at } };
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
    { id = freshId(), expectedRevision }: { id?: string; expectedRevision?: string } = {},
  ): Promise<CommandReply> {
    const reply = await this.service.execute({
      name: command.name,
      input: input as Json,
      principal,
      id,
      request: createHash('sha256').update(JSON.stringify(input)).digest('base64url'),
      correlation: id,
      deadline: Date.now() + 10_000,
      ...(expectedRevision === undefined ? {} : { expectedRevisions: [expectedRevision] }),
    });
    if (reply.status === 'done') expect(await this.service.reached(reply.position, 10_000)).toBe(true);
    return reply;
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
