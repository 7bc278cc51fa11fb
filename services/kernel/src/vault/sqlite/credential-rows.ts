import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../base/json-value.js';
import type { Database, Statement } from '../../sqlite/index.js';
import type { Wrapping } from '../wrapping.js';

type Credential = { readonly [key: string]: Json };
/** How many are looked at in one step when they are collected. */
const PAGE = 200;

/** Immutable rows: password hashes, key hashes, one-time-password secrets. */
export class CredentialRows {
  private readonly read: Statement<readonly [Buffer]>;
  private readonly add: Statement<never>;
  private readonly drop: Statement<never>;
  private readonly page: Statement<readonly [string, number]>;

  constructor(
    private readonly database: Database,
    private readonly wrapping: Wrapping,
  ) {
    this.read = database.prepare('SELECT sealed FROM credentials WHERE id = ?');
    this.add = database.prepare('INSERT INTO credentials (id, sealed, written_at) VALUES (?, ?, ?)');
    this.drop = database.prepare('DELETE FROM credentials WHERE id = ?');
    this.page = database.prepare(
      `SELECT id, written_at FROM credentials WHERE (written_at, id) > (?, ?) AND written_at < ? ORDER BY written_at, id LIMIT ${PAGE}`,
    );
  }

  find(id: string): Credential | undefined {
    const row = this.read.get(id);
    return row && (JSON.parse(this.wrapping.unwrap('credentials', id, row[0]).toString()) as Credential);
  }

  put(id: string, credential: Credential, now: number): void {
    const text = JSON.stringify(credential);
    this.database.transaction(() => {
      const known = this.find(id);
      if (known === undefined) {
        this.add.run(id, this.wrapping.wrap('credentials', id, Buffer.from(text)), now);
      } else if (!isDeepStrictEqual(known, JSON.parse(text))) {
        throw new Error(`credential ${id} stands and is not what was put`);
      }
    });
  }

  remove(id: string): boolean {
    return this.drop.run(id) === 1;
  }

  /** Answers how many were removed. Looks at a page at a time, so that it never holds up the process. */
  async collect(isNamed: (id: string) => Promise<boolean>, writtenBefore: number): Promise<number> {
    let removed = 0;
    let after: readonly [string, number] = ['', -1];
    for (;;) {
      const rows = this.page.all(after[1], after[0], writtenBefore);
      for (const [id] of rows) {
        if (!(await isNamed(id)) && this.remove(id)) removed += 1;
      }
      const last = rows.at(-1);
      if (last === undefined) return removed;
      after = last;
    }
  }
}
