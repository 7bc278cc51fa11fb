import { versionCollections } from '@cairn/assets';
import { type Collection, type Document, nextTurn, pagesOf, type QueryContext } from '@cairn/kernel';

/** Nodes, or edges: where they stand, and the field of a whole version that holds them. */
export interface Parts {
  readonly field: 'nodes' | 'edges';
  readonly collection: string;
}
export const NODES: Parts = { field: 'nodes', collection: 'workflow_nodes' };
export const EDGES: Parts = { field: 'edges', collection: 'workflow_edges' };

/** One document each. */
const collectionOf = ({ collection: name }: Parts): Collection => ({
  name,
  indexes: [
    { kind: 'compound', fields: ['version_id', 'deleted', 'created_at'] },
    { kind: 'compound', fields: ['version_id', 'deleted', 'updated_at'] },
    { kind: 'compound', fields: ['version_id', 'deleted', 'name'] },
    { kind: 'words', field: 'words', within: 'version_id' },
  ],
});
export const partsOfVersions = { nodes: collectionOf(NODES), edges: collectionOf(EDGES) };

const { past } = versionCollections('workflow');
const AT_ONCE = 500;

/** What was on the canvas at the moment that is read: it is made of the version's stream. */
export const partsThen = async <Kept extends Document>(
  { documents }: Pick<QueryContext, 'documents'>,
  versionId: string,
  field: Parts['field'],
): Promise<readonly Kept[]> => {
  const parts = ((await documents.get(past, versionId))?.[field] ?? {}) as Readonly<Record<string, Kept>>;
  return Object.values(parts).filter(({ deleted }) => deleted !== true);
};

/** All of a canvas, oldest first. */
export const partsOn = async <Kept extends Document>(
  context: Pick<QueryContext, 'documents' | 'pointInTime'>,
  versionId: string,
  { field, collection }: Parts,
): Promise<readonly Kept[]> => {
  if (context.pointInTime !== undefined) {
    const then = await partsThen<Kept>(context, versionId, field);
    return then.toSorted((one, other) => compare(ageOf(one), ageOf(other)) || compare(one.id, other.id));
  }
  const all: Kept[] = [];
  const filter = { fields: { version_id: versionId, deleted: false } };
  for await (const page of pagesOf(context.documents, collection, filter, AT_ONCE)) {
    all.push(...(page as readonly Kept[]));
    await nextTurn();
  }
  return all;
};

const ageOf = ({ created_at: at }: Document): string => (typeof at === 'string' ? at : '');
/** Times and ids are plain letters and digits: their order is that of the store. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
