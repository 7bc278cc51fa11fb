import type { Json } from '@cairn/kernel';

interface InFile {
  readonly properties?: Readonly<Record<string, Json>>;
}
/** A node in a file. */
export interface FileNode extends InFile {
  readonly uid: string;
  readonly labels?: readonly string[];
}
/** An edge in a file; it may have no uid. */
export interface FileEdge extends InFile {
  readonly uid?: string;
  readonly from: string;
  readonly to: string;
  readonly type?: string;
}
export type FileElement = FileNode | FileEdge;

export const isEdge = (element: FileElement): element is FileEdge => 'from' in element;

const withUid = ({ uid }: FileElement) => (uid === undefined ? {} : { id: uid });

const apocLine = (element: FileElement): Json => {
  const { properties = {} } = element;
  if (!isEdge(element))
    return { type: 'node', id: element.uid, labels: [...(element.labels ?? [])], properties };
  const { from, to, type = '' } = element;
  const ends = { start: { id: from }, end: { id: to } };
  return { type: 'relationship', ...withUid(element), label: type, properties, ...ends };
};

/** A file of Neo4j, which has its elements in any order: an edge names a node of the file, or one of the version. */
export const apocFile = (elements: readonly FileElement[]): string =>
  elements.map((element) => `${JSON.stringify(apocLine(element))}\n`).join('');

/** A file of NetworkX: it implies nodes. */
export const nodeLinkFile = (
  elements: readonly FileElement[],
  first: 'nodes' | 'edges' = 'nodes',
): string => {
  const edges = elements.filter(isEdge).map(({ from, to, type, properties = {}, uid }) => ({
    ...{ source: from, target: to, ...properties },
    ...(uid === undefined ? {} : { id: uid }),
    ...(type === undefined ? {} : { type }),
  }));
  const nodes = elements.flatMap((element) => {
    if (isEdge(element)) return [];
    const { uid: id, labels = [], properties = {} } = element;
    return [{ id, ...properties, ...(labels.length === 0 ? {} : { labels: [...labels] }) }];
  });
  const head = { directed: true, multigraph: true, graph: {} };
  return JSON.stringify(first === 'nodes' ? { ...head, nodes, edges } : { ...head, edges, nodes });
};
