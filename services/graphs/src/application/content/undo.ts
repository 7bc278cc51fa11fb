import { withoutAbsent } from '@cairn/assets';
import {
  graphCommands,
  type GraphContentEvent,
  type GraphContentUndone,
  graphJobCommands,
  type KeptGraphElement,
  type OnError,
} from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Done,
  inFuture,
  isRefusal,
  READ_ON,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { changedContent, Draft } from '../../domain/content/draft.js';
import { type Facts, NO_FACTS } from '../../domain/content/facts.js';
import { type ContentState, graphContent } from '../../domain/content/state.js';
import { touchedElements } from '../../domain/content/touched.js';
import { type Past, undo, type Undoing, wantedToUndo } from '../../domain/content/undoing.js';
import { contentId, keyOf, rowId, spaceOf } from '../../read-models/content/keys.js';
import { factsAt } from '../../read-models/content/facts.js';
import { EDGES, NODES } from '../../read-models/content/project.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../../read-models/content/rows.js';
import { changeAt, changeOf } from './change-at.js';
import { overRefusal } from './job-over.js';
import { type ContentIds, type ContentTip, givenContent, type GivenContent, givenRules } from './parents.js';

/** So many of what stays are told. */
export const MOST_KEPT_TOLD = 100;

/** Which change is undone, and how. */
interface UndoRequest {
  readonly revision: number;
  readonly onError: OnError;
  /** Work that undoes a whole import, change by change, the last one first. */
  readonly job?: {
    readonly id: string;
    /** Only what would stay is told. Edges at nodes that go are not looked at: they may be of the same import. */
    readonly onlyLook: boolean;
  };
}

interface Given extends GivenContent {
  readonly undoing: Undoing;
}

const givenUndoing = async (
  context: CommandContext,
  ids: ContentIds,
  { revision, job }: UndoRequest,
  at: ContentTip,
): Promise<Given | Refusal | typeof READ_ON> => {
  const rules = await givenRules(context, ids);
  if (isRefusal(rules)) return rules;
  if (at.tip === undefined || at.tip.revision < BigInt(revision)) return inFuture();
  const found = await changeAt(context.tools, ids.version_id, revision);
  if (isRefusal(found)) return found;
  const { data } = found;
  const undoing = { revision, data, ...(await pastOf(context, ids, { revision, data })) };
  const wants = wantedToUndo(undoing, job?.onlyLook !== true);
  const given = await givenContent(context, ids, wants, at, (draft) => void undo(draft, undoing));
  return given === READ_ON || isRefusal(given) ? given : { ...given, undoing };
};

/** What the elements of a change were before it: their rows stay for ever. */
const pastOf = async (
  { tools: { documents } }: CommandContext,
  { version_id }: ContentIds,
  { revision, data }: Pick<Undoing, 'revision' | 'data'>,
): Promise<Pick<Undoing, 'nodes' | 'edges' | 'facts'>> => {
  const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(data);
  const s = spaceOf(contentId(version_id));
  const rowsOf = (collection: string, touched: readonly Touched[]) =>
    documents.getMany(
      collection,
      touched.flatMap(({ uid, was }) => (was === undefined ? [] : [rowId(s, keyOf(uid), was)])),
    );
  const [nodeRows, edgeRows] = await Promise.all([
    rowsOf(NODES, [...nodes, ...deletedNodes]),
    rowsOf(EDGES, [...edges, ...deletedEdges]),
  ]);
  return {
    nodes: byUid((nodeRows as readonly NodeRow[]).map(knownNode)),
    edges: byUid((edgeRows as readonly EdgeRow[]).map(knownEdge)),
    facts: data.facts === undefined ? NO_FACTS : await factsBefore(documents, s, revision),
  };
};

const factsBefore = async (
  documents: Parameters<typeof factsAt>[0],
  s: string,
  revision: number,
): Promise<Facts> => (await factsAt(documents, { s, revision: revision - 1 }))?.said ?? NO_FACTS;

interface Touched {
  readonly uid: string;
  readonly was?: number | undefined;
}

