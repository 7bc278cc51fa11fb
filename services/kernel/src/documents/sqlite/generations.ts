import type { Database } from '../../sqlite/index.js';
import { type Position, START } from '../../base/position.js';
import type { Generation, ReadModel } from '../port.js';
import type { Shape } from './shape.js';
import { creationOf, shapeOf, tablesOf } from './shape.js';
import type { Statements } from './statements.js';

/** The tables of a projection's collections in one generation. */
export interface Tables {
  readonly number: number;
  readonly shapes: ReadonlyMap<string, Shape>;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS generations (
    number INTEGER PRIMARY KEY AUTOINCREMENT, projection TEXT NOT NULL, version INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('live', 'next')), indexes TEXT NOT NULL, checkpoint TEXT NOT NULL,
    tables TEXT NOT NULL,
    UNIQUE (projection, version, role));
  CREATE TABLE IF NOT EXISTS garbage (name TEXT PRIMARY KEY, words INTEGER NOT NULL) WITHOUT ROWID;`;

interface Known {
  readonly model: ReadModel;
  readonly live: Tables;
  readonly next: Tables | undefined;
}

/** Which generations there are: what the file says, kept in memory beside it. */
export class Generations {
  private known = new Map<string, Known>();
  private shapes = new Map<string, Shape>();

  constructor(
    private readonly database: Database,
    private readonly statements: Statements,
  ) {
    database.exec(SCHEMA);
  }

  prepare(models: readonly ReadModel[]): void {
    refuseDoubles(models);
    const prepared = this.database.transaction(() => {
      const known = new Map(models.map((model) => [model.projection, ensure(this.statements, model)]));
      discardOthers(this.statements, known);
      return known;
    });
    this.publish(prepared);
  }

  /** Throws when the projection was not prepared. */
  tables(projection: string, generation: Generation): Tables | undefined {
    return this.find(projection)[generation];
  }

  /** What readers of a collection see. Throws when nobody declared it. */
  live(collection: string): Shape {
    const shape = this.shapes.get(collection);
    if (shape === undefined) throw new Error(`no read model declares the collection ${collection}`);
    return shape;
  }

  checkpoint(tables: Tables | undefined): Position {
    if (tables === undefined) return START;
    const row = this.statements<readonly [string]>('SELECT checkpoint FROM generations WHERE number = ?').get(
      tables.number,
    );
    if (row === undefined) throw new Error(`generation ${tables.number} is gone`);
    return row[0];
  }

  setCheckpoint(tables: Tables, position: Position): void {
    this.statements('UPDATE generations SET checkpoint = ? WHERE number = ?').run(position, tables.number);
  }

  beginNext(projection: string): void {
    const { model, live, next } = this.find(projection);
    const fresh = this.database.transaction(() => {
      if (next) discard(this.statements, next.number);
      return make(this.statements, model, 'next');
    });
    this.publish(new Map(this.known).set(projection, { model, live, next: fresh }));
  }

  promoteNext(projection: string, at: Position): boolean {
    const { model, live, next } = this.find(projection);
    if (next === undefined || this.checkpoint(next) !== at) return false;
    this.database.transaction(() => {
      discard(this.statements, live.number);
      this.statements("UPDATE generations SET role = 'live' WHERE number = ?").run(next.number);
    });
    this.publish(new Map(this.known).set(projection, { model, live: next, next: undefined }));
    return true;
  }

  private find(projection: string): Known {
    const known = this.known.get(projection);
    if (known === undefined) throw new Error(`the projection ${projection} was not prepared`);
    return known;
  }

  private publish(known: Map<string, Known>): void {
    this.known = known;
    this.shapes = new Map([...known.values()].flatMap(({ live }) => [...live.shapes]));
  }
}

/** SQLite's names know no case. */
const refuseDoubles = (models: readonly ReadModel[]): void => {
  for (const names of [models.map(({ projection }) => projection), models.flatMap(collectionNames)]) {
    const double = names.find((name, at) => names.indexOf(name) !== at);
    if (double !== undefined) throw new Error(`${double} is declared twice`);
  }
};
const collectionNames = (model: ReadModel): string[] =>
  model.collections.map(({ name }) => name.toLowerCase());

const indexesOf = (model: ReadModel): string =>
  JSON.stringify(model.collections.map(({ name, indexes }) => ({ name, indexes })));

const ensure = (statements: Statements, model: ReadModel): Known => ({
  model,
  live: present(statements, model, 'live') ?? make(statements, model, 'live'),
  next: present(statements, model, 'next'),
});

const present = (statements: Statements, model: ReadModel, role: Generation): Tables | undefined => {
  const row = statements<readonly [number, string]>(
    'SELECT number, indexes FROM generations WHERE projection = ? AND version = ? AND role = ?',
  ).get(model.projection, model.version, role);
  if (row === undefined) return undefined;
  if (row[1] !== indexesOf(model))
    throw new Error(`${model.projection}@${model.version} was made with other indexes: count its version up`);
  return tablesNumbered(model, row[0]);
};

const make = (statements: Statements, model: ReadModel, role: Generation): Tables => {
  const row = statements<readonly [number]>(
    `INSERT INTO generations (projection, version, role, indexes, checkpoint, tables)
     VALUES (?, ?, ?, ?, ?, '[]') RETURNING number`,
  ).all(model.projection, model.version, role, indexesOf(model), START)[0];
  if (row === undefined) throw new Error('SQLite gave a generation no number');
  const tables = tablesNumbered(model, row[0]);
  const shapes = [...tables.shapes.values()];
  for (const sql of shapes.flatMap(creationOf)) statements(sql).run();
  statements('UPDATE generations SET tables = ? WHERE number = ?').run(
    JSON.stringify(shapes.flatMap(tablesOf)),
    tables.number,
  );
  return tables;
};

const tablesNumbered = (model: ReadModel, number: number): Tables => ({
  number,
  shapes: new Map(
    model.collections.map((collection) => [collection.name, shapeOf(collection, model.version, number)]),
  ),
});

/** Readers see the tables no more; their rows go bit by bit (`sweep.ts`). */
const discard = (statements: Statements, number: number): void => {
  statements(
    `INSERT INTO garbage SELECT value ->> 'name', value ->> 'words'
     FROM json_each((SELECT tables FROM generations WHERE number = ?))`,
  ).run(number);
  statements('DELETE FROM generations WHERE number = ?').run(number);
};

const discardOthers = (statements: Statements, prepared: ReadonlyMap<string, Known>): void => {
  const kept = new Set(
    [...prepared.values()].flatMap(({ live, next }) => [live.number, ...(next ? [next.number] : [])]),
  );
  for (const [number] of statements<readonly [number]>('SELECT number FROM generations').all())
    if (!kept.has(number)) discard(statements, number);
};
