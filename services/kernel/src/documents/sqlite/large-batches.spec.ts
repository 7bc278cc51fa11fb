import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextTurn } from '../../clock/pause.js';
import { MODEL, Projector, put, remove } from '../conformance-store.js';
import { ChangeRefused, type Documents, DocumentsUnavailable, type ReadModel } from '../port.js';
import { openSqliteDocuments } from './documents.js';

const MANY = 5_000;
const OTHER: ReadModel = {
  projection: 'test.others',
  version: 1,
  collections: [{ name: 'others', indexes: [] }],
};

describe('a large batch in SQLite', () => {
  let folder: string;
  let documents: Documents;
  let order: string[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-large-'));
    documents = openSqliteDocuments({ path: join(folder, 'views.db') });
    await documents.prepare([MODEL, OTHER]);
    await new Projector(documents, 'live', OTHER.projection).apply(put({ id: 'a' }, 'others'));
    order = [];
  });
  afterEach(async () => {
    await documents.close();
    rmSync(folder, { recursive: true });
  });

  const many = Array.from({ length: MANY }, (_, n) =>
    put({ id: `d${n}`, project: 'p', size: n, tags: ['a', 'b'], words: [`w${n}`] }),
  );
  const noted = async <Result>(name: string, work: Promise<Result>): Promise<Result> =>
    work.finally(() => order.push(name));
  const project = { fields: { project: 'p' } };

  it('lets others read, and who writes waits for its end', async () => {
    const applying = noted('large', new Projector(documents).apply(...many));
    await noted('read', documents.get('others', 'a'));
    const small = noted(
      'small',
      new Projector(documents, 'live', OTHER.projection).apply(remove('a', 'others')),
    );
    await noted('read', documents.get('others', 'a'));
    const scrub = noted('scrub', documents.scrub());
    await Promise.all([applying, small, scrub]);
    expect(order).toEqual(['read', 'read', 'large', 'small', 'scrub']);
    expect(await documents.get('others', 'a')).toBeUndefined();
    expect(await documents.count('things', project, MANY + 1)).toBe(MANY);
  });

  it('takes with it, when it is refused, nothing that was read before or written by others', async () => {
    const projector = new Projector(documents);
    await projector.apply(...many);
    expect(await documents.count('things', project, MANY + 1)).toBe(MANY);
    await new Projector(documents, 'live', OTHER.projection).apply(put({ id: 'b' }, 'others'));
    const twice = ['a', 'b'].map((id) => put({ id, space: 's', name: 'n' }, 'names'));
    const gone = many.map((_, n) => remove(`d${n}`));
    await expect(projector.apply(...gone, ...twice)).rejects.toBeInstanceOf(ChangeRefused);
    expect(await documents.count('things', project, MANY + 1)).toBe(MANY);
    expect(await documents.get('things', 'd7')).toMatchObject({ size: 7 });
    expect(await documents.get('others', 'b')).toEqual({ id: 'b' });
  });

  it('is whole before the store is closed, and who waits is told that it is', async () => {
    const applying = new Projector(documents).apply(...many);
    await nextTurn();
    const closing = documents.close();
    await expect(documents.get('things', 'd0')).rejects.toBeInstanceOf(DocumentsUnavailable);
    await Promise.all([applying, closing]);
    documents = openSqliteDocuments({ path: join(folder, 'views.db') });
    await documents.prepare([MODEL, OTHER]);
    expect(await documents.count('things', project, MANY + 1)).toBe(MANY);
  });
});
