import type { AnyVersions, CommandDefinition, HistoryEntry } from '@cairn/contracts';
import {
  type CommandReply,
  derivedId,
  type Document,
  freshId,
  isRefusal,
  type Page,
  type PageRequest,
  type Principal,
  type RecordedEvent,
  system,
} from '@cairn/kernel';
import type { ServiceUnderTest } from '@cairn/kernel/testkit';
import type { VersionFilters } from '../../versions/filter.js';
import type { VersionReads } from '../../versions/reads.js';
import type { VersionDocument } from '../../versions/showing.js';
import type { KnownVersion } from '../../versions/state.js';
import { type Asking, AssetsUnderTest, outcome, type Reading } from '../under-test.js';
import type { AssetWorld, Fields } from '../world.js';
import type { Part, ShownVersion, VersionsOfKind, VersionsWorld } from './world.js';

/** A version, and the asset that a path names it under. */
export interface One {
  readonly asset: string;
  readonly id: string;
}

/** Who asks, and by which replica; the one that projects when absent. */
export interface AskingOf extends Asking {
  readonly by?: ServiceUnderTest;
}

/** What an asset is asked of, where its versions are looked at. */
const assetWorldOf = (
  { kind: { contract } }: VersionsOfKind,
  { service, blobs, find, prepare }: VersionsWorld,
): AssetWorld => {
  const { params, commands } = contract;
  return {
    ...{ service, own: {} },
    ...(blobs === undefined ? {} : { blobs }),
    ...(find === undefined ? {} : { find }),
    ...(prepare === undefined ? {} : { prepare }),
    versions: {
      make: (running, who, asset) =>
        running.make(who, commands.create, { [params.asset]: asset, body: {} }, 'version'),
      remove: (running, who, asset, id) =>
        running.done(who, commands.delete, { [params.asset]: asset, [params.version]: id }),
    },
  };
};

/** The versions of a kind of asset on a service that runs, and the people around them. */
export class VersionsUnderTest {
  readonly reads: VersionReads<VersionDocument, ShownVersion>;

  private constructor(
    readonly assets: AssetsUnderTest,
    readonly model: VersionsOfKind,
    readonly world: VersionsWorld,
  ) {
    // A query shows each with all the fields of its kind.
    this.reads = model.reading(world.assets.reads) as VersionReads<VersionDocument, ShownVersion>;
  }

  static async start(model: VersionsOfKind, world: VersionsWorld): Promise<VersionsUnderTest> {
    const assets = await AssetsUnderTest.start(world.assets, assetWorldOf(model, world));
    return new VersionsUnderTest(assets, model, world);
  }

  stop(): Promise<void> {
    return this.assets.stop();
  }

  get contract(): AnyVersions {
    return this.model.kind.contract;
  }
  get running(): ServiceUnderTest {
    return this.assets.running;
  }
  /** Whose all assets are. */
  get ada(): Principal {
    return this.assets.ada;
  }

