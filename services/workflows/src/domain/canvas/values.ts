import type { WorkflowEdgeChanges, WorkflowNodeChanges } from '@cairn/contracts';
import { DEFAULT_ON_FAILURE } from '@cairn/contracts';
import { configText, isRefusal, jsonText, type Refusal, refuse } from '@cairn/kernel';
import type { KnownEdge, KnownNode } from './state.js';

/** What of a node, of an edge, a person sets. */
export type NodeContent = Omit<KnownNode, 'id' | 'user_id'>;
export type EdgeContent = Omit<KnownEdge, 'id' | 'user_id'>;

/** A node where nothing is said of it. */
export const PLAIN_NODE: NodeContent = {
  name: '',
  description: '',
  entity_type: '',
  entity_id: '',
  entity_version_id: '',
  config: '',
  position: '',
  timeout: 0,
  on_failure: DEFAULT_ON_FAILURE,
};

/** The same of an edge, but for its ends. */
export const PLAIN_EDGE: Omit<EdgeContent, 'begin_node_id' | 'end_node_id'> = {
  name: '',
  description: '',
  edge_type: 'data',
};

/** What a body says of a node, as it is kept; `pointer` leads to the node in the body. */
export const nodeValues = (body: WorkflowNodeChanges, pointer: string): Partial<NodeContent> | Refusal => {
  const config = given(body.config, (value) => configText(value, `${pointer}/config`));
  if (isRefusal(config)) return config;
  const position = given(body.position, (value) => positionText(value, `${pointer}/position`));
  if (isRefusal(position)) return position;
  return said<NodeContent>({
    name: body.name,
    description: body.description,
    entity_type: body.entity_type,
    entity_id: body.entity_id,
    entity_version_id: body.entity_version_id,
    config,
    position,
    timeout: body.timeout,
    on_failure: body.on_failure === '' ? DEFAULT_ON_FAILURE : body.on_failure,
  });
};

/** What a body says of an edge. */
export const edgeValues = (body: WorkflowEdgeChanges): Partial<EdgeContent> =>
  said<EdgeContent>({
    name: body.name,
    description: body.description,
    begin_node_id: body.begin_node_id,
    end_node_id: body.end_node_id,
    edge_type: body.edge_type,
  });

const given = <Value, Kept>(value: Value | undefined, keep: (value: Value) => Kept): Kept | undefined =>
  value === undefined ? undefined : keep(value);

const said = <Fields extends object>(fields: {
  readonly [Key in keyof Fields]: Fields[Key] | undefined;
}): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Where a node stands, as it is kept: the text of an object with numbers `x` and `y`, or empty. */
const positionText = (value: unknown, pointer: string): string | Refusal => {
  const text = jsonText(value, pointer);
  if (isRefusal(text) || text === '' || isPlace(JSON.parse(text))) return text;
  return refuse('invalid_body', 'A position is a JSON object with numbers x and y.', [
    { pointer, code: 'position', message: 'must be an object with finite numbers x and y' },
  ]);
};

const isPlace = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  Number.isFinite(value.x) &&
  Number.isFinite(value.y);
