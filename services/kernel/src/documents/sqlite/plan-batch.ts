import type { Steps } from '../../clock/steps.js';
import { idOf } from '../changes.js';
import type { Change, ChangeBatch } from '../port.js';
import type { Generations, Tables } from './generations.js';
import type { KnownCounts } from './known-counts.js';
import type { NewText, ReadCache } from './read-cache.js';
import type { Shape } from './shape.js';
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
export function* planBatch(parts: WritingParts, batch: ChangeBatch): Steps<Planned> {
  const { statements, generations } = parts;
  const tables = generations.tables(batch.projection, batch.generation);
  if (tables === undefined) throw new Error(`${batch.projection} has no next generation: begin one first`);
  const checkpoint = generations.checkpoint(tables);
  if (checkpoint !== batch.from) return { status: 'moved', checkpoint };
  const plans: Plan[] = [];
  for (const [collection, changes] of byCollection(batch.changes)) {
    const shape = tables.shapes.get(collection);
    if (shape === undefined)
      throw new Error(`${batch.projection} does not declare the collection ${collection}`);
    plans.push({ shape, changed: yield* planChanges(statements, shape, changes) });
  }
  const write = (): Steps<number> => writePlans(parts, plans, tables, batch);
  return { status: 'ready', tables: plans.map(({ shape }) => shape.table), write };
}

/** What becomes of the documents of one collection. */
interface Plan {
  readonly shape: Shape;
  readonly changed: readonly Changed[];
}

function* writePlans(
  { statements, generations, cache, counts }: WritingParts,
  plans: readonly Plan[],
  tables: Tables,
  { to }: ChangeBatch,
): Steps<number> {
  let characters = 0;
  for (const { shape, changed } of plans) {
    cache.written(shape.table, changed.map(newTextOf));
    for (const entry of changed) {
      counts.written(shape.table, entry);
      characters += entry.textAfter?.length ?? 0;
      yield;
    }
    yield* writeChanges(statements, shape, changed);
  }
  generations.setCheckpoint(tables, to);
  return characters;
}

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
