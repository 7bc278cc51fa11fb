import type { Static, TSchema } from '@sinclair/typebox';

/** The name a published state has, `datasets.dataset.state.v1`: `<service>.<entity>.state.v<n>`. */
type StateType = `${string}.${string}.state.v${number}`;

/** What the topic of states of an entity tells: the latest of each id, nothing when it is gone (events.md, *Topics*). */
export interface StateDefinition<Schema extends TSchema = TSchema> {
  readonly type: StateType;
  /** One sentence for people who read the topic. */
  readonly description: string;
  readonly schema: Schema;
  /** A state that the schema accepts; it is the golden file of this version. */
  readonly example: Static<Schema>;
}

/** Declares a published state. */
export const state = <Schema extends TSchema>(definition: StateDefinition<Schema>): StateDefinition<Schema> =>
  definition;
