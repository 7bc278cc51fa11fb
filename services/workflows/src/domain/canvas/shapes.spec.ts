import {
  canvasStreamEvents,
  type EventDefinition,
  WorkflowEdgeChanges,
  WorkflowEdgeInput,
  WorkflowGraphInput,
  WorkflowNode,
  WorkflowNodeChanges,
  WorkflowNodeInput,
} from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { edgeResource, nodeResource } from '../../read-models/canvas/resource.js';
import { A, AB, AT, B, edge, node, VERSION } from '../../testing/canvas.js';

const ajv = new Ajv({
  strict: false,
  formats: { uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'date-time': true },
});
const takes = (schema: TSchema, value: unknown): boolean => ajv.validate(schema, value);

describe('the body of a node', () => {
  it.each([
    ['nothing', {}],
    ['texts and objects', { config: '{}', position: { x: 1, y: 2 } }],
    ['empty texts', { name: '', entity_type: '', entity_id: '', entity_version_id: '', on_failure: '' }],
    ['a day', { timeout: 86_400 }],
    ['what only the server says', nodeResource({ ...node(A), ...document() })],
  ])('may say %s', (_, body) => {
    expect(takes(WorkflowNodeInput, body)).toBe(true);
    expect(takes(WorkflowNodeChanges, body)).toBe(true);
    expect(takes(WorkflowGraphInput, { nodes: [body], edges: [] })).toBe(true);
  });
  it.each([
    ['another type', { entity_type: 'graph' }],
    ['an id that is none', { entity_id: 'x' }],
    ['a time before now', { timeout: -1 }],
    ['more than a day', { timeout: 86_401 }],
    ['half a second', { timeout: 0.5 }],
    ['a long word', { on_failure: 'x'.repeat(101) }],
    ['a long name', { name: 'x'.repeat(201) }],
    ['a number for a config', { config: 1 }],
    ['null', { position: null }],
  ])('may not say %s', (_, body) => {
    expect(takes(WorkflowNodeInput, body)).toBe(false);
    expect(takes(WorkflowNodeChanges, body)).toBe(false);
    expect(takes(WorkflowGraphInput, { nodes: [body], edges: [] })).toBe(false);
  });
});

describe('the body of an edge', () => {
  const ends = { begin_node_id: A, end_node_id: B };

  it('names two nodes when it is new', () => {
    expect(takes(WorkflowEdgeInput, ends)).toBe(true);
    expect(takes(WorkflowEdgeInput, edgeResource({ ...edge(AB, A, B), ...document() }))).toBe(true);
    expect(takes(WorkflowEdgeInput, { begin_node_id: A })).toBe(false);
    expect(takes(WorkflowEdgeInput, { ...ends, edge_type: 'wire' })).toBe(false);
    expect(takes(WorkflowEdgeInput, { ...ends, begin_node_id: 'x'.repeat(101) })).toBe(false);
    expect(takes(WorkflowEdgeChanges, {})).toBe(true);
    expect(takes(WorkflowEdgeChanges, { end_node_id: null })).toBe(false);
  });
});

describe('the body of a whole canvas', () => {
  it('says its nodes and its edges, under any ids', () => {
    const edges = [{ id: 'e', begin_node_id: 'n', end_node_id: 'n' }];
    expect(takes(WorkflowGraphInput, { nodes: [{ id: 'n' }, {}], edges })).toBe(true);
    expect(takes(WorkflowGraphInput, { nodes: [{ id: 'n'.repeat(101) }], edges: [] })).toBe(false);
    expect(takes(WorkflowGraphInput, { nodes: [{ id: 1 }], edges: [] })).toBe(false);
    for (const half of [{ nodes: [] }, { edges: [] }, {}])
      expect(takes(WorkflowGraphInput, half)).toBe(false);
  });
});

describe('what is shown and told', () => {
  it('is as its schemas say', () => {
    expect(takes(WorkflowNode, nodeResource({ ...node(A), ...document() }))).toBe(true);
    for (const { schema, example, name } of Object.values<EventDefinition>(canvasStreamEvents))
      expect([name, takes(schema, example)]).toEqual([name, true]);
  });
});

function document() {
  return { version_id: VERSION, created_at: AT, updated_at: AT, deleted: false };
}
