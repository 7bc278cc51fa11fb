import type { Database, Statement } from '../../sqlite/index.js';
import { freshKey } from '../keys.js';
import { PersonErased } from '../port.js';
import type { Wrapping } from '../wrapping.js';

/** Some megabytes. */
const CACHED_KEYS = 20_000;

/** A key for each person, made when first asked for; an erased person never has one again. */
export class PersonKeys {
  private readonly cache = new Map<string, Buffer>();
  private readonly find: Statement<readonly [Buffer | null]>;
  private readonly add: Statement<never>;
  private readonly forget: Statement<never>;

  constructor(
    database: Database,
    private readonly wrapping: Wrapping,
  ) {
    this.find = database.prepare('SELECT sealed FROM persons WHERE id = ?');
    this.add = database.prepare('INSERT INTO persons (id, sealed) VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.forget = database.prepare(
      'INSERT INTO persons (id, sealed) VALUES (?, NULL) ON CONFLICT DO UPDATE SET sealed = NULL',
    );
  }

  /** `undefined`: never made. Throws `PersonErased`. */
  get(subject: string): Buffer | undefined {
    const cached = this.cache.get(subject);
    if (cached !== undefined) return this.remember(subject, cached);
    const row = this.find.get(subject);
    if (row === undefined) return undefined;
    if (row[0] === null) throw new PersonErased(`the key of ${subject} was erased`);
    return this.remember(subject, this.wrapping.unwrap('persons', subject, row[0]));
  }

  getOrMake(subject: string): Buffer {
    const known = this.get(subject);
    if (known !== undefined) return known;
    this.make(subject);
    return this.getOrMake(subject);
  }

  /** Where there is none and never was one. */
  make(subject: string): void {
    this.add.run(subject, this.wrapping.wrap('persons', subject, freshKey()));
  }

  erase(subject: string): void {
    // First: whatever happens to the file, nobody is given the key again without it being asked.
    this.cache.delete(subject);
    this.forget.run(subject);
  }

  /** The one used longest ago makes room. */
  private remember(subject: string, key: Buffer): Buffer {
    this.cache.delete(subject);
    this.cache.set(subject, key);
    if (this.cache.size > CACHED_KEYS) this.cache.delete(this.cache.keys().next().value!);
    return key;
  }
}
