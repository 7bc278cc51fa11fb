import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atOnce } from '../../clock/steps.js';
import { type Column, type Database, openDatabase, type Statement, type Value } from '../../sqlite/index.js';
import { idsOf, MODEL, Projector, put } from '../conformance-store.js';
import type { Filter } from '../port.js';
import { openSqliteDocuments } from './documents.js';
import { countDocuments, findDocuments } from './query.js';
import { ReadCache } from './read-cache.js';
import type { Shape } from './shape.js';
import { shapeOf } from './shape.js';
import { keepStatements, type Statements } from './statements.js';

const OTHERS = 6_000;
const OWN = 40;

/** What others have costs a search nothing: the words of all stand in one index. */
describe('a search beside what many others have', () => {
  let folder: string;
  let database: Database;
  let statements: Statements;
  let shape: Shape;
  /** Rows that the statements gave. */
  let rows = 0;
  let texts: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-words-'));
    const path = join(folder, 'views.db');
    const documents = openSqliteDocuments({ path });
    await documents.prepare([MODEL]);
    const things = Array.from({ length: OTHERS + OWN }, (_, n) => {
      const name = n < OTHERS ? 'others' : 'own';
      const words = ['the', 'thing', `th${n}`];
      return { id: `${n}`, size: n, project: name, words, terms: words, readers: [{ token: name }] };
    });
    await new Projector(documents).apply(...things.map((thing) => put(thing)));
    await documents.close();
    database = openDatabase(path, { synchronous: 'NORMAL' });
    const kept = keepStatements(database);
    statements = <Row extends readonly Column[]>(text: string): Statement<Row> => {
      const statement = kept<Row>(text);
      const all = (...values: readonly Value[]): Row[] => {
        texts.push(text);
        const found = statement.all(...values);
        rows += found.length;
        return found;
      };
      return { ...statement, all };
    };
    shape = shapeOf(MODEL.collections[0]!, MODEL.version, 1);
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  const searched = (filter: Filter): { readonly found: readonly string[]; readonly counted: number } => {
    [rows, texts] = [0, []];
    const options = { filter, sort: 'size', limit: 10, mostBytes: Number.POSITIVE_INFINITY };
    const page = atOnce(findDocuments(statements, shape, new ReadCache(), options));
    return { found: idsOf(page.documents), counted: countDocuments(statements, shape, filter, 10_001) };
  };
  const firstOwn = Array.from({ length: 10 }, (_, n) => String(OTHERS + n));

  it.each(['t', 'th', 'thin'])('goes through its own scope alone: %s', (prefix) => {
    const filter = { fields: { project: 'own' }, words: { field: 'terms', all: ['the'], prefix } };
    expect(searched(filter)).toEqual({ found: firstOwn, counted: OWN });
    expect(rows).toBeLessThan(3 * OWN + 20);
  });

  it.each(['t', 'th', 'thin'])('goes through the few that its caller may read: %s', (prefix) => {
    const readers = { field: 'readers', tokens: ['own', 'none'], at: '2026-01-01T00:00:00.000Z' };
    const filter = { readers, words: { field: 'words', all: ['the'], prefix } };
    expect(searched(filter)).toEqual({ found: firstOwn, counted: OWN });
    expect(texts.filter((text) => text.includes('MATCH'))).toEqual([]);
  });

  it('goes through the few that have the words when very many may be read', () => {
    const readers = { field: 'readers', tokens: ['own', 'others'], at: '2026-01-01T00:00:00.000Z' };
    const search = (all: readonly string[], prefix: string) =>
      searched({ readers, words: { field: 'words', all, prefix } });
    expect(search(['the'], 'th6039')).toEqual({ found: ['6039'], counted: 1 });
    expect(search(['the'], 'thin').counted).toBe(OTHERS + OWN);
    expect(search(['the'], 'tho').counted).toBe(0);
  });
});
