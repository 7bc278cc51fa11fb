import { schemaInForce } from './in-force.js';

const graphs = '{"nodes":[{"type":"Bird"}]}';
const own = '{"nodes":[{"type":"Fish"}]}';
const [strict, warn, off] = ['strict', 'warn', 'off'].map((enforcement) => JSON.stringify({ enforcement }));

describe('the schema that is in force', () => {
  it.each([
    ['the graph’s', '', graphs],
    ['the version’s, where it has one', own, own],
    ['the version’s, though it declares nothing', '{}', '{}'],
  ])('is %s', (_, schema, inForce) => {
    const graph = { schema_config: graphs, config: '' };
    expect(schemaInForce({ graph, version: { schema, config: '' } }).schema).toBe(inForce);
  });

  it.each([
    ['off where nobody says it', '', '', 'off'],
    ['the graph’s', strict, '', 'strict'],
    ['the graph’s, where the version’s settings say none', warn, '{"depth":2}', 'warn'],
    ['the version’s', '', warn, 'warn'],
    ['the version’s, where both say it', strict, off, 'off'],
    ['none of a list, a text or null', '["strict"]', 'null', 'off'],
    ['none of what an object inherits', '{"__proto__":{"enforcement":"strict"}}', '"strict"', 'off'],
  ])('is enforced as %s', (_, config, versions, enforcement) => {
    const graph = { schema_config: graphs, config: config! };
    expect(schemaInForce({ graph, version: { schema: own, config: versions! } })).toEqual({
      schema: own,
      enforcement,
    });
  });
});
