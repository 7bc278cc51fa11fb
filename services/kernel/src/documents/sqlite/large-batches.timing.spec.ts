import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longestHold } from '../../testkit/longest-hold.js';
import { MODEL, Projector, patch, put } from '../conformance-store.js';
import { type Documents, PAGE_BYTES } from '../port.js';
import { openSqliteDocuments } from './documents.js';

const CHANGES = 20_000;
/** Of one turn. Without slices the whole batch is one, which takes some ten times as long. */
const MOST_MS = 50;

describe('one event that changes very many documents', () => {
  let folder: string;
  let documents: Documents;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-large-'));
    documents = openSqliteDocuments({ path: join(folder, 'views.db') });
    await documents.prepare([MODEL]);
  });
  afterEach(async () => {
    await documents.close();
    rmSync(folder, { recursive: true });
  });

  const many = Array.from({ length: CHANGES }, (_, n) =>
    put({
      id: `d${n}`,
      size: n,
      project: 'p',
      tags: ['a', `b${n % 7}`],
      words: [`w${n}`],
      text: 'x'.repeat(400),
    }),
  );
  const moved = many.map((_, n) => patch(`d${n}`, { size: -n }));

  it('leaves others their turn while it is applied, and while its documents are read', async () => {
    const projector = new Projector(documents);
    const first = await longestHold(() => projector.apply(...many));
    const second = await longestHold(() => projector.apply(...moved));
    const page = { filter: { fields: { project: 'p' } }, sort: 'size', limit: 5_000, mostBytes: PAGE_BYTES };
    const reading = await longestHold(() => documents.findPage('things', page));
    expect([first, second, reading].filter((ms) => ms > MOST_MS)).toEqual([]);
  });
});
