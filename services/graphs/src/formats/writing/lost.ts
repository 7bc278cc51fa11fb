import type { GraphElement, GraphFacts, Kept } from '../element.js';

/** What most dialects have no place for. `own`: whose kept parts are written. */
export const keptLost = (element: GraphElement, own?: string): readonly string[] =>
  Object.keys(element.kept ?? {})
    .filter((format) => format !== own)
    .map((format) => `what ${format} alone says of ${element.kind}s`);

export const declarationsLost = ({ declarations = [] }: GraphFacts): readonly string[] =>
  declarations.length === 0 ? [] : ['declarations of properties'];

/** Where what is kept of the graph has the format before its name: `gexf.meta`. */
export const keptFactsLost = (kept: Kept = {}, own?: string): readonly string[] =>
  Object.keys(kept)
    .filter((name) => own === undefined || !name.startsWith(`${own}.`))
    .map((name) => `what ${name} alone says of the graph`);

export const graphPropertiesLost = ({ properties = {} }: GraphFacts): readonly string[] =>
  Object.keys(properties).map(() => 'properties of the graph');

/** What the file said, else what most edges are. */
export const directionOf = ({ directed }: GraphFacts, edges: number, directedEdges: number): boolean =>
  directed ?? (edges === 0 || directedEdges * 2 >= edges);
