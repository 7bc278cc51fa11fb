import type { Database, Statement } from '../../sqlite/index.js';
import { freshServerKey, serverKeyRow, VALID_KEYS } from '../keys.js';
import type { ServerKey } from '../port.js';
import type { Wrapping } from '../wrapping.js';

/** The server's keys by purpose. They are read once: this process alone changes them. */
export class ServerKeyRing {
  private readonly rings = new Map<string, readonly ServerKey[]>();
  private readonly find: Statement<readonly [string, Buffer]>;
  private readonly add: Statement<never>;
  private readonly drop: Statement<never>;

  constructor(
    private readonly database: Database,
    private readonly wrapping: Wrapping,
  ) {
    this.find = database.prepare(
      'SELECT id, sealed FROM server_keys WHERE purpose = ? ORDER BY generation DESC',
    );
    this.add = database.prepare(
      `INSERT INTO server_keys (id, sealed, purpose, generation)
       VALUES (?1, ?2, ?3, (SELECT coalesce(max(generation), 0) + 1 FROM server_keys WHERE purpose = ?3))`,
    );
    this.drop = database.prepare('DELETE FROM server_keys WHERE id = ?');
  }

  /** Newest first, one at least. */
  keys(purpose: string): readonly ServerKey[] {
    const known = this.rings.get(purpose);
    if (known !== undefined) return known;
    const ring = this.database.transaction(() => {
      const stored = this.stored(purpose);
      return stored.length > 0 ? stored : [this.make(purpose)];
    });
    this.rings.set(purpose, ring);
    return ring;
  }

  /** Makes a key and drops those before the last. */
  rotate(purpose: string): ServerKey {
    const [made, ring] = this.database.transaction(() => {
      const before = this.stored(purpose);
      const newest = this.make(purpose);
      for (const { id } of before.slice(VALID_KEYS - 1)) this.drop.run(id);
      return [newest, [newest, ...before.slice(0, VALID_KEYS - 1)]] as const;
    });
    this.rings.set(purpose, ring);
    return made;
  }

  private stored(purpose: string): readonly ServerKey[] {
    return this.find.all(purpose).map(([id, sealed]) => ({
      id,
      key: this.wrapping.unwrap('server_keys', serverKeyRow(purpose, id), sealed),
    }));
  }

  private make(purpose: string): ServerKey {
    const made = freshServerKey();
    const row = serverKeyRow(purpose, made.id);
    this.add.run(made.id, this.wrapping.wrap('server_keys', row, made.key), purpose);
    return made;
  }
}
