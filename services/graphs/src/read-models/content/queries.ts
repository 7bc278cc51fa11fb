import { activeVersion } from '@cairn/assets';
import type { GraphEdge, GraphNode, GraphStats, HistoryEntry } from '@cairn/contracts';
import {
  type Json,
  mapPage,
  type Page,
  type PageRequest,
  type QueryContext,
  streamOf,
  type Versioned,
} from '@cairn/kernel';
import { graphReads, graphVersionReads } from '../../graphs.js';
import { graphVersions } from '../../versions.js';
import { graphContent } from '../../domain/content/state.js';
import { graphKind } from '../../domain/graph/state.js';
import { historyOfElement } from './history.js';
import { type Moment, momentOf } from './moment.js';
import { edgeKind, elementAt, type ElementFilters, type ElementKind, elementsAt, nodeKind } from './reads.js';
import { edgeOf, type EdgeRow, nodeOf, type NodeRow } from './rows.js';
import { statsOf } from './stats.js';

/** The path of a version, or of what is in it. */
interface VersionPath {
  readonly id: string;
  readonly version_id: string;
}

/** The content of a version at the moment that is read; `undefined` when the caller may not know of the version. */
const readableContent = async (
  context: QueryContext,
  { id, version_id }: VersionPath,
  deleted?: { readonly deletedToo: boolean },
): Promise<Moment | undefined> =>
  (await graphVersionReads.readable(context, id, version_id, deleted)) === undefined
    ? undefined
    : momentOf(context, version_id);

/**
 * What became of an element, of one that is deleted too, or in a deleted version; `undefined` when there never was one that
 * the caller may know of. Of one that is there nothing may be told: it did not change since the visible history begins.
 */
const historyQuery =
  <Row extends NodeRow | EdgeRow>(kind: ElementKind<Row>, resourceOf: (row: Row) => object) =>
  async (
    context: QueryContext,
    path: VersionPath,
    uid: string,
    page: PageRequest,
  ): Promise<Page<HistoryEntry> | undefined> => {
    const moment = await readableContent(context, path, { deletedToo: true });
    if (moment === undefined) return undefined;
    const since = await graphReads.visibleSince(context, path.id);
    const shown = (row: Row): Json => resourceOf(row) as Json;
    const { collection } = kind;
    const found = await historyOfElement(context.today, { collection, uid, moment, since, shown }, page);
    const isTold = found.elements.length > 0 || page.after !== undefined;
    return isTold || (await elementAt(context, kind, moment, uid)) !== undefined ? found : undefined;
  };

/** How nodes, or edges, are read. */
const elementQueries = <Row extends NodeRow | EdgeRow, Resource extends object>(
  kind: ElementKind<Row>,
  resourceOf: (row: Row) => Resource,
) => {
  const byUid = async (
    context: QueryContext,
    path: VersionPath,
    uid: string,
  ): Promise<Versioned<Resource> | undefined> => {
    const moment = await readableContent(context, path);
    const row = moment && (await elementAt(context, kind, moment, uid));
    return (
      row && {
        resource: resourceOf(row),
        revision: row.since.toString(),
        streams: [streamOf(graphContent, path.version_id)],
      }
    );
  };
  return {
    byUid,
    list: async (
      context: QueryContext,
      path: VersionPath,
      page: PageRequest,
      filters: ElementFilters = {},
    ): Promise<Page<Resource> | undefined> => {
      const moment = await readableContent(context, path);
      return moment && mapPage(await elementsAt(context, kind, moment, page, filters), resourceOf);
    },
    history: historyQuery(kind, resourceOf),
  };
};

const nodes = elementQueries<NodeRow, GraphNode>(nodeKind, nodeOf);
const edges = elementQueries<EdgeRow, GraphEdge>(edgeKind, edgeOf);

type NodePath = VersionPath & { readonly node_uid: string };
type EdgePath = VersionPath & { readonly edge_uid: string };

export const graphNodes = {
  byUid: (context: QueryContext, path: NodePath) => nodes.byUid(context, path, path.node_uid),
  list: nodes.list,
  history: (context: QueryContext, path: NodePath, page: PageRequest) =>
    nodes.history(context, path, path.node_uid, page),
};

export const graphEdges = {
  byUid: (context: QueryContext, path: EdgePath) => edges.byUid(context, path, path.edge_uid),
  list: edges.list,
  history: (context: QueryContext, path: EdgePath, page: PageRequest) =>
    edges.history(context, path, path.edge_uid, page),
};

const ofVersion = async (
  context: QueryContext,
  { id, version_id }: VersionPath,
): Promise<Versioned<GraphStats> | undefined> => {
  const version = await graphVersionReads.readable(context, id, version_id);
  if (version === undefined) return undefined;
  const { stats, at = version.document.created_at } = await statsOf(context, version_id);
  return {
    resource: { version_id, ...stats, computed_at: at },
    // A tag has a revision without a sign.
    revision: String(stats.revision ?? 0),
    streams: [streamOf(graphContent, version_id)],
  };
};

export const graphStats = {
  ofVersion,
  /** Of the version that is the active one at the moment that is read. */
  ofGraph: async (context: QueryContext, { id }: { readonly id: string }) => {
    const graph = await graphReads.readable(context, id);
    if (graph === undefined) return undefined;
    const versions = await graphVersions.ofAssets(context, [graph]);
    const version_id = activeVersion(graph, versions.found.get(id) ?? []);
    const found = version_id === undefined ? undefined : await ofVersion(context, { id, version_id });
    return found && { ...found, streams: [streamOf(graphKind.aggregate, id), ...found.streams] };
  },
};
