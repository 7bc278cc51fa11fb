import { idOf } from '../changes.js';
import type { Change, ChangeBatch } from '../port.js';
import type { Generations } from './generations.js';
import type { KnownCounts } from './known-counts.js';
import type { NewText, ReadCache } from './read-cache.js';
import type { Statements } from './statements.js';
import type { Planned } from './write-behind.js';
import { type Changed, planChanges, writeChanges } from './write.js';

export interface WritingParts {
  readonly statements: Statements;
  readonly generations: Generations;
  readonly cache: ReadCache;
  readonly counts: KnownCounts;
}

/** What a batch makes of the documents, if its projection stands where the batch begins (law 1). */
export const planBatch = (parts: WritingParts, batch: ChangeBatch): Planned => {
  const { statements, generations, cache, counts } = parts;
  const tables = generations.tables(batch.projection, batch.generation);
  if (tables === undefined) throw new Error(`${batch.projection} has no next generation: begin one first`);
  const checkpoint = generations.checkpoint(tables);
  if (checkpoint !== batch.from) return { status: 'moved', checkpoint };
  const plans = Array.from(byCollection(batch.changes), ([collection, changes]) => {
    const shape = tables.shapes.get(collection);
    if (shape === undefined)
      throw new Error(`${batch.projection} does not declare the collection ${collection}`);
    return { shape, changed: planChanges(statements, shape, changes) };
  });
  const write = (): number => {
    let characters = 0;
    for (const { shape, changed } of plans) {
      cache.written(shape.table, changed.map(newTextOf));
      counts.written(shape.table, changed);
      writeChanges(statements, shape, changed);
      for (const { textAfter = '' } of changed) characters += textAfter.length;
    }
    generations.setCheckpoint(tables, batch.to);
    return characters;
  };
  return { status: 'ready', write };
};

const newTextOf = ({ last, textAfter }: Changed): NewText => ({ id: idOf(last), text: textAfter });

const byCollection = (changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.collection);
    if (group) group.push(change);
    else groups.set(change.collection, [change]);
  }
  return groups;
};
