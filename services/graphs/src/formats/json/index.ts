import type { ExportContent, GraphFormat, NotWritten, Output, Start } from '../format.js';
import { encoded, written } from '../writing/chunks.js';
import { directionOf } from '../writing/lost.js';
import { surveyOf } from '../writing/survey.js';
import { apoc, apocWhole } from './apoc.js';
import { cytoscape } from './cytoscape.js';
import type { JsonDialect, Layout } from './dialect.js';
import { jsonGraphFormat } from './graph-format.js';
import { graphology } from './graphology.js';
import { JsonReader } from './json-reader.js';
import { d3, nodeLink } from './node-link.js';
import { shapeOf } from './shape.js';

/** In the order in which they are asked whether a file is theirs: the more particular before the more general. */
const dialects: readonly JsonDialect[] = [
  apoc,
  apocWhole,
  cytoscape,
  graphology,
  jsonGraphFormat,
  nodeLink,
  d3,
];

const dialectOf = ({ text }: Start): JsonDialect | undefined => {
  const shape = shapeOf(text);
  // No line at all is no element.
  if (text.trim() === '') return apoc;
  return shape && dialects.find(({ recognises }) => recognises(shape));
};

/** The dialects of JSON, told apart by their keys. */
export const json: GraphFormat = {
  name: 'json',
  dialects: ['graphology', 'node-link', 'cytoscape', 'apoc', 'jgf', 'd3'],
  recognises: (start) => start.text.trim() !== '' && dialectOf(start) !== undefined,
  reader: (start, sink) => new JsonReader(dialectOf(start) ?? graphology, sink),
  write: async (content, name) => {
    const dialect = dialects.find((one) => one.name === name) ?? graphology;
    return write(content, dialect);
  },
};

const write = async (content: ExportContent, dialect: JsonDialect): Promise<Output | NotWritten> => {
  const survey = await surveyOf(content, { lost: dialect.lost, columns: false });
  if ('kind' in survey) return survey;
  const { nodes, edges, directedEdges, losses } = survey;
  const directed = directionOf(content.facts, edges, directedEdges);
  const mixed = directed ? directedEdges < edges : directedEdges > 0;
  const layout = dialect.layout({ facts: content.facts, directed, mixed });
  return {
    kind: 'file',
    format: 'json',
    dialect: dialect.name,
    extension: dialect.extension,
    contentType: dialect.contentType,
    nodes,
    edges,
    notHeld: losses.all(),
    content: encoded(texts(content, layout)),
  };
};

async function* texts(content: ExportContent, layout: Layout): AsyncGenerator<string, void, void> {
  yield layout.head;
  yield* written(content.nodes(), layout.node, layout.separator);
  yield layout.between;
  yield* written(content.edges(), layout.edge, layout.separator);
  yield layout.tail;
}
