import type { ClientSession } from 'mongodb';
import { FreshAnswer } from '../../clock/fresh-answer.js';
import { type MongoConnection, unlessDuplicate } from '../../mongodb/index.js';
import { type Position, START } from '../../base/position.js';
import type { Generation, ReadModel } from '../port.js';
import { Garbage } from './garbage.js';
import { makeCollection } from './make-collection.js';
import type { GenerationRecord, Records } from './records.js';
import { keyOfGeneration, makeRecords, recordsIn, STATE } from './records.js';
import type { Shape } from './shape.js';
import { shapeOf } from './shape.js';

const SAID_AGAIN_MS = 3_600_000;

/** The collections of a read model in one generation. */
export interface Tables {
  readonly number: number;
  readonly shapes: ReadonlyMap<string, Shape>;
}

interface Known {
  readonly model: ReadModel;
  readonly live: Tables | undefined;
  readonly next: Tables | undefined;
}

/** Where readers of a collection look, and how often generations had been switched when that was found out. */
export interface Live {
  readonly shape: Shape;
  readonly switches: number;
}

/**
 * Which generations there are: what the records say, remembered. A record is one generation with its checkpoint; that a
 * batch is applied to the generation that is meant, and only once, is compared in its transaction. Readers compare
 * `switches` at the time of each read (`reading.ts`), so that a new generation is seen by every process at once.
 */
export class Generations {
  readonly records: Records;
  readonly garbage: Garbage;
  /** Of all generations: a replica that looks on wants to know of each of its projections, ten times a second. */
  readonly #standing: FreshAnswer<ReadonlyMap<string, Pick<GenerationRecord, 'number' | 'position'>>>;
  #known: ReadonlyMap<string, Known> = new Map();
  #live: ReadonlyMap<string, Shape> = new Map();
  #switches = -1;