const byUid = <Value extends { readonly uid: string }>(
  values: readonly (Value & Past<unknown>)[],
): ReadonlyMap<string, Value & Past<unknown>> => new Map(values.map((each) => [each.uid, each]));

/** What undoing came to: its event, where it changed anything, and what stays. */
interface Undone {
  readonly data?: GraphContentEvent['data'];
  readonly kept: readonly KeptGraphElement[];
}

const undone = (
  state: ContentState,
  ids: ContentIds,
  { loaded, unique, undoing }: Given,
  job: UndoRequest['job'],
): { readonly events: readonly GraphContentEvent[]; readonly kept: readonly KeptGraphElement[] } => {
  const draft = new Draft(loaded, unique);
  const kept = undo(draft, undoing);
  const events = changedContent(state, { graph_id: ids.id, version_id: ids.version_id }, draft, {
    undoes: undoing.revision,
    ...(kept.length === 0 ? {} : { kept: kept.slice(0, MOST_KEPT_TOLD) }),
    ...(job === undefined ? {} : { job_id: job.id }),
  });
  return { events, kept };
};

const executeUndo = async (
  context: CommandContext,
  ids: ContentIds,
  request: UndoRequest,
): Promise<CommandOutcome> => {
  const { onError, job } = request;
  const onlyLook = job?.onlyLook === true;
  let last: Undone = { kept: [] };
  const done = await context.execute(graphContent, ids.version_id, {
    given: async (state, tip) =>
      (await overRefusal(context, job?.id)) ?? givenUndoing(context, ids, request, { state, tip }),
    decide: (state, given: Given) => {
      const { events, kept } = undone(state, ids, given, job);
      if (kept.length > 0 && onError !== 'skip') return changedSince(kept);
      // Who looks at all that an import did knows which nodes come back.
      last = onlyLook
        ? { kept }
        : { ...withoutAbsent({ data: events[0]?.data }), kept: kept.slice(0, MOST_KEPT_TOLD) };
      return onlyLook ? [] : events;
    },
  });
  if (isRefusal(done)) return done;
  const result = done.replayed ? await replayed(context, ids, done) : last;
  return isRefusal(result) ? result : { ...done, result: replyOf(result, done) };
};

const undoContent = serviceCommand(graphCommands.undoGraphContent, async ({ body, query, ...ids }, context) =>
  body.revision === undefined
    ? refuse('invalid_body', 'A job is undone by its own command.')
    : executeUndo(context, ids, { revision: body.revision, onError: query.on_error ?? 'fail' }),
);

const undoChange = serviceCommand(
  graphJobCommands.undoChange,
  ({ job_id, only_look, revision, ...ids }, context) =>
    executeUndo(context, ids, { revision, onError: 'skip', job: { id: job_id, onlyLook: only_look } }),
);

/** A change is undone: by whom it was asked, or by work that undoes all that an import did. */
export const undoCommands: readonly ServiceCommand[] = [undoContent, undoChange];

/** The command was here before: what it did is read. */
const replayed = async (
  { tools }: CommandContext,
  { version_id }: ContentIds,
  done: Done,
): Promise<Undone | Refusal> => {
  const found = await changeOf(tools, version_id, done);
  return isRefusal(found) ? found : { data: found.data, kept: found.data.kept ?? [] };
};

const replyOf = ({ data, kept }: Undone, { revision }: Done): GraphContentUndone => {
  const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(data);
  return {
    nodes: nodes.length + deletedNodes.length,
    edges: edges.length + deletedEdges.length,
    kept: [...kept],
    revision: data === undefined ? null : Number(revision),
  };
};

/** What stays, as an error tells it. */
const keptErrors = (kept: readonly KeptGraphElement[]) =>
  kept.slice(0, MOST_KEPT_TOLD).map(({ element, uid, code, message }) => ({
    code,
    message:
      element === 'graph'
        ? `what files say of the graph ${message}`
        : `the ${element} ${JSON.stringify(uid)} ${message}`,
  }));

export const changedSince = (kept: readonly KeptGraphElement[]): Refusal =>
  refuse(
    'changed_since',
    `${kept.length} of the nodes and edges were changed since; nothing was undone.`,
    keptErrors(kept),
  );
