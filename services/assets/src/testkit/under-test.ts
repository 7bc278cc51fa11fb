import type {
  AnyAsset,
  CommandDefinition,
  EventDefinition,
  HistoryEntry,
  ShareChanges,
  ShareInput,
  TransferRequest,
} from '@cairn/contracts';
import {
  type CommandReply,
  derivedId,
  type Document,
  freshId,
  isRefusal,
  type Json,
  type Page,
  type PageRequest,
  type PointInTime,
  type Principal,
  type QueryContext,
  type RecordedEvent,
  sweepAll,
  system,
  timestamp,
} from '@cairn/kernel';
import { type Sending, ServiceUnderTest, someone, type UnderTest } from '@cairn/kernel/testkit';
import type { KnownAsset } from '../domain/state.js';
import type { AssetFilters } from '../read-models/list.js';
import { KnownGroups } from './groups.js';
import { KnownPeople } from './identity.js';
import type { AssetUnderTest, AssetWorld, Fields, Shown } from './world.js';

/** Who asks, and how. */
export interface Asking extends Sending {
  readonly principal?: Principal;
}
export interface Reading {
  readonly principal?: Principal;
  readonly at?: string | PointInTime;
  readonly deletedToo?: boolean;
}

/** `done`, or the code of the refusal. */
export const outcome = (reply: CommandReply): string => (reply.status === 'done' ? 'done' : reply.code);

/** The assets of a model on a service that runs, and the people around them. */
export class AssetsUnderTest {
  /** Who makes what nobody else is said to make. */
  readonly ada = someone();
  /** In an organization with her. */
  readonly grace = someone();
  /** Who administers it. */
  readonly root = someone();
  /** In it, and in none of its projects. */
  readonly ned = someone();
  /** In no group with anybody. */
  readonly eve = someone();
  readonly acme: string;
  /** Of acme: Ada edits it, Grace reads it. */
  readonly project: string;

  private constructor(
    readonly running: ServiceUnderTest,
    readonly model: AssetUnderTest,
    readonly world: AssetWorld,
    readonly groups: KnownGroups,
    readonly people: KnownPeople,
    readonly clock: { ahead: number },
  ) {
    const { ada, grace, ned, root } = this;
    this.acme = groups.organization(
      [ada, 'org_member'],
      [grace, 'org_member'],
      [ned, 'org_member'],
      [root, 'org_admin'],
    );
    this.project = groups.project(this.acme, [ada, 'project_editor'], [grace, 'project_viewer']);
  }

