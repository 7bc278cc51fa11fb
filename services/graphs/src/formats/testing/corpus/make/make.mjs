/**
 * Writes what graphology and Cytoscape.js write, with the counts that they themselves report.
 *
 * npm install --prefix /tmp/made graphology graphology-gexf graphology-graphml cytoscape
 * NODE_PATH=/tmp/made/node_modules node make.mjs ../files
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.env.NODE_PATH, 'x.js'));
const Graph = require('graphology');
const gexf = require('graphology-gexf');
const cytoscape = require('cytoscape');
const versionOf = (name) =>
  JSON.parse(readFileSync(join(process.env.NODE_PATH, name, 'package.json'), 'utf8')).version;
const folder = process.argv[2];
const counts = {};

const note = (file, by, graph, format, dialect) =>
  (counts[file] = { by, nodes: graph.order, edges: graph.size, format, dialect });

const filled = (type) => {
  const graph = new Graph({ type, multi: true });
  graph.setAttribute('name', `a ${type} graph`);
  graph.addNode('a', { label: 'Ada <&> "L"', age: 36, score: 1.5, alive: false, tags: ['x', 'y, z'] });
  graph.addNode('b', { label: 'Émile 😀', age: -5, color: '#ff0000', x: 1.25, y: -3, size: 4 });
  graph.addNode(3, { nested: { deep: [1, null, { a: 'b' }] } });
  if (type !== 'undirected') graph.addDirectedEdgeWithKey('e1', 'a', 'b', { weight: 2.5 });
  if (type !== 'undirected') graph.addDirectedEdge('a', 'b', { weight: 1, label: 'again' });
  if (type !== 'directed') graph.addUndirectedEdgeWithKey('e2', 'b', '3', { weight: 3, kind: 'knows' });
  if (type !== 'directed') graph.addUndirectedEdge('a', '3');
  return graph;
};

for (const type of ['mixed', 'directed', 'undirected']) {
  const graph = filled(type);
  writeFileSync(join(folder, `graphology-${type}.json`), JSON.stringify(graph.export(), null, 1));
  note(`graphology-${type}.json`, `graphology ${versionOf('graphology')}`, graph, 'json', 'graphology');
  graph.removeNodeAttribute('3', 'nested');
  for (const version of ['1.2', '1.3']) {
    const file = `graphology-${type}-${version}.gexf`;
    writeFileSync(join(folder, file), gexf.write(graph, { version }));
    note(
      file,
      `graphology-gexf ${versionOf('graphology-gexf')}`,
      graph,
      'gexf',
      version === '1.2' ? '1.2draft' : '1.3',
    );
  }
}

const cy = cytoscape({
  headless: true,
  styleEnabled: true,
  elements: [
    { data: { id: 'group', label: 'a group' } },
    {
      data: { id: 'a', parent: 'group', age: 36, label: 'Ada' },
      classes: 'person old',
      position: { x: 1, y: 2 },
    },
    { data: { id: 'b', parent: 'group', score: 1.5 } },
    { data: { id: 'ab', source: 'a', target: 'b', weight: 2.5 } },
    { data: { id: 'ba', source: 'b', target: 'a' }, classes: 'back' },
  ],
  layout: { name: 'preset' },
});
const ofCytoscape = { order: cy.nodes().length, size: cy.edges().length };
const by = `cytoscape ${versionOf('cytoscape')}`;
writeFileSync(join(folder, 'cytoscape.cyjs'), JSON.stringify(cy.json(), null, 1));
note('cytoscape.cyjs', by, ofCytoscape, 'json', 'cytoscape');
writeFileSync(join(folder, 'cytoscape-list.json'), JSON.stringify(cy.elements().jsons(), null, 1));
note('cytoscape-list.json', by, ofCytoscape, 'json', 'cytoscape');

writeFileSync(join(folder, 'counts.npm.json'), `${JSON.stringify(counts, null, 2)}\n`);

cy.destroy();
process.exit(0);
