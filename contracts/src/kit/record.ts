import type { TUnsafe } from '@sinclair/typebox';
import type { CommandDefinition } from './command.js';
import type { EventDefinition, EventOf } from './event.js';
import { recordCommandsOf } from './record/commands.js';
import type {
  Fitting,
  RecordDescription,
  RecordPublic,
  RecordResource,
  TransitionEvents,
  Unique,
} from './record/description.js';
import { recordEventsOf, transitionsOf } from './record/events.js';
import { recordOperationsOf } from './record/operations.js';
import { recordSchemasOf } from './record/schemas.js';
import { capital, categoryOfEntity, nounWithArticle } from './record/words.js';
import type { StateDefinition } from './state.js';

export * from './record/description.js';
export { apart, shownOf } from './record/schemas.js';

export type RecordOperations<D extends RecordDescription> = ReturnType<typeof recordOperationsOf<D>>;
type RecordEvents<D extends RecordDescription> = ReturnType<typeof recordEventsOf<D>>;
type RecordCommands<D extends RecordDescription> = ReturnType<typeof recordCommandsOf<D>>;
/** What is written in its streams. */
export type RecordEvent<D extends RecordDescription> =
  | EventOf<RecordEvents<D>[keyof RecordEvents<D>]>
  | EventOf<TransitionEvents<D>[keyof TransitionEvents<D>]>;

/** The operations by their ids: what a file of operations exports. */
export type OperationsById<D extends RecordDescription> = {
  readonly [Kind in keyof RecordOperations<D> as RecordOperations<D>[Kind]['id']]: RecordOperations<D>[Kind];
};

/** The operations of a record under their ids. */
export const operationsById = <D extends RecordDescription>({
  operations,
}: RecordDefinition<D>): OperationsById<D> =>
  Object.fromEntries(Object.values(operations).map((each) => [each.id, each])) as OperationsById<D>;

/** The events of a record, by their names: those of a claim only where something of it is unique. */
export const recordEvents = ({
  description,
  events,
  transitions,
}: AnyRecord): Record<string, EventDefinition> => {
  const { claimAbandoned, ...others } = events;
  const all = [
    ...Object.values(others),
    ...(description.unique === undefined ? [] : [claimAbandoned]),
    ...Object.values(transitions),
  ];
  return Object.fromEntries(all.map((each) => [each.name, each]));
};

/** A record, and all that follows from what was said of it. */
export interface RecordDefinition<D extends RecordDescription> {
  readonly description: D & Fitting<D>;
  /** The name of its streams before the `-`. */
  readonly category: string;
  readonly resource: TUnsafe<RecordResource<D>>;
  readonly events: RecordEvents<D>;
  readonly transitions: TransitionEvents<D>;
  readonly operations: RecordOperations<D>;
  readonly commands: RecordCommands<D>;
  readonly state: StateDefinition<TUnsafe<RecordPublic<D>>>;
}

/** What was said of whatever record. */
interface AnyDescription extends RecordDescription {
  readonly example: Readonly<Record<string, unknown>>;
  readonly inside?: string;
  readonly unique?: readonly Unique[];
}

/** A record of whatever kind: what the kit's machinery works with. */
export interface AnyRecord {
  readonly description: AnyDescription;
  readonly category: string;
  readonly events: Readonly<Record<keyof RecordEvents<RecordDescription>, EventDefinition>>;
  readonly transitions: Readonly<Record<string, EventDefinition>>;
  readonly commands: Readonly<Record<keyof RecordCommands<RecordDescription>, CommandDefinition>>;
  readonly state: StateDefinition;
}

/** Names that documents of records, and what undoes their changes, have for themselves. */
const RESERVED = new Set(
  'id created_at updated_at deleted deleted_at purged status words revision q body'.split(' '),
);

/**
 * Declares a record. Throws for a field whose name is taken, and for what is in something and unique among all: nobody
 * would give back what was purged with that.
 */
export const record = <const D extends RecordDescription>(
  description: D & Fitting<D>,
): RecordDefinition<D> => {
  const taken = Object.keys(description.fields).find((name) => RESERVED.has(name));
  if (taken !== undefined) throw new Error(`${description.title}: no field may be called ${taken}`);
  if (description.inside !== undefined && description.unique?.some(({ within }) => within === undefined))
    throw new Error(`${description.title}: what is in something is unique within that`);
  const schemas = recordSchemasOf<D>(description);
  const operations = recordOperationsOf<D>(description, schemas);
  return {
    description,
    category: categoryOfEntity(description.entity),
    resource: schemas.resource,
    events: recordEventsOf<D>(description),
    transitions: transitionsOf<D>(description),
    operations,
    commands: recordCommandsOf<D>(description, operations),
    state: {
      type: `${description.area}.${description.entity}.state.v1`,
      description: `${capital(nounWithArticle(description))} as it is now.`,
      schema: schemas.published,
      example: schemas.publishedExample,
    },
  };
};
