import type { Output } from '../format.js';
import { encoded } from './chunks.js';
import type { Survey } from './survey.js';

/** The file of an XML format, as it was surveyed. */
export const xmlFile = (
  format: 'gexf' | 'graphml',
  dialect: string,
  { nodes, edges, losses }: Survey,
  texts: AsyncIterable<string>,
): Output => ({
  ...{ kind: 'file', format, dialect, nodes, edges },
  extension: `.${format}`,
  contentType: `application/${format}+xml`,
  notHeld: losses.all(),
  content: encoded(texts),
});
