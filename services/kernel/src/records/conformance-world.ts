import type { AnyRecord, CommandDefinition, ErrorCode, HistoryEntry } from '@cairn/contracts';
import type { Principal } from '../access/principal.js';
import { system } from '../access/principal.js';
import { derivedId, freshId } from '../clock/ids.js';
import type { Document } from '../documents/port.js';
import type { Aggregate } from '../domain/aggregate.js';
import { isRefusal } from '../base/refusal.js';
import type { RecordedEvent } from '../eventlog/port.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PointInTime, QueryContext } from '../context/query-context.js';
import type { CommandReply } from '../messages/command-message.js';
import type { Service } from '../definition/service.js';
import { type Sending, ServiceUnderTest, type UnderTest } from '../testkit/service-under-test.js';
import { type FieldsApart, type MadeValues, type Sample, Samples } from './conformance-values.js';
import type { RecordParts } from './model.js';
import type { RecordPath, RecordQueries } from './queries.js';
import type { Parent } from './rules.js';
import type { RecordState } from './state.js';

/** As a query shows one. */
export type Shown = Sample & {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
};
type Filters = Readonly<Record<string, string | number | boolean | undefined>>;

/** A model, whatever its record: what the suite asks of it. */
export interface ModelUnderTest extends RecordParts {
  readonly definition: AnyRecord;
  readonly aggregate: Aggregate<RecordState>;
  readonly queries: RecordQueries<Shown, Filters>;
}

/** What records in it can be put into, and what becomes of that. */
export interface ParentWorld {
  readonly parent: Parent;
  make(running: ServiceUnderTest): Promise<string>;
  remove(running: ServiceUnderTest, id: string): Promise<unknown>;
  restore(running: ServiceUnderTest, id: string): Promise<unknown>;
  purge(running: ServiceUnderTest, id: string): Promise<unknown>;
}

/** What stands around a record. */
export interface RecordWorld {
  readonly service: Service;
  /** Who may do everything with it. */
  readonly principal: Principal;
  /** Who may not change it, and the code that tells them so. */
  readonly stranger: { readonly principal: Principal; readonly code: ErrorCode };
  /** Who may change it and not delete it, and the code that tells them so; absent where nobody is that. */
  readonly writer?: { readonly principal: Principal; readonly code: ErrorCode };
  /** Of a record inside another. */
  readonly parent?: ParentWorld;
  /** What brings about each transition of its own, by its name, on one that has just been made or had the ones before. */
  readonly transitions?: Readonly<
    Record<string, (running: ServiceUnderTest, path: RecordPath) => Promise<unknown>>
  >;
  readonly values?: MadeValues;
  /** Fields that a rule ties to each other, so that a spec of the record's own holds them. */
  readonly apart?: FieldsApart;
  /** What its rules make of its own fields when `principal` saves it. */
  readonly own?: FieldsApart;
}

/** Who asks, and where. */
export interface Asking extends Sending {
  readonly principal?: Principal;
  /** Another parent than the one of the suite. */
  readonly parent?: string;
  /** The replica that executes it. */
  readonly by?: ServiceUnderTest;
}
interface Reading extends Pick<Asking, 'principal' | 'parent'> {
  readonly at?: string | PointInTime;
  readonly deletedToo?: boolean;
}

/** `done`, or the code of the refusal. */
export const outcome = (reply: CommandReply): string => (reply.status === 'done' ? 'done' : reply.code);

/** The records of a model on a service that runs, all in one parent. */
export class RecordsUnderTest {
  readonly record: AnyRecord;
  readonly samples: Samples;

  private constructor(
    readonly running: ServiceUnderTest,
    readonly model: ModelUnderTest,
    readonly world: RecordWorld,
    readonly parentId: string | undefined,
  ) {
    this.record = model.definition;
    this.samples = new Samples(model.definition, world.values, world.apart);
  }

