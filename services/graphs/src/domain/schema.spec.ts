import { isRefusal } from '@cairn/kernel';
import { schemaText } from './schema.js';

const POINTER = '/schema_config';
const property = { name: 'ring', type: 'string', required: true, unique: false };
const whole = {
  nodes: [{ type: 'Bird', properties: [property] }, { type: 'Fish' }],
  edges: [{ type: 'EATS', from: 'Bird', to: 'Fish', properties: [{ type: 'integer' }] }],
};

describe('the schema of a graph', () => {
  it('is kept byte for byte as a text, and stringified as an object', () => {
    const text = JSON.stringify(whole, null, 2);
    expect(schemaText(text, POINTER)).toBe(text);
    expect(schemaText(whole, POINTER)).toBe(JSON.stringify(whole));
  });

  it.each([
    ['none', ''],
    ['an empty one', '{}'],
    ['no types', '{"nodes":[],"edges":[]}'],
    ['a type alone', '{"nodes":[{"type":"Bird"}]}'],
    ['keys that nobody knows', '{"colour":1,"nodes":[{"type":"Bird","colour":null,"properties":[]}]}'],
  ])('may be %s', (_, text) => {
    expect(schemaText(text, POINTER)).toBe(text);
  });

  it.each([
    ['a list', [], 'It is no object'],
    ['null', 'null', 'It is no object'],
    ['a number', '1', 'It is no object'],
    ['nodes that are no list', { nodes: {} }, 'nodes is no list'],
    ['edges that are null', { edges: null }, 'edges is no list'],
    ['a node that is a text', { nodes: ['Bird'] }, 'nodes[0] is no object'],
    ['a node without a type', { nodes: [{ type: 'Bird' }, {}] }, 'nodes[1] has no type'],
    ['an empty type', { nodes: [{ type: '' }] }, 'nodes[0].type is no text of at least one character'],
    ['an edge without a type', { edges: [{ from: 'Bird' }] }, 'edges[0] has no type'],
    [
      'an edge from a list',
      { edges: [{ type: 'EATS', from: ['Bird'] }] },
      'edges[0].from is no text of at least one character',
    ],
    [
      'an edge to a number',
      { edges: [{ type: 'EATS', to: 1 }] },
      'edges[0].to is no text of at least one character',
    ],
    [
      'properties that are an object',
      { nodes: [{ type: 'Bird', properties: {} }] },
      'nodes[0].properties is no list',
    ],
    [
      'a property without a type',
      { edges: [{ type: 'EATS', properties: [{ name: 'ring' }] }] },
      'edges[0].properties[0] has no type',
    ],
    [
      'a property that is named by a number',
      { nodes: [{ type: 'Bird', properties: [{ ...property, name: 1 }] }] },
      'nodes[0].properties[0].name is no text of at least one character',
    ],
    [
      'a property that is required by a text',
      { nodes: [{ type: 'Bird', properties: [{ ...property, required: 'yes' }] }] },
      'nodes[0].properties[0].required is neither true nor false',
    ],
    [
      'a property that is unique by null',
      { nodes: [{ type: 'Bird', properties: [{ ...property, unique: null }] }] },
      'nodes[0].properties[0].unique is neither true nor false',
    ],
    [
      'an edge that is declared again and again',
      { edges: Array.from({ length: 1_001 }, (_, index) => ({ type: 'EATS', from: `Bird ${index}` })) },
      'edges has the type "EATS" more than 1000 times',
    ],
  ])('is not %s', (_, value, message) => {
    const errors = [{ pointer: POINTER, code: 'schema', message: `is no schema of a graph: ${message}` }];
    expect(schemaText(value, POINTER)).toMatchObject({
      refused: 'invalid_body',
      detail: `schema_config is no schema of a graph: ${message}.`,
      errors,
    });
  });

  it('may declare many types of edges, and one of them a thousand times', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => [{ type: 'EATS' }, { type: `LEADS ${index}` }]);
    const text = JSON.stringify({ edges: many.flat() });
    expect(schemaText(text, POINTER)).toBe(text);
  });

  it('is no text that does not parse, and says where it was sent', () => {
    const refused = schemaText('{', '/schema');
    expect(isRefusal(refused) && refused.errors).toEqual([
      { pointer: '/schema', code: 'json', message: 'is not JSON' },
    ]);
  });

  it('has types of its own only: what every object has counts for none', () => {
    expect(schemaText('{"nodes":[{"__proto__":{"type":"Bird"}}]}', POINTER)).toMatchObject({
      refused: 'invalid_body',
    });
  });
});