  constructor(
    private readonly connection: MongoConnection,
    graceMs: number,
  ) {
    this.records = recordsIn(connection.database);
    this.garbage = new Garbage(connection, this.records, graceMs);
    this.#standing = new FreshAnswer(async () => {
      const all = this.records.generations.find({}, { projection: { number: 1, position: 1 } });
      return new Map((await all.toArray()).map((record) => [record._id, record]));
    });
  }

  /** Makes what is missing, in the order of the models. Other processes may be doing the same. */
  async prepare(models: readonly ReadModel[]): Promise<void> {
    refuseDoubles(models);
    for (const model of models) tablesOf(model, 0);
    await makeRecords(this.records);
    await this.sayUsed(models);
    for (const model of models) await this.#ensureLive(model);
    await this.#load(models);
    for (const { live, next } of this.#known.values())
      for (const tables of [live, next])
        for (const shape of tables?.shapes.values() ?? [])
          await makeCollection(this.connection.database, shape);
    await this.garbage.discardUnused(models);
    await this.garbage.sweep();
  }

  /**
   * Another process does not drop a version that was used within the last day. What was said within the hour is not said
   * again: every batch writes these records too, and a process that starts would get in its way.
   */
  async sayUsed(models: readonly ReadModel[] = this.models): Promise<void> {
    const now = Date.now();
    const usedAt = { $lt: new Date(now - SAID_AGAIN_MS) };
    for (const { projection, version } of models)
      await this.records.generations.updateMany(
        { projection, version, usedAt },
        { $set: { usedAt: new Date(now) } },
      );
  }

  /** Looks again which generations there are. */
  reload(): Promise<void> {
    return this.#load(this.models);
  }

  get models(): readonly ReadModel[] {
    return Array.from(this.#known.values(), ({ model }) => model);
  }

  /** As far as is known here; the batch's transaction finds out. Throws when the projection was not prepared. */
  tables(projection: string, generation: Generation): Tables | undefined {
    return this.#find(projection)[generation];
  }

  /** Of its record. */
  keyOf(projection: string, generation: Generation): string {
    return keyOfGeneration(this.#find(projection).model, generation);
  }

  /** What readers of a collection see. Throws when nobody declared it. */
  live(collection: string): Live {
    const shape = this.#live.get(collection);
    if (shape === undefined) throw new Error(`no read model declares the collection ${collection}`);
    return { shape, switches: this.#switches };
  }

  /** As it is now, whoever moved it. */
  async checkpoint(projection: string, generation: Generation): Promise<Position> {
    const record = (await this.#standing.get()).get(this.keyOf(projection, generation));
    if (record?.number !== this.tables(projection, generation)?.number) await this.reload();
    return record?.position ?? START;
  }

  async beginNext(projection: string): Promise<void> {
    const { model } = this.#find(projection);
    await this.#make(model, 'next');
    await this.reload();
    await this.garbage.sweep();
  }

  async promoteNext(projection: string, at: Position): Promise<boolean> {
    const { model } = this.#find(projection);
    const { generations, state } = this.records;
    const [live, next] = [keyOfGeneration(model, 'live'), keyOfGeneration(model, 'next')];
    let promoted: number | undefined;
    await this.garbage.transaction(async (session) => {
      const record = await generations.findOneAndDelete({ _id: next, position: at }, { session });
      if (record === null) return;
      promoted = record.number;
      await this.garbage.discard(live, session);
      await generations.insertOne({ ...record, _id: live, role: 'live' }, { session });
      await state.updateOne({ _id: STATE }, { $inc: { switches: 1 } }, { session });
    });
    await this.reload();
    // The transaction may have run twice, the first time with an unknown end: what is live now tells.
    return promoted !== undefined && this.tables(projection, 'live')?.number === promoted;
  }

  #find(projection: string): Known {
    const known = this.#known.get(projection);
    if (known === undefined) throw new Error(`the projection ${projection} was not prepared`);
    return known;
  }

  async #load(models: readonly ReadModel[]): Promise<void> {
    const { generations, state } = this.records;
    // Before the records: what is switched in between is found again.
    const switches = (await state.findOne({ _id: STATE }))?.switches ?? 0;
    const projections = models.map(({ projection }) => projection);
    const records = await generations.find({ projection: { $in: projections } }).toArray();
    const known = models.map((model): Known => {
      const numbered = (role: Generation): Tables | undefined => {
        const record = records.find(({ _id }) => _id === keyOfGeneration(model, role));
        return record && tablesOf(model, record.number);
      };
      return { model, live: numbered('live'), next: numbered('next') };
    });
    this.#known = new Map(known.map((each) => [each.model.projection, each]));
    this.#live = new Map(known.flatMap(({ live }) => [...(live?.shapes ?? [])]));
    this.#switches = switches;
  }

  async #ensureLive(model: ReadModel): Promise<void> {
    const { projection, version } = model;
    const key = keyOfGeneration(model, 'live');
    const record = await this.records.generations.findOne({ _id: key });
    if (record !== null && record.indexes !== indexesOf(model))
      throw new Error(`${projection}@${version} was made with other indexes: count its version up`);
    if (record !== null && (await this.#isWhole(record))) return;
    if (record !== null) await this.garbage.transaction((session) => this.garbage.discard(key, session));
    // When another process makes it in the meantime, that one is used.
    await unlessDuplicate(this.#make(model, 'live'));
  }

  /** Not when somebody dropped a collection: its documents are gone, and are made anew from the log. */
  async #isWhole({ collections }: GenerationRecord): Promise<boolean> {
    const named = { name: { $in: [...collections] } };
    const present = await this.connection.database.listCollections(named, { nameOnly: true }).toArray();
    return present.length === collections.length;
  }

  /** Makes the collections first, takes them into use last; what a crash leaves in between is swept away. */
  async #make(model: ReadModel, role: Generation): Promise<void> {
    const number = await this.#nextNumber();
    const shapes = [...tablesOf(model, number).shapes.values()];
    const collections = shapes.map(({ name }) => name);
    await this.records.garbage.insertOne({ _id: number, collections, since: new Date() });
    for (const shape of shapes) await makeCollection(this.connection.database, shape);
    const record: GenerationRecord = {
      _id: keyOfGeneration(model, role),
      projection: model.projection,
      version: model.version,
      role,
      number,
      indexes: indexesOf(model),
      position: START,
      batches: 0,
      collections,
      usedAt: new Date(),
    };
    await this.garbage.transaction((session) => this.#adopt(record, session));
  }

  async #adopt(record: GenerationRecord, session: ClientSession): Promise<void> {
    const { garbage, generations } = this.records;
    const { deletedCount } = await garbage.deleteOne(
      { _id: record.number, going: { $exists: false } },
      { session },
    );
    if (deletedCount === 0) throw new Error(`making ${record.projection} took too long: try again`);
    if (record.role === 'next') await this.garbage.discard(record._id, session);
    await generations.insertOne(record, { session });
  }

  /** The record is there: an upsert that answers with what it wrote is not to be trusted when raced. */
  async #nextNumber(): Promise<number> {
    const state = await this.records.state.findOneAndUpdate(
      { _id: STATE },
      { $inc: { last: 1 } },
      { returnDocument: 'after' },
    );
    if (state === null) throw new Error('the record of the generations is gone');
    return state.last;
  }
}

const tablesOf = (model: ReadModel, number: number): Tables => ({
  number,
  shapes: new Map(
    model.collections.map((collection) => [collection.name, shapeOf(collection, model.version, number)]),
  ),
});

const indexesOf = (model: ReadModel): string =>
  JSON.stringify(model.collections.map(({ name, indexes }) => ({ name, indexes })));

/** As on SQLite, names know no case. */
const refuseDoubles = (models: readonly ReadModel[]): void => {
  const collections = models.flatMap((model) => model.collections.map(({ name }) => name.toLowerCase()));
  for (const names of [models.map(({ projection }) => projection), collections]) {
    const double = names.find((name, at) => names.indexOf(name) !== at);
    if (double !== undefined) throw new Error(`${double} is declared twice`);
  }
};
