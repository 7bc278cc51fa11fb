import { graphCommands, type GraphContentEvent, type KeptGraphElement } from '@cairn/contracts';
import {
  type CommandContext,
  inFuture,
  isRefusal,
  READ_ON,
  type Refusal,
  refuse,
  serviceCommand,
  type StreamTip,
} from '@cairn/kernel';
import { changedContent, Draft } from '../../domain/content/draft.js';
import { graphContent } from '../../domain/content/state.js';
import { type Past, undo, type Undoing, wantedToUndo } from '../../domain/content/undoing.js';
import { contentId, keyOf, rowId, spaceOf } from '../../read-models/content/keys.js';
import { EDGES, NODES } from '../../read-models/content/project.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../../read-models/content/rows.js';
import { changeAt, untilReadable } from './change-at.js';
import { type ContentIds, givenContent, type GivenContent, givenRules } from './parents.js';

/** So many of what stays are told. */
const TOLD = 100;

interface Given extends GivenContent {
  readonly undoing: Undoing;
}

const givenUndoing = async (
  context: CommandContext,
  ids: ContentIds,
  revision: number,
  tip: StreamTip | undefined,
): Promise<Given | Refusal | typeof READ_ON> => {
  const rules = await givenRules(context, ids);
  if (isRefusal(rules)) return rules;
  if (tip === undefined || tip.revision < BigInt(revision)) return inFuture();
  const data = await changeAt(context.tools, ids.version_id, revision);
  if (isRefusal(data)) return data;
  const undoing = { revision, data, ...(await pastOf(context, ids, data)) };
  const given = await givenContent(context, ids, wantedToUndo(undoing), tip);
  return given === READ_ON || isRefusal(given) ? given : { ...given, undoing };
};

/** What the elements of a change were before it: their rows stay for ever. */
const pastOf = async (
  { tools: { documents } }: CommandContext,
  { version_id }: ContentIds,
  { nodes = [], edges = [], deleted_nodes = [], deleted_edges = [] }: GraphContentEvent['data'],
): Promise<Pick<Undoing, 'nodes' | 'edges'>> => {
  const s = spaceOf(contentId(version_id));
  const rowsOf = (collection: string, touched: readonly Touched[]) =>
    documents.getMany(
      collection,
      touched.flatMap(({ uid, was }) => (was === undefined ? [] : [rowId(s, keyOf(uid), was)])),
    );
  const [nodeRows, edgeRows] = await Promise.all([
    rowsOf(NODES, [...nodes, ...deleted_nodes]),
    rowsOf(EDGES, [...edges, ...deleted_edges]),
  ]);
  return {
    nodes: byUid((nodeRows as readonly NodeRow[]).map(knownNode)),
    edges: byUid((edgeRows as readonly EdgeRow[]).map(knownEdge)),
  };
};

interface Touched {
  readonly uid: string;
  readonly was?: number | undefined;
}

const byUid = <Value extends { readonly uid: string }>(
  values: readonly (Value & Past<unknown>)[],
): ReadonlyMap<string, Value & Past<unknown>> => new Map(values.map((each) => [each.uid, each]));

export const undoContent = serviceCommand(
  graphCommands.undoGraphContent,
  async ({ body: { revision }, query, ...ids }, context) => {
    let data: GraphContentEvent['data'] | undefined;
    let stayed: readonly KeptGraphElement[] = [];
    const done = await context.execute(graphContent, ids.version_id, {
      given: (_, tip) => givenUndoing(context, ids, revision, tip),
      decide: (state, { loaded, undoing }: Given) => {
        const draft = new Draft(loaded);
        const kept = undo(draft, undoing);
        if (kept.length > 0 && query.on_error !== 'skip') return changedSince(kept);
        const [event] = changedContent(state, { graph_id: ids.id, version_id: ids.version_id }, draft, {
          undoes: revision,
          ...(kept.length === 0 ? {} : { kept: kept.slice(0, TOLD) }),
        });
        [data, stayed] = [event?.data, kept.slice(0, TOLD)];
        return event === undefined ? [] : [event];
      },
    });
    if (isRefusal(done)) return done;
    if (done.replayed) {
      await untilReadable(context.tools, done.position);
      const again = await changeAt(context.tools, ids.version_id, Number(done.revision));
      if (isRefusal(again)) return again;
      data = again;
    }
    return {
      ...done,
      result: {
        nodes: (data?.nodes?.length ?? 0) + (data?.deleted_nodes?.length ?? 0),
        edges: (data?.edges?.length ?? 0) + (data?.deleted_edges?.length ?? 0),
        kept: data?.kept ?? stayed,
        revision: data === undefined ? null : Number(done.revision),
      },
    };
  },
);

const changedSince = (kept: readonly KeptGraphElement[]): Refusal =>
  refuse(
    'changed_since',
    `${kept.length} of the nodes and edges were changed since; nothing was undone.`,
    kept.slice(0, TOLD).map(({ element, uid, code, message }) => ({
      code,
      message: `the ${element} ${JSON.stringify(uid)} ${message}`,
    })),
  );
