import type { GraphFormat } from '../format.js';
import { GexfReader } from './read.js';
import { gexfDialects, writeGexf } from './write.js';

/** Gephi's format. */
export const gexf: GraphFormat = {
  name: 'gexf',
  dialects: gexfDialects,
  recognises: ({ root }) => root === 'gexf',
  reader: (_, sink) => new GexfReader(sink),
  write: writeGexf,
};
