import { MODEL, Projector, put, remove } from '../documents/conformance-store.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { sweepAll, type Swept, SWEPT_AT_ONCE } from './sweeping.js';

/** Many more than one transaction takes, of two spaces whose names begin alike. */
const COUNT = 2 * SWEPT_AT_ONCE + 50;
const rowsOf = (space: string): readonly string[] =>
  Array.from({ length: COUNT }, (_, n) => `${space}.=${String(n).padStart(4, '0')}.000000`);

describe('a sweep', () => {
  let engines: Embedded;
  let projector: Projector;
  let transactions: number[];
  beforeEach(async () => {
    engines = openEmbedded();
    await engines.documents.prepare([MODEL]);
    projector = new Projector(engines.documents);
    transactions = [];
    await projector.apply(...[...rowsOf('ab'), ...rowsOf('abc')].map((id) => put({ id })));
  });
  afterEach(() => engines.remove());

  const sweep = (swept: Swept): Promise<number> => {
    async function* toSweep(): AsyncGenerator<Swept> {
      yield swept;
    }
    const removeDocuments = async (_: string, collection: string, ids: readonly string[]) => {
      transactions.push(ids.length);
      await projector.apply(...ids.map((id) => remove(id, collection)));
      return true;
    };
    const tools = { documents: engines.documents, removeDocuments };
    return sweepAll(toSweep, tools, new AbortController().signal);
  };
  const ofSpace = { projection: MODEL.projection, collection: 'things' };

  it('removes the documents of a range of ids in chunks, and no others', async () => {
    const swept = { ...ofSpace, fields: { id: { from: 'ab.', to: 'ab/' } }, sort: 'id' };
    expect(await sweep(swept)).toBe(COUNT);
    expect(transactions).toEqual([SWEPT_AT_ONCE, SWEPT_AT_ONCE, 50]);
    const left = await engines.documents.find('things', { filter: {}, sort: 'id', limit: 1_000 });
    expect(left.map(({ id }) => id)).toEqual(rowsOf('abc'));
    expect(await sweep(swept)).toBe(0);
  });

  it('finds them in the order in which they were made where nothing else is said', async () => {
    const swept = { ...ofSpace, fields: { id: { from: 'ab.', to: 'ab/' } } };
    await expect(sweep(swept)).rejects.toThrow('declares the field created_at');
  });
});
