import { type Aggregate, type CommandContext, type Refusal, refuse } from '@cairn/kernel';

/** A state on both sides of one event. */
export interface Sides<State> {
  readonly before: State;
  readonly after: State;
}

/** The states before and after the event of a revision: what is past does not change, so it is read once. */
export const givenSides =
  <State>(context: CommandContext, aggregate: Aggregate<State>, id: string, revision: number) =>
  async (): Promise<Sides<State>> => {
    const { streams } = context.tools;
    const after = (await streams.at(aggregate, id, BigInt(revision))).state;
    if (revision === 0) return { before: aggregate.initial, after };
    return { before: (await streams.at(aggregate, id, BigInt(revision - 1))).state, after };
  };

/** Later changes depend on that one, or it is the one that made the asset. */
export const notRevertible = (): Refusal =>
  refuse('not_revertible', 'Later changes depend on that change, or it made the resource.');

/** Whether that revision has not come yet. */
export const isInFuture = (revision: number, tip: bigint | undefined): boolean =>
  tip === undefined || BigInt(revision) > tip;

export const inFuture = (): Refusal => refuse('in_future', 'The stream has no event of that revision yet.');