  static async start(
    model: AssetUnderTest,
    world: AssetWorld,
    limits: Pick<UnderTest, 'accountLimits'> = {},
  ): Promise<AssetsUnderTest> {
    const clock = { ahead: 0 };
    const groups = new KnownGroups();
    const people = new KnownPeople(groups);
    const running = await ServiceUnderTest.of(world.service, {
      ...limits,
      ...(world.blobs === undefined ? {} : { blobs: world.blobs }),
      rights: groups,
      find: (name) => (name === 'identity' ? people : world.find?.(name)),
      clock: { now: () => Date.now() + clock.ahead },
    });
    await world.prepare?.(running);
    return new AssetsUnderTest(running, model, world, groups, people, clock);
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  get tools(): ServiceUnderTest['tools'] {
    return this.running.tools;
  }
  get contract(): AnyAsset {
    return this.model.kind.contract;
  }
  /** The time of commands. */
  get now(): string {
    return timestamp(Date.now() + this.clock.ahead);
  }

  /** Everything that can be said of one but who sees it; its own fields have their first values. */
  whole(): Fields {
    const own = Object.entries(this.world.own).map(([name, { values }]) => [name, values[0]] as const);
    return { name: 'whole', description: 'words', notes: 'more words', ...Object.fromEntries(own) };
  }
  /** The same fields, each with another value. */
  unlike(): Fields {
    const own = Object.entries(this.world.own).map(([name, { values }]) => [name, values[1]] as const);
    return { name: 'other', description: 'other words', notes: 'none', ...Object.fromEntries(own) };
  }

  create(body: object, asking: Asking = {}): Promise<CommandReply> {
    return this.#send(this.contract.commands.create, { body }, asking);
  }
  /** The id of one that was made. */
  async made(body: object = {}, asking: Asking = {}): Promise<string> {
    const id = freshId();
    const reply = await this.create({ name: 'made', ...body }, { ...asking, id });
    if (reply.status !== 'done') throw new Error(`none is made of ${JSON.stringify(body)}: ${reply.detail}`);
    return derivedId(id, this.contract.called, 0);
  }
  update(id: string, body: object, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.update, { id, body }, asking);
  }
  remove(id: string, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.delete, { id }, asking);
  }
  restore(id: string, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.restore, { id }, asking);
  }
  /** Undoes the event of a revision; the last one where none is said. */
  async revert(id: string, revision?: number, asking?: Asking): Promise<CommandReply> {
    const body = { revision: revision ?? (await this.revision(id)) };
    return this.#send(this.contract.commands.revert, { id, body }, asking);
  }
  purge(id: string, principal = system): Promise<CommandReply> {
    return this.#send(this.contract.commands.purge, { id }, { principal });
  }
  transfer(id: string, body: TransferRequest, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.transfer, { id, body }, asking);
  }
  activate(
    id: string,
    version_id: string,
    { reason, ...asking }: Asking & { readonly reason?: string } = {},
  ): Promise<CommandReply> {
    const body = reason === undefined ? {} : { body: { reason } };
    return this.#send(this.contract.commands.activate, { id, version_id, ...body }, asking);
  }
  setLogo(id: string, file: object, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.setLogo, { id, file }, asking);
  }
  removeLogo(id: string, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.removeLogo, { id }, asking);
  }
  share(id: string, body: ShareInput, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.share, { id, body }, asking);
  }
  /** The id of a share that was made. */
  async shared(id: string, body: ShareInput, principal = this.ada): Promise<string> {
    const command = freshId();
    const said = outcome(await this.share(id, body, { principal, id: command }));
    if (said !== 'done') throw new Error(`it is not shared with ${JSON.stringify(body)}: ${said}`);
    return derivedId(command, 'share', 0);
  }
  updateShare(id: string, share_id: string, body: ShareChanges, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.updateShare, { id, share_id, body }, asking);
  }
  removeShare(id: string, share_id: string, asking?: Asking): Promise<CommandReply> {
    return this.#send(this.contract.commands.removeShare, { id, share_id }, asking);
  }
  acceptShare(id: string, share_id: string, token: string, principal: Principal): Promise<CommandReply> {
    return this.#send(this.contract.commands.acceptShare, { id, share_id, token }, { principal });
  }
  acceptShareFor(id: string, share_id: string, user_id: string, principal = system): Promise<CommandReply> {
    return this.#send(this.contract.commands.acceptShareFor, { id, share_id, user_id }, { principal });
  }
  lapseShare(id: string, share_id: string, more: object = {}, principal = system): Promise<CommandReply> {
    return this.#send(this.contract.commands.lapseShare, { id, share_id, ...more }, { principal });
  }

  /** As it is shown; `undefined` where it is not found. */
  async read(id: string, { deletedToo = false, ...reading }: Reading = {}): Promise<Shown | undefined> {
    const found = await this.model.queries.byId(this.reading(reading), id, { deletedToo });
    return found?.resource as Shown | undefined;
  }
  async page(
    filters: AssetFilters = {},
    page: Partial<PageRequest> = {},
    reading: Reading = {},
  ): Promise<Page<Shown>> {
    const wanted = { limit: 100, sort: 'created_at', ...page };
    return (await this.model.queries.list(this.reading(reading), wanted, filters)) as Page<Shown>;
  }
  /** The ids of a list that fits into one page. */
  async listed(filters: AssetFilters = {}, reading: Reading = {}): Promise<readonly string[]> {
    return (await this.page(filters, {}, reading)).elements.map(({ id }) => id);
  }
  async history(id: string, reading: Reading = {}): Promise<readonly HistoryEntry[] | undefined> {
    const page = { limit: 100, sort: 'revision' };
    const found = await this.model.reads.history(this.running.engines, this.reading(reading), id, page);
    expect(found?.total).toBe(found?.elements.length);
    return found?.elements;
  }
  /** What people may do with one, by its explanation; nothing where it may not be told. */
  async explained(id: string, user_id: string, reading: Reading = {}) {
    const told = await this.model.reads.explain(this.reading(reading), id, { user_id });
    return isRefusal(told) ? told.refused : told;
  }

  async state(id: string): Promise<KnownAsset> {
    const { state } = await this.running.tools.streams.current(this.model.kind.aggregate, id);
    if (state.status === 'none') throw new Error('it was never made');
    return state;
  }
  document(id: string): Promise<Document | undefined> {
    return this.running.engines.documents.get(this.model.collections.assets, id);
  }
  events(id: string): Promise<readonly RecordedEvent[]> {
    return this.running.engines.log.read(`${this.model.kind.aggregate.category}-${id}`);
  }
  /** Of its last event. */
  async revision(id: string): Promise<number> {
    return (await this.events(id)).length - 1;
  }
  /** What the events of one are, by the keys of the contract; those of its own by their names. */
  async deeds(id: string, from = 0): Promise<readonly string[]> {
    const keys = new Map(
      Object.entries(this.contract.events).map(([key, { storedType }]) => [storedType as string, key]),
    );
    return (await this.events(id)).slice(from).map(({ type }) => keys.get(type) ?? type);
  }
  /** Appends events of one definition to the stream of one, as if commands had decided them. */
  async append(id: string, definition: EventDefinition, all: readonly Json[]): Promise<void> {
    const { stream, revision, hash } = (await this.events(id)).at(-1)!;
    const command = freshId();
    const metadata = {
      ...{ command, commandName: 'any.command', request: command, correlation: command },
      ...{ actor: { kind: 'system' as const, id: '' }, at: this.now },
    };
    const events = all.map((data) => ({ id: freshId(), type: definition.storedType, data, metadata }));
    const appended = await this.running.engines.log.append({ stream, expected: { revision, hash }, events });
    expect(appended.status).toBe('appended');
  }
  sweep(): Promise<number> {
    return sweepAll(this.model.sweep, this.running.tools, new AbortController().signal);
  }
  /** When time has gone on, so that what comes is later. */
  async pass(): Promise<string> {
    const now = new Date().toISOString();
    await this.running.later(now);
    return now;
  }

  reading({ principal = this.ada, at }: Reading = {}): QueryContext {
    const context =
      at === undefined ? this.running.reading(principal) : this.running.readingAt(principal, at);
    return { ...context, at: this.now };
  }

  #send(
    command: CommandDefinition,
    input: object,
    { principal = this.ada, ...sending }: Asking = {},
  ): Promise<CommandReply> {
    return this.running.send(principal, command, input, sending);
  }
}
