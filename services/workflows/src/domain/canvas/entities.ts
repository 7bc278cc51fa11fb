import { type Canvas, type KnownNode, type Parts, partOf } from './state.js';

/** What a node works with: who saves the node, or an edge of it, must be allowed to use it (SPEC-24 and SPEC-33). */
export interface NamedEntity {
  readonly node_id: string;
  readonly entity_type: Exclude<KnownNode['entity_type'], ''>;
  readonly entity_id: string;
  /** Empty: the active one. */
  readonly entity_version_id: string;
}

/** Nodes without a type or an id name nothing: they pass on what reaches them. */
export const entityOf = ({
  id: node_id,
  entity_type,
  entity_id,
  entity_version_id,
}: KnownNode): NamedEntity | undefined =>
  entity_type === '' || entity_id === '' ? undefined : { node_id, entity_type, entity_id, entity_version_id };

/** What nodes of a canvas name. */
export const entitiesOf = (
  { nodes }: Pick<Canvas, 'nodes'>,
  nodeIds: Iterable<string>,
): readonly NamedEntity[] =>
  [...nodeIds].flatMap((id) => {
    const node = partOf(nodes, id);
    return (node && entityOf(node)) ?? [];
  });

/** Whether a node works with the same as before. */
export const hasSameEntity = (before: KnownNode | undefined, after: KnownNode): boolean =>
  before?.entity_type === after.entity_type &&
  before.entity_id === after.entity_id &&
  before.entity_version_id === after.entity_version_id;

/** What a change saves: new parts, restored ones, those that are changed in any way. */
export const savedParts = <Part extends { readonly id: string }>(
  before: Parts<Part>,
  after: Parts<Part>,
): readonly Part[] =>
  before === after ? [] : Object.values(after).filter((part) => partOf(before, part.id) !== part);
