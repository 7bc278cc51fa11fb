import type { Deleted } from '@cairn/assets';
import type { WorkflowEdge, WorkflowNode } from '@cairn/contracts';
import {
  createdBetween,
  type Document,
  findsNothing,
  mapPage,
  NOTHING,
  type Page,
  pageAmong,
  pageOf,
  type PageRequest,
  type QueryContext,
  sent,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import { workflowVersions } from '../../versions.js';
import { workflowVersionReads } from '../../workflows.js';
import type { EdgeDocument, NodeDocument } from './documents.js';
import { EDGES, NODES, type Parts, partsThen } from './parts.js';
import { edgeResource, nodeResource } from './resource.js';

/** The parameters of a path to what is on a canvas. */
interface OfVersion {
  readonly workflow_id: string;
  readonly version_id: string;
}

export interface PartFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How nodes, or edges, are read. */
const partReads = <Resource>({ field, collection }: Parts, resource: (document: Document) => Resource) => ({
  /** Those of a version, for who may see it. */
  list: async (
    context: QueryContext,
    { workflow_id, version_id }: OfVersion,
    page: PageRequest,
    { q, name, from, to }: PartFilters = {},
  ): Promise<Page<Resource> | undefined> => {
    if ((await workflowVersionReads.readable(context, workflow_id, version_id)) === undefined)
      return undefined;
    if (findsNothing(q)) return NOTHING;
    const filter = {
      fields: { version_id, deleted: false, ...sent({ name }), ...createdBetween({ from, to }) },
      ...wordsIn(q),
    };
    const found =
      context.pointInTime === undefined
        ? await pageOf(context.documents, collection, filter, page)
        : pageAmong<Document>(await partsThen(context, version_id, field), page);
    return mapPage(found, resource);
  },
  /** One under its version, whose revision it has; one of another is not found (S2). */
  byId: async (
    context: QueryContext,
    { workflow_id, version_id, id }: OfVersion & { readonly id: string },
    { deletedToo = false }: Deleted = {},
  ): Promise<Versioned<Resource> | undefined> => {
    const version = await workflowVersionReads.readable(context, workflow_id, version_id);
    if (version === undefined) return undefined;
    const document = await context.documents.get(collection, id);
    if (document?.['version_id'] !== version_id || (document['deleted'] === true && !deletedToo))
      return undefined;
    const { revision } = version.document;
    const streams = [`${workflowVersions.kind.aggregate.category}-${version_id}`];
    return { resource: resource(document), revision, streams };
  },
});

export const workflowNodes = partReads<WorkflowNode>(NODES, (node) => nodeResource(node as NodeDocument));
export const workflowEdges = partReads<WorkflowEdge>(EDGES, (edge) => edgeResource(edge as EdgeDocument));
