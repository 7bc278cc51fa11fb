import { type Aggregate, type CommandContext, type Refusal, refuse, streamOf } from '@cairn/kernel';

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

/** So many events of one command stand in the stream of an item at most. */
const MOST_EVENTS = 8;

/**
 * The states before and after all events that the command of this one appended; `undefined` when it stands alone. What
 * a command changed together may be undone together only: another text and the spans that point into it, say.
 */
export const givenCommandSides =
  <State>(context: CommandContext, aggregate: Aggregate<State>, id: string, revision: number) =>
  async (): Promise<Sides<State> | undefined> => {
    const { log, streams } = context.tools;
    const through = BigInt(revision + MOST_EVENTS);
    const events = await log.read(streamOf(aggregate, id), { through, withoutLarge: true });
    const command = events[revision]?.metadata.command;
    const first = events.findIndex(({ metadata }) => metadata.command === command);
    const last = events.findLastIndex(({ metadata }) => metadata.command === command);
    if (command === undefined || first === last || first === 0) return undefined;
    const before = (await streams.at(aggregate, id, BigInt(first - 1))).state;
    return { before, after: (await streams.at(aggregate, id, BigInt(last))).state };
  };

/** Later changes depend on that one, or it is the one that made the asset. */
export const notRevertible = (): Refusal =>
  refuse('not_revertible', 'Later changes depend on that change, or it made the resource.');

/** Whether that revision has not come yet. */
export const isInFuture = (revision: number, tip: bigint | undefined): boolean =>
  tip === undefined || BigInt(revision) > tip;

export const inFuture = (): Refusal => refuse('in_future', 'The stream has no event of that revision yet.');