  static async start(
    model: ModelUnderTest,
    world: RecordWorld,
    options?: UnderTest,
  ): Promise<RecordsUnderTest> {
    const running = await ServiceUnderTest.of(world.service, options);
    return new RecordsUnderTest(running, model, world, await world.parent?.make(running));
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  get collection(): string {
    return this.model.timeTravelled.collection;
  }

  /** The parameters of the path of many. */
  place(parent = this.parentId): RecordPath {
    const { inside } = this.record.description;
    return inside === undefined || parent === undefined ? {} : { [inside]: parent };
  }

  path(id: string, parent?: string): RecordPath {
    return { ...this.place(parent), id };
  }

  async create(body: object, asking: Asking = {}): Promise<CommandReply> {
    return this.#send(this.record.commands.create, { ...this.place(asking.parent), body }, asking);
  }

  /** The id of one that was made. */
  async made(body: object = this.samples.required(), asking: Asking = {}): Promise<string> {
    const id = freshId();
    const reply = await this.create(body, { ...asking, id });
    if (reply.status !== 'done')
      throw new Error(`none is made of ${JSON.stringify(body)}: ${JSON.stringify(reply)}`);
    return derivedId(id, this.record.description.entity, 0);
  }

  update(id: string, changes: object, asking: Asking = {}): Promise<CommandReply> {
    const { paths } = this.record.description;
    const isNamed = (paths.update ?? paths.one).includes('{id}');
    const input = isNamed
      ? { ...this.path(id, asking.parent), body: changes }
      : { ...this.place(asking.parent), body: { ...changes, id } };
    return this.#send(this.record.commands.update, input, asking);
  }

  remove(id: string, asking: Asking = {}): Promise<CommandReply> {
    return this.#send(this.record.commands.remove, this.path(id, asking.parent), asking);
  }

  restore(id: string, asking: Asking = {}): Promise<CommandReply> {
    return this.#send(this.record.commands.restore, this.path(id, asking.parent), asking);
  }

  revert(id: string, revision: number, asking: Asking = {}): Promise<CommandReply> {
    const input = { ...this.path(id, asking.parent), body: { revision } };
    return this.#send(this.record.commands.revert, input, asking);
  }

  purge(id: string, principal = system): Promise<CommandReply> {
    return this.#send(this.record.commands.purge, { id }, { principal });
  }

  /** As it is shown; `undefined` where it is not found. */
  async read(id: string, { deletedToo = false, ...reading }: Reading = {}): Promise<Shown | undefined> {
    const path = this.path(id, reading.parent);
    return (await this.model.queries.byId(this.reading(reading), path, { deletedToo }))?.resource;
  }

  /** A page of their list; the code of a refusal, `not_found` where what they are in is not there. */
  async page(
    filters: Filters = {},
    page: Partial<PageRequest> = {},
    reading: Reading = {},
  ): Promise<Page<Shown> | string> {
    const wanted = { limit: 100, sort: 'created_at', ...page };
    const found = await this.model.queries.list(
      this.reading(reading),
      this.place(reading.parent),
      wanted,
      filters,
    );
    if (found === undefined) return 'not_found';
    return isRefusal(found) ? found.refused : found;
  }

  /** The ids of a list that fits into one page. */
  async listed(filters: Filters = {}, reading: Reading = {}): Promise<readonly string[]> {
    const page = await this.page(filters, {}, reading);
    if (typeof page === 'string') throw new Error(`the list was refused: ${page}`);
    return page.elements.map(({ id }) => id);
  }

  async history(id: string, reading: Reading = {}): Promise<readonly HistoryEntry[] | undefined> {
    const page = { limit: 100, sort: 'revision' };
    const path = this.path(id, reading.parent);
    return (await this.model.queries.history(this.running.engines, this.reading(reading), path, page))
      ?.elements;
  }

  document(id: string): Promise<Document | undefined> {
    return this.running.engines.documents.get(this.collection, id);
  }

  async state(id: string): Promise<RecordState> {
    return (await this.running.tools.streams.current(this.model.aggregate, id)).state;
  }

  events(id: string): Promise<readonly RecordedEvent[]> {
    return this.running.engines.log.read(`${this.record.category}-${id}`);
  }

  /** Of its last event. */
  async revision(id: string): Promise<number> {
    return (await this.events(id)).length - 1;
  }

  reading({ principal = this.world.principal, at }: Reading = {}): QueryContext {
    return at === undefined ? this.running.reading(principal) : this.running.readingAt(principal, at);
  }

  #send(
    command: CommandDefinition,
    input: object,
    { principal = this.world.principal, by = this.running, parent: _, ...sending }: Asking,
  ): Promise<CommandReply> {
    return by.send(principal, command, input, sending);
  }
}

/** A record that others are in; it is in nothing itself. */
export const recordAsParent = (
  model: ModelUnderTest & { readonly asParent: Parent },
  world: Pick<RecordWorld, 'service' | 'principal' | 'values' | 'apart'>,
): ParentWorld => {
  const { commands, description } = model.definition;
  const samples = new Samples(model.definition, world.values, world.apart);
  return {
    parent: model.asParent,
    make: (running) =>
      running.make(world.principal, commands.create, { body: samples.required() }, description.entity),
    remove: (running, id) => running.done(world.principal, commands.remove, { id }),
    restore: (running, id) => running.done(world.principal, commands.restore, { id }),
    purge: (running, id) => running.done(system, commands.purge, { id }),
  };
};
