import type { GraphFormat } from '../format.js';
import { ARCHIVED, csvDialects } from './header.js';
import { CsvReader, headerIn } from './read.js';
import { writeCsv } from './write.js';

/** Tables of edges and of nodes, as spreadsheets, Gephi and Neo4j's import have them. */
export const csv: GraphFormat = {
  name: 'csv',
  dialects: [...csvDialects, ARCHIVED],
  recognises: ({ text }) => headerIn(text) !== undefined,
  reader: (_, sink) => new CsvReader(sink),
  write: writeCsv,
};
