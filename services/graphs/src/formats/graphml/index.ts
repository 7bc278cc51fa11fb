import type { GraphFormat } from '../format.js';
import { GraphmlReader } from './read.js';
import { graphmlDialects, writeGraphml } from './write.js';

/** GraphML as NetworkX, igraph, yEd, Gephi and Neo4j have it. */
export const graphml: GraphFormat = {
  name: 'graphml',
  dialects: graphmlDialects,
  recognises: ({ root }) => root === 'graphml',
  reader: (_, sink) => new GraphmlReader(sink),
  write: writeGraphml,
};
