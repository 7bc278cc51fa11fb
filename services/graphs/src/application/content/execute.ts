import { withoutAbsent } from '@cairn/assets';
import type { GraphContentEvent, OnError } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  type Done,
  isRefusal,
  notFound,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import { change, type Changed, type Changes, wantedBy } from '../../domain/content/changing.js';
import { changedContent, Draft } from '../../domain/content/draft.js';
import type { Flaw } from '../../domain/content/elements.js';
import type { Loaded } from '../../domain/content/loaded.js';
import type { ElementRules } from '../../domain/content/rules.js';
import { type ContentState, graphContent } from '../../domain/content/state.js';
import { changeOf } from './change-at.js';
import { overRefusal } from './job-over.js';
import { type ContentIds, type ContentTip, givenContent, type GivenContent } from './parents.js';

/** What a command on the content came to. */
export interface Executed {
  readonly done: Done;
  /** What its event tells; absent where it changed nothing. */
  readonly data: GraphContentEvent['data'] | undefined;
  /** What was left out. */
  readonly flaws: readonly Flaw[];
  /** What a schema that only warns says of what was stored. */
  readonly warned: Changed['warned'];
}
const NO_WARNINGS: Changed['warned'] = { count: 0, first: [] };

export interface Executing {
  readonly onError?: OnError | undefined;
  /** The element that `If-Match` speaks of. */
  readonly addressed?: { readonly kind: 'nodes' | 'edges'; readonly uid: string };
  /** The work whose part it is. */
  readonly job?: string;
  /** Nothing is stored: what would be done is told. */
  readonly onlyLook?: boolean;
  /** What else is taken as loaded. */
  readonly around?: (loaded: Loaded) => Loaded;
}

/** What an event of changes tells beside them. */
const besideOf = (flaws: readonly Flaw[], { count, first }: Changed['warned'], { job }: Executing) =>
  withoutAbsent({
    job_id: job,
    refused: flaws.length === 0 ? undefined : [...flaws],
    warned: count === 0 ? undefined : { count, first: [...first] },
  });

/** Makes changes of the content in one event: all of them, or none; with `skip` those that can be made. */
export const executeChanges = async (
  context: CommandContext,
  ids: ContentIds,
  changes: Changes,
  executing: Executing = {},
): Promise<Executed | Refusal> => {
  const { addressed, around } = executing;
  let flaws: readonly Flaw[] = [];
  let warned = NO_WARNINGS;
  let decided: readonly GraphContentEvent[] = [];
  const wants = wantedBy(changes);
  const put =
    changes.nodes.length === 0
      ? undefined
      : (draft: Draft, rules: ElementRules) => void change(draft, changes, rules);
  const decide = (state: ContentState, given: GivenContent): Decision<GraphContentEvent> => {
    const { loaded, rules, unique } = given;
    const draft = new Draft(around?.(loaded) ?? loaded, unique);
    ({ flaws, warned } = change(draft, changes, rules));
    if (flaws.length > 0 && executing.onError !== 'skip') return refusalOf(flaws, changes, loaded, executing);
    const of = { graph_id: ids.id, version_id: ids.version_id };
    decided = changedContent(state, of, draft, besideOf(flaws, warned, executing));
    return executing.onlyLook === true ? [] : decided;
  };
  const intent = {
    given: async (state: ContentState, tip: ContentTip['tip']) =>
      (await overRefusal(context, executing.job)) ?? givenContent(context, ids, wants, { state, tip }, put),
    decide,
  };
  const done = await (addressed === undefined
    ? context.execute(graphContent, ids.version_id, intent)
    : context.executeAddressed(graphContent, ids.version_id, {
        ...intent,
        revisionOf: (_, { loaded }) => loaded[addressed.kind].get(addressed.uid)?.since.toString(),
      }));
  if (isRefusal(done)) return done;
  if (!done.replayed) return { done, data: decided[0]?.data, flaws, warned };
  return replayed(context, ids, done);
};

/** The command was here before: what it did is read. */
const replayed = async (
  { tools }: CommandContext,
  { version_id }: ContentIds,
  done: Done,
): Promise<Executed | Refusal> => {
  const found = await changeOf(tools, version_id, done);
  return isRefusal(found)
    ? found
    : { done, data: found.data, flaws: found.data.refused ?? [], warned: found.data.warned ?? NO_WARNINGS };
};

/** Of a request about one element, that is not there, or has too many edges; else what is wrong with each. */
const refusalOf = (
  flaws: readonly Flaw[],
  changes: Changes,
  loaded: Loaded,
  { job }: Pick<Executing, 'job'>,
): Refusal => {
  const whole = flaws.find(({ pointer }) => pointer === '');
  if (whole?.code === 'not_found') return notFound();
  if (whole?.code === 'too_many_edges') return tooManyEdges(changes, loaded);
  if (flaws.some(({ code }) => code === 'too_many_edges'))
    return refuse('too_many_elements', 'More than 10,000 edges would go with the nodes.', flaws);
  const count = flaws.length === 1 ? 'One thing is' : `${flaws.length} things are`;
  const where = job === undefined ? 'what was sent; nothing was stored' : 'a part of the file';
  return refuse('content_invalid', `${count} wrong with ${where}.`, flaws);
};

const tooManyEdges = ({ deletedNodes: [node] }: Changes, loaded: Loaded): Refusal => {
  const isAt = (end: string): boolean => end === node?.uid;
  const loadedEdges = [...loaded.edges.values()].filter(({ source, target }) => isAt(source) || isAt(target));
  const edges = loaded.hubs.get(node?.uid ?? '') ?? loadedEdges.length;
  return { ...refuse('too_many_edges', `${edges} edges lead to the node.`), extensions: { edges } };
};
