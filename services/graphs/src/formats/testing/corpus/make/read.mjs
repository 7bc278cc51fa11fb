/**
 * Prints what graphology and Cytoscape.js read in files, as JSON: for each file and tool the graph, or the error.
 *
 * NODE_PATH=/tmp/made/node_modules node read.mjs files.json, where that is a list of
 * {"path": ..., "format": "graphml" | "gexf" | "graphology" | "cytoscape"}
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.env.NODE_PATH, 'x.js'));
const Graph = require('graphology');
const gexf = require('graphology-gexf');
const graphml = require('graphology-graphml');
const cytoscape = require('cytoscape');

const told = (graph) => ({
  directed: graph.type === 'mixed' ? null : graph.type === 'directed',
  nodes: Object.fromEntries(graph.mapNodes((uid, data) => [uid, data])),
  edges: graph.mapEdges((_, data, from, to) => [from, to, data]),
});

const ofCytoscape = (text) => {
  const graph = cytoscape({ headless: true, ...JSON.parse(text) });
  const edges = graph.edges().map((edge) => [edge.data('source'), edge.data('target'), edge.data()]);
  const nodes = Object.fromEntries(graph.nodes().map((node) => [node.id(), node.data()]));
  graph.destroy();
  return { directed: null, nodes, edges };
};

const readers = {
  graphml: (text) => told(graphml.parse(Graph, text)),
  gexf: (text) => told(gexf.parse(Graph, text)),
  graphology: (text) => told(Graph.from(JSON.parse(text))),
  cytoscape: ofCytoscape,
};

const read = ({ path, format }) => {
  const tool = format === 'cytoscape' ? 'cytoscape' : 'graphology';
  try {
    return { tool, path, ...readers[format](readFileSync(path, 'utf8')) };
  } catch (error) {
    return { tool, path, error: String(error) };
  }
};

const files = JSON.parse(readFileSync(process.argv[2], 'utf8')).filter(({ format }) => format in readers);
process.stdout.write(JSON.stringify(files.map(read)));