  /** Everything that can be said of one; its own fields have their first values. */
  whole(): Fields {
    return { name: 'whole', description: 'words', version: '1.0', ...this.#own(0) };
  }
  /** The same fields, each with another value. */
  unlike(): Fields {
    return { name: 'other', description: 'other words', version: '2.0', ...this.#own(1) };
  }
  /** Everything that can be cleared, as it is where nothing was said; `version` is then shown as the number. */
  cleared(): Fields {
    const own = Object.entries(this.world.own).map(([name, { initial }]) => [name, initial] as const);
    return { description: '', ...Object.fromEntries(own) };
  }
  #own(which: 0 | 1): Fields {
    return Object.fromEntries(
      Object.entries(this.world.own).map(([name, { values }]) => [name, values[which]] as const),
    );
  }

  /** An asset that Ada has, with one version, which is active. */
  async asset(body: object = {}): Promise<One> {
    const asset = await this.assets.made(body);
    const { active_version_id: first } = await this.assets.state(asset);
    return { asset, id: first === '' ? (await this.made({}, asset)).id : first };
  }
  /** The same, which Grace may read and Ned may write. */
  async sharedAsset(): Promise<One> {
    const one = await this.asset();
    await this.assets.shared(one.asset, { user_id: this.assets.grace.userId });
    await this.assets.shared(one.asset, { user_id: this.assets.ned.userId, role_slug: 'share_editor' });
    return one;
  }

  create(asset: string, body: object = {}, asking?: AskingOf): Promise<CommandReply> {
    return this.#send(this.contract.commands.create, { [this.contract.params.asset]: asset, body }, asking);
  }
  /** Another one of an asset, of a new one where none is said: not the active one. */
  async made(body: object = {}, asset?: string): Promise<One> {
    const within = asset ?? (await this.asset()).asset;
    const id = freshId();
    const reply = await this.create(within, body, { id });
    if (reply.status !== 'done') throw new Error(`none is made of ${JSON.stringify(body)}: ${reply.detail}`);
    return { asset: within, id: derivedId(id, 'version', 0) };
  }
  update(one: One, body: object, asking?: AskingOf): Promise<CommandReply> {
    return this.#send(this.contract.commands.update, { ...this.path(one), body }, asking);
  }
  duplicate(one: One, asking?: AskingOf): Promise<CommandReply> {
    const { duplicate } = this.contract.commands;
    if (duplicate === undefined) throw new Error('none of these is made like another');
    return this.#send(duplicate, this.path(one), asking);
  }
  /** One that was made like another. */
  async copied(one: One, principal = this.ada): Promise<One> {
    const id = freshId();
    expect(outcome(await this.duplicate(one, { principal, id }))).toBe('done');
    return { asset: one.asset, id: derivedId(id, 'version', 0) };
  }
  remove(one: One, asking?: AskingOf): Promise<CommandReply> {
    return this.#send(this.contract.commands.delete, this.path(one), asking);
  }
  restore(one: One, asking?: AskingOf): Promise<CommandReply> {
    return this.#send(this.contract.commands.restore, this.path(one), asking);
  }
  /** Undoes the event of a revision; the last one where none is said. */
  async revert(one: One, revision?: number, asking?: AskingOf): Promise<CommandReply> {
    const body = { revision: revision ?? (await this.revision(one)) };
    return this.#send(this.contract.commands.revert, { ...this.path(one), body }, asking);
  }
  purge(id: string, principal = system): Promise<CommandReply> {
    return this.#send(this.contract.commands.purge, { id }, { principal });
  }
  /** Puts something into one; nothing where nothing can be in it. */
  async fill({ asset: assetId, id: versionId }: One, principal = this.ada): Promise<void> {
    await this.world.inside?.put(this.running, principal, { assetId, versionId });
  }
  /** What is in one; nothing where nothing can be in it. */
  parts(shown: ShownVersion): readonly Part[] {
    return this.world.inside?.parts(shown) ?? [];
  }
  /** What the parts of one say, however they are in order: those that came at once have none. */
  said(shown: ShownVersion): readonly string[] {
    return this.parts(shown)
      .map(({ says }) => JSON.stringify(says))
      .sort();
  }

  path({ asset, id }: One): Readonly<Record<string, string>> {
    const { params } = this.contract;
    return { [params.asset]: asset, [params.version]: id };
  }

  /** As it is shown; `undefined` where it is not found. */
  async read(one: One, { deletedToo = false, ...reading }: Reading = {}): Promise<ShownVersion | undefined> {
    const found = await this.reads.byId(this.assets.reading(reading), this.path(one), { deletedToo });
    return found?.resource;
  }
  /** A page of their list; the code of a refusal, `not_found` where the asset is not there. */
  async page(
    asset: string,
    filters: VersionFilters = {},
    page: Partial<PageRequest> = {},
    reading: Reading = {},
  ): Promise<Page<ShownVersion> | string> {
    const wanted = { limit: 100, sort: 'created_at', ...page };
    const path = { [this.contract.params.asset]: asset };
    const found = await this.reads.list(this.assets.reading(reading), path, wanted, filters);
    if (found === undefined) return 'not_found';
    return isRefusal(found) ? found.refused : found;
  }
  /** The ids of a list that fits into one page. */
  async listed(
    asset: string,
    filters: VersionFilters = {},
    reading: Reading = {},
  ): Promise<readonly string[]> {
    const page = await this.page(asset, filters, {}, reading);
    if (typeof page === 'string') throw new Error(`the list was refused: ${page}`);
    return page.elements.map(({ id }) => id);
  }
  /** Those that an asset is shown with; nothing where it is not found. */
  async ofAsset(asset: string, reading: Reading = {}): Promise<readonly ShownVersion[] | undefined> {
    const shown = await this.assets.read(asset, reading);
    return shown && (shown['versions'] as readonly object[] as readonly ShownVersion[]);
  }
  async history(one: One, reading: Reading = {}): Promise<readonly HistoryEntry[] | undefined> {
    const page = { limit: 100, sort: 'revision' };
    const { engines } = this.running;
    const found = await this.reads.history(engines, this.assets.reading(reading), this.path(one), page);
    expect(found?.total).toBe(found?.elements.length);
    return found?.elements;
  }

  async state({ id }: Pick<One, 'id'>): Promise<KnownVersion> {
    const { state } = await this.running.tools.streams.current(this.model.kind.aggregate, id);
    if (state.status === 'none') throw new Error('it was never made');
    return state;
  }
  /** What is kept of one: its document, with its long texts. */
  async document({ id }: Pick<One, 'id'>): Promise<Document | undefined> {
    const { documents } = this.running.engines;
    const { versions, texts } = this.model.collections;
    const document = await documents.get(versions, id);
    const hasTexts = this.model.projection.collections.some(({ name }) => name === texts);
    return document && { ...(hasTexts ? await documents.get(texts, id) : {}), ...document };
  }
  stream({ id }: Pick<One, 'id'>): `${string}-${string}` {
    return `${this.model.kind.aggregate.category}-${id}`;
  }
  events(one: Pick<One, 'id'>): Promise<readonly RecordedEvent[]> {
    return this.running.engines.log.read(this.stream(one));
  }
  /** Of its last event; -1 where it has none. */
  async revision(one: Pick<One, 'id'>): Promise<number> {
    return (await this.events(one)).length - 1;
  }
  /** What the events of one are, by the keys of the contract; those of its kind alone by their names. */
  async deeds(one: Pick<One, 'id'>, from = 0): Promise<readonly string[]> {
    const keys = new Map(
      Object.entries(this.contract.events).map(([key, { storedType }]) => [storedType as string, key]),
    );
    return (await this.events(one)).slice(from).map(({ type }) => keys.get(type) ?? type);
  }
  pass(): Promise<string> {
    return this.assets.pass();
  }

  #send(
    command: CommandDefinition,
    input: object,
    { principal = this.ada, by = this.running, ...sending }: AskingOf = {},
  ): Promise<CommandReply> {
    return by.send(principal, command, input, sending);
  }
}

/** What is shown of one but when it was changed last. */
export const plain = async (under: VersionsUnderTest, one: One): Promise<object | undefined> => {
  const shown = await under.read(one);
  return shown && { ...shown, updated_at: '' };
};

/** The code of a refusal with where in the body it stands. */
export const refusedAt = (reply: CommandReply): readonly unknown[] =>
  reply.status === 'done' ? ['done'] : [reply.code, ...(reply.errors ?? []).map(({ pointer }) => pointer)];
