import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextTurn } from '../../clock/pause.js';
import type { Steps } from '../../clock/steps.js';
import { START } from '../../base/position.js';
import { CommitUnknown, type Database, openDatabase } from '../../sqlite/index.js';
import { increment, MODEL, Projector, put } from '../conformance-store.js';
import type { ChangeBatch, Documents } from '../port.js';
import { ChangeRefused } from '../port.js';
import { openSqliteDocuments } from './documents.js';
import { WriteBehind } from './write-behind.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-window-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the documents of a process that was killed', () => {
  let documents: Documents;
  beforeEach(async () => {
    documents = openSqliteDocuments({ path: join(folder, 'views.db') });
    await documents.prepare([MODEL]);
  });
  afterEach(() => documents.close());

  /** What another process finds in the files as they are now: they are copied before anything else has its turn. */
  const afterKill = async (): Promise<Documents> => {
    for (const end of ['', '-wal'])
      copyFileSync(join(folder, `views.db${end}`), join(folder, `killed.db${end}`));
    const found = openSqliteDocuments({ path: join(folder, 'killed.db') });
    await found.prepare([MODEL]);
    return found;
  };

  it('law 1: what was applied in the last moment is gone together with its checkpoint', async () => {
    await new Projector(documents).apply(put({ id: 'a', n: 1 }));
    await documents.scrub();
    await new Projector(documents).apply(put({ id: 'a', n: 2 }));
    const killed = await afterKill();
    expect(await documents.get('things', 'a')).toEqual({ id: 'a', n: 2 });
    expect(await killed.get('things', 'a')).toEqual({ id: 'a', n: 1 });
    expect(await killed.checkpoint('test.things', 'live')).toBe('00000001');
    await killed.close();
  });

  it('law 1: what was applied is there with its checkpoint once the moment is over', async () => {
    await new Projector(documents).apply(put({ id: 'a' }));
    const applied = put({ id: 'last' });
    await new Projector(documents).apply(
      ...Array.from({ length: 4_000 }, (_, n) => put({ id: `${n}` })),
      applied,
    );
    const killed = await afterKill();
    expect(await killed.get('things', 'last')).toEqual({ id: 'last' });
    expect(await killed.checkpoint('test.things', 'live')).toBe('00000002');
    await killed.close();
  });

  it('law 1: nothing is there of a large batch that was under way', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => put({ id: `d${n}`, words: [`w${n}`] }));
    await new Projector(documents).apply(put({ id: 'a' }));
    await documents.scrub();
    let isOver = false;
    const applying = new Projector(documents).apply(...many).finally(() => (isOver = true));
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    const killed = await afterKill();
    expect(isOver).toBe(false);
    expect(await killed.find('things', { filter: {}, sort: 'id', limit: 10 })).toEqual([{ id: 'a' }]);
    expect(await killed.checkpoint('test.things', 'live')).toBe('00000001');
    await killed.close();
    await applying;
  });

  it('a batch that is refused takes nothing else away', async () => {
    const name = (id: string) => put({ id, space: 's', name: 'n' }, 'names');
    const projector = new Projector(documents);
    await projector.apply(put({ id: 'a', words: ['kept'] }), name('one'));
    await expect(projector.apply(put({ id: 'b' }), name('two'))).rejects.toBeInstanceOf(ChangeRefused);
    expect(await documents.get('things', 'a')).toEqual({ id: 'a', words: ['kept'] });
    expect(await documents.get('things', 'b')).toBeUndefined();
    expect(await documents.checkpoint('test.things', 'live')).toBe('00000001');
  });
});

describe('a window over a file that fails', () => {
  let database: Database;
  let fail: 'commit' | 'begin' | undefined;
  let window: WriteBehind;
  let undone: number;
  /** The batch that goes on while this names it. */
  let slow: string | undefined;

  beforeEach(() => {
    database = openDatabase(join(folder, 'a.db'), { synchronous: 'NORMAL' });
    database.exec('CREATE TABLE done (position TEXT NOT NULL)');
    fail = undefined;
    undone = 0;
    slow = undefined;
    const failing: Database = {
      ...database,
      begin: () => {
        if (fail === 'begin') throw new Error('full');
        database.begin();
      },
      commit: () => {
        if (fail !== 'commit') {
          database.commit();
          return;
        }
        database.rollBack();
        throw new CommitUnknown('full');
      },
    };
    const insert = database.prepare('INSERT INTO done VALUES (?)');
    const head = database.prepare<readonly [string | null]>('SELECT max(position) FROM done');
    const writing = function* (to: string): Steps<number> {
      const inserted = insert.run(to);
      yield;
      if (to !== slow) return inserted;
      while (to === slow) yield;
      return insert.run(`${to} whole`);
    };
    window = new WriteBehind({
      database: failing,
      undone: () => (undone += 1),
      plan: function* ({ from, to }) {
        yield;
        const checkpoint = head.get()?.[0] ?? START;
        if (checkpoint !== from) return { status: 'moved', checkpoint };
        return { status: 'ready', tables: ['done'], write: () => writing(to) };
      },
    });
  });
  afterEach(() => database.close());

  const batch = (from: string, to: string): ChangeBatch => ({
    projection: 'test.things',
    generation: 'live',
    from,
    to,
    changes: [increment('a', { n: 1 })],
  });
  const done = () => database.prepare<readonly [string]>('SELECT position FROM done').all().flat();

  it('law 2: what was answered is written again before anything else', async () => {
    await window.apply(batch(START, '1'));
    await window.apply(batch('1', '2'));
    fail = 'commit';
    expect(() => window.committed(() => undefined)).toThrow(CommitUnknown);
    expect([undone, done()]).toEqual([1, []]);
    fail = 'begin';
    expect(() => window.settle()).toThrow('full');
    fail = undefined;
    window.settle();
    expect(done()).toEqual(['1', '2']);
    expect(await window.apply(batch('2', '3'))).toEqual({ status: 'applied' });
    await window.committed(() => undefined);
    expect(done()).toEqual(['1', '2', '3']);
  });

  it('law 1: a commit of which nothing was known is not made twice', async () => {
    await window.apply(batch(START, '1'));
    fail = 'commit';
    expect(() => window.committed(() => undefined)).toThrow(CommitUnknown);
    database.exec("INSERT INTO done VALUES ('1')");
    fail = undefined;
    window.settle();
    await window.committed(() => undefined);
    expect(done()).toEqual(['1']);
  });

  it('law 1: a batch that the engine undoes between two slices leaves nothing, and what was answered stays', async () => {
    await window.apply(batch(START, '1'));
    slow = '2';
    const applying = window.apply(batch('1', '2'));
    while (done().length < 2) await nextTurn();
    database.rollBack();
    slow = undefined;
    await expect(applying).rejects.toBeInstanceOf(CommitUnknown);
    expect(done()).toEqual(['1']);
    expect(await window.apply(batch('1', '2'))).toEqual({ status: 'applied' });
    await window.committed(() => undefined);
    expect(done()).toEqual(['1', '2']);
  });
});
