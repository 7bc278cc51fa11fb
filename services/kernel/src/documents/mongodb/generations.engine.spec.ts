import { type MongoConnection, openMongo } from '../../mongodb/index.js';
import { mongoForSpecs } from '../../testkit/mongodb.js';
import { START } from '../../base/position.js';
import { increment, MODEL, Projector, put } from '../conformance-store.js';
import type { Documents, ReadModel } from '../port.js';
import { openMongoDocuments } from './documents.js';
import { type Records, recordsIn } from './records.js';

const server = mongoForSpecs();
const DAY_MS = 24 * 3_600_000;

/** Several processes on one database, and what an administrator sees. */
describe('documents in MongoDB of several processes', () => {
  let url: string;
  let admin: MongoConnection;
  let records: Records;
  const opened: Documents[] = [];
  beforeEach(async () => {
    url = server.freshDatabase();
    admin = await openMongo({ url });
    records = recordsIn(admin.database);
  });
  afterEach(async () => {
    for (const documents of opened.splice(0)) await documents.close();
    await admin.close();
  });

  const open = async (options: { readonly graceMs?: number } = {}): Promise<Documents> => {
    const documents = await openMongoDocuments({ url, ...options });
    opened.push(documents);
    return documents;
  };
  const prepared = async (options: { readonly graceMs?: number } = {}): Promise<Documents> => {
    const documents = await open(options);
    await documents.prepare([MODEL]);
    return documents;
  };
  const collections = async (): Promise<readonly string[]> => {
    const all = await admin.database.listCollections({}, { nameOnly: true }).toArray();
    return all.flatMap(({ name }) => (name.includes('__v') ? [name] : [])).sort();
  };
  /** A generation that holds one document, which tells it. */
  const rebuilt = async (documents: Documents, generation: number): Promise<string> => {
    await documents.beginNext('test.things');
    return new Projector(documents, 'next').apply(put({ id: 'a', size: generation, tags: ['x'] }));
  };

  it('prepare at once, and have one generation between them', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => open()));
    await Promise.all(all.map((documents) => documents.prepare([MODEL])));
    expect(await records.generations.countDocuments()).toBe(1);
    await new Projector(all[0]!).apply(put({ id: 'a' }));
    for (const documents of all) expect(await documents.get('things', 'a')).toEqual({ id: 'a' });
    await new Projector(all[1]!).apply(increment('a', { n: 1 }));
    expect(await all[2]!.checkpoint('test.things', 'live')).toBe('00000002');
  });

  it('see a new generation at once', async () => {
    const [one, other] = [await prepared(), await prepared()];
    for (let generation = 1; generation <= 10; generation += 1) {
      const at = await rebuilt(one, generation);
      expect(await one.promoteNext('test.things', at)).toBe(true);
      const document = { id: 'a', size: generation, tags: ['x'] };
      switch (generation % 4) {
        case 0:
          expect(await other.get('things', 'a')).toEqual(document);
          break;
        case 1:
          expect(await other.getMany('things', ['a'])).toEqual([document]);
          break;
        case 2:
          expect(await other.find('things', { filter: {}, sort: 'id', limit: 9 })).toEqual([document]);
          break;
        default:
          expect(await other.count('things', { fields: { size: generation } }, 9)).toBe(1);
      }
    }
  });

  it('read one generation or the next while they are switched, never nothing and never an older one', async () => {
    const [one, other] = [await prepared(), await prepared()];
    await new Projector(one).apply(put({ id: 'a', size: 0, tags: ['x'] }));
    const seen: number[][] = [];
    let going = true;
    const reader = async (): Promise<void> => {
      const mine: number[] = [];
      seen.push(mine);
      while (going) mine.push(Number((await other.get('things', 'a'))?.size));
    };
    const readers = Array.from({ length: 8 }, reader);
    for (let generation = 1; generation <= 5; generation += 1)
      await one.promoteNext('test.things', await rebuilt(one, generation));
    going = false;
    await Promise.all(readers);
    for (const mine of seen) expect(mine).toEqual(mine.toSorted((a, b) => a - b));
    expect(new Set(seen.flat())).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it('law 1: apply nothing to a generation that was live before, and go on with the one that is', async () => {
    const [one, other] = [await prepared(), await prepared()];
    const old = await new Projector(other).apply(increment('a', { size: 7 }));
    await one.promoteNext('test.things', await rebuilt(one, 1));
    await new Projector(one).apply(increment('a', { size: 1 }));
    const outcome = await new Projector(other).applyAt(old, '00000009', [increment('a', { size: 100 })]);
    expect(outcome).toEqual({ status: 'moved', checkpoint: '00000002' });
    await new Projector(other).apply(increment('a', { size: 1 }));
    expect(await one.get('things', 'a')).toEqual({ id: 'a', size: 3, tags: ['x'] });
  });

  it('law 1: apply to a new generation from where it stands, though it stands where the old one stood', async () => {
    const [one, other] = [await prepared(), await prepared()];
    const at = await new Projector(other).apply(increment('a', { size: 7 }));
    expect(await one.promoteNext('test.things', await rebuilt(one, 1))).toBe(true);
    expect(await new Projector(other).applyAt(at, '00000002', [increment('a', { size: 1 })])).toEqual({
      status: 'applied',
    });
    expect(await one.get('things', 'a')).toEqual({ id: 'a', size: 2, tags: ['x'] });
  });

  it('law 1: rebuild a generation that another has begun anew from its start', async () => {
    const [one, other] = [await prepared(), await prepared()];
    const at = await rebuilt(other, 1);
    await one.beginNext('test.things');
    expect(await new Projector(other, 'next').applyAt(at, '00000002', [])).toEqual({
      status: 'moved',
      checkpoint: START,
    });
    expect(await other.promoteNext('test.things', at)).toBe(false);
  });

  it('drop what was live before only when nobody can be reading it any more', async () => {
    const patient = await prepared();
    await patient.promoteNext('test.things', await rebuilt(patient, 1));
    await patient.scrub();
    expect(await collections()).toEqual(['names__v1_g1', 'names__v1_g2', 'things__v1_g1', 'things__v1_g2']);
    const hasty = await open({ graceMs: 0 });
    await hasty.prepare([MODEL]);
    expect(await collections()).toEqual(['names__v1_g2', 'things__v1_g2']);
    expect(await records.garbage.countDocuments()).toBe(0);
  });

  it('drop what a crash left behind while it was made, and give its number to nobody', async () => {
    const documents = await prepared({ graceMs: 0 });
    await records.garbage.insertOne({
      _id: 2,
      collections: ['things__v1_g2', 'never_made__v1_g2'],
      since: new Date(0),
    });
    await admin.database.createCollection('things__v1_g2');
    await records.state.updateOne({ _id: 'generations' }, { $set: { last: 2 } });
    await documents.beginNext('test.things');
    expect(await collections()).toEqual(['names__v1_g1', 'names__v1_g3', 'things__v1_g1', 'things__v1_g3']);
  });

  it('keep the versions that others use, and drop those that nobody has used for a day', async () => {
    await new Projector(await prepared()).apply(put({ id: 'old' }));
    const newer = await open({ graceMs: 0 });
    const NEWER: ReadModel = { ...MODEL, version: 2 };
    await newer.prepare([NEWER]);
    expect(await (await prepared()).get('things', 'old')).toEqual({ id: 'old' });

    await records.generations.updateMany(
      { version: 1 },
      { $set: { usedAt: new Date(Date.now() - 2 * DAY_MS) } },
    );
    await newer.scrub();
    expect(await collections()).toEqual(['names__v2_g2', 'things__v2_g2']);
    expect(await newer.checkpoint('test.things', 'live')).toBe(START);
  });

  it('of a projection that no release has any more are dropped after a month', async () => {
    await new Projector(await prepared()).apply(put({ id: 'a', size: 1 }));
    const process = await open({ graceMs: 0 });
    await process.prepare([{ ...MODEL, projection: 'test.others' }]);
    const unusedFor = (days: number) =>
      records.generations.updateMany(
        { projection: 'test.things' },
        { $set: { usedAt: new Date(Date.now() - days * DAY_MS) } },
      );
    await unusedFor(29);
    await process.scrub();
    expect(await collections()).toContain('things__v1_g1');
    await unusedFor(31);
    await process.scrub();
    expect(await collections()).toEqual(['names__v1_g2', 'things__v1_g2']);
  });

  describe('with indexes that are not those declared', () => {
    const things = () => admin.database.collection('things__v1_g1');
    const names = () => admin.database.collection('names__v1_g1');
    beforeEach(async () => {
      await new Projector(await prepared()).apply(put({ id: 'a', size: 1 }));
    });

    it('make again what is missing', async () => {
      const before = await things().indexes();
      await things().dropIndexes();
      expect(await things().indexes()).toHaveLength(1);
      await prepared();
      const nameOf = ({ name }: { readonly name?: string | undefined }): string => name ?? '';
      expect((await things().indexes()).map(nameOf).sort()).toEqual(before.map(nameOf).sort());
    });
    it('are made anew from the log when a collection is gone', async () => {
      await names().drop();
      const documents = await prepared();
      expect(await documents.checkpoint('test.things', 'live')).toBe(START);
      expect(await documents.get('things', 'a')).toBeUndefined();
      await new Projector(documents).apply(put({ id: 'a', size: 1 }));
      expect(await documents.get('things', 'a')).toEqual({ id: 'a', size: 1 });
    });
    it('say which index of which collection stands in the way, and what to do', async () => {
      await things().dropIndex('compound-project-size');
      await things().createIndex({ 'order.size': -1 }, { name: 'compound-project-size' }, {});
      await expect(prepared()).rejects.toThrow(
        /compound-project-size of the collection things \(things__v1_g1 in MongoDB\).*drop the index/,
      );
    });
    it('say that a unique index cannot be made over what is there', async () => {
      await names().dropIndex('unique-space-name');
      const order = { space: '2s', name: '2n' };
      await names().insertMany([{ order }, { order }]);
      await expect(prepared()).rejects.toThrow(/names.*cannot be made.*drop the index/);
    });
    it('leave alone what somebody added', async () => {
      await things().createIndex({ 'order.size': -1 }, { name: 'of an administrator' }, {});
      await prepared();
      expect((await things().indexes()).some(({ name }) => name === 'of an administrator')).toBe(true);
    });
  });
});
