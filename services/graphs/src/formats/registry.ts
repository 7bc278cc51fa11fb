import { csv } from './csv/index.js';
import { type FormatName, type GraphFormat } from './format.js';
import { gexf } from './gexf/index.js';
import { graphml } from './graphml/index.js';
import { json } from './json/index.js';

/** Every format that is read and written. */
export const formats: Readonly<Record<FormatName, GraphFormat>> = { gexf, graphml, json, csv };
