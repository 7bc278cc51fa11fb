import type { Aggregate } from '../domain/aggregate.js';
import type { Executed } from '../domain/command-handler.js';
import { same } from '../domain/fields.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { streamOf } from '../domain/streams.js';
import { pointedTo } from '../base/pointer.js';
import type { CommandContext } from '../context/command.js';

/** A state on both sides of one event. */
export interface BeforeAndAfter<State> {
  readonly before: State;
  readonly after: State;
}

/** The states before and after the event of a revision: what is past does not change, so it is read once. */
export const readBeforeAndAfter =
  <State>(context: CommandContext, aggregate: Aggregate<State>, id: string, revision: number) =>
  async (): Promise<BeforeAndAfter<State>> => {
    const { streams } = context.tools;
    const after = (await streams.at(aggregate, id, BigInt(revision))).state;
    if (revision === 0) return { before: aggregate.initial, after };
    return { before: (await streams.at(aggregate, id, BigInt(revision - 1))).state, after };
  };

/** So many events of one command stand in one stream at most. */
const MOST_EVENTS = 8;

/**
 * The states before and after all events that the command of this one appended; `undefined` when it stands alone. What
 * a command changed together may be undone together only: another text and the spans that point into it, say.
 */
export const readBeforeAndAfterCommand =
  <State>(context: CommandContext, aggregate: Aggregate<State>, id: string, revision: number) =>
  async (): Promise<BeforeAndAfter<State> | undefined> => {
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

/** Of so many fields is told that they were changed again. */
const MOST_TOLD = 100;
/** Of so many in the sentence for people. */
const MOST_SAID = 3;

/**
 * Later changes depend on that one, or it is the one that made the asset; `changedSince` are JSON pointers to what a later
 * change made something else of.
 */
export const notRevertible = (changedSince: readonly string[] = []): Refusal =>
  changedSince.length === 0
    ? refuse('not_revertible', 'Later changes depend on that change, or it made the resource.')
    : refuse(
        'not_revertible',
        'What that change did was changed again since.',
        changedSince
          .slice(0, MOST_TOLD)
          .map((pointer) => ({ pointer, code: 'changed_since', message: 'was changed again since' })),
      );

/**
 * A refusal with the revision of the event that changed each of its fields last, which is the one to undo first.
 * `viewOf` gives the fields of a state as the pointers name them.
 */
export const tellingLater = async <State>(
  context: CommandContext,
  aggregate: Aggregate<State>,
  { id, revision }: { readonly id: string; readonly revision: number },
  viewOf: (state: State) => unknown,
  executed: Executed,
): Promise<Executed> => {
  if (!isRefusal(executed) || executed.refused !== 'not_revertible' || executed.errors === undefined)
    return executed;
  const { streams } = context.tools;
  const last = new Map<string, number>();
  let before = viewOf((await streams.at(aggregate, id, BigInt(revision))).state);
  for await (const later of streams.since(aggregate, id, BigInt(revision))) {
    const after = viewOf(later.state);
    for (const { pointer = '' } of executed.errors)
      if (!same(pointedTo(before, pointer), pointedTo(after, pointer)))
        last.set(pointer, Number(later.revision));
    before = after;
  }
  return withRevisions(executed, executed.errors, last);
};

const withRevisions = (
  refusal: Refusal,
  places: NonNullable<Refusal['errors']>,
  last: ReadonlyMap<string, number>,
): Refusal => {
  const errors = places.map((place) => {
    const revision = last.get(place.pointer ?? '');
    return revision === undefined
      ? place
      : { ...place, message: `was changed again in revision ${revision}`, revision };
  });
  const said = errors.slice(0, MOST_SAID).map(({ pointer = '', message }) => `\`${pointer}\` ${message}`);
  const more = errors.length > said.length ? `, and ${errors.length - said.length} more` : '';
  return { ...refusal, detail: `That change cannot be undone by itself: ${said.join(', ')}${more}.`, errors };
};

/** Whether that revision has not come yet. */
export const isInFuture = (revision: number, tip: bigint | undefined): boolean =>
  tip === undefined || BigInt(revision) > tip;

export const inFuture = (): Refusal => refuse('in_future', 'The stream has no event of that revision yet.');
