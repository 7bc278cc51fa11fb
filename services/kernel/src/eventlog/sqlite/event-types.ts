import type { Database, Statement } from '../../sqlite/index.js';

export interface EventType {
  readonly key: number;
  readonly category: string;
  readonly type: string;
}

/** The types of events in each category: few, so all are kept in memory. They also say which events belong to a category. */
export class EventTypes {
  readonly #byKey = new Map<number, EventType>();
  readonly #byCategory = new Map<string, Map<string, EventType>>();
  readonly #insert: Statement<never>;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO event_types (key, category, type) VALUES (?, ?, ?)');
    const rows = database
      .prepare<readonly [number, Buffer, Buffer]>(
        'SELECT key, CAST(category AS BLOB), CAST(type AS BLOB) FROM event_types ORDER BY key',
      )
      .all();
    for (const [key, category, type] of rows) {
      this.#remember({ key, category: category.toString(), type: type.toString() });
    }
  }

  find(key: number): EventType | undefined {
    return this.#byKey.get(key);
  }

  /** The keys of all types of these categories, ascending. */
  keysOf(categories: readonly string[]): readonly number[] {
    return [...this.#byKey.values()]
      .filter(({ category }) => categories.includes(category))
      .map(({ key }) => key);
  }

  /** Within a transaction; after one that fails the log takes no more appends, so that nothing here is forgotten. */
  keyFor(category: string, type: string): number {
    const known = this.#byCategory.get(category)?.get(type);
    if (known !== undefined) return known.key;
    const added = { key: this.#byKey.size + 1, category, type };
    this.#insert.run(added.key, category, type);
    this.#remember(added);
    return added.key;
  }

  #remember(type: EventType): void {
    this.#byKey.set(type.key, type);
    const types = this.#byCategory.get(type.category) ?? new Map<string, EventType>();
    this.#byCategory.set(type.category, types.set(type.type, type));
  }
}
