import { csv } from './csv/index.js';
import { type FormatName, formatNames, type GraphFormat } from './format.js';
import { gexf } from './gexf/index.js';
import { graphml } from './graphml/index.js';
import { json } from './json/index.js';

/** Every format that is read and written. */
export const formats: Readonly<Record<FormatName, GraphFormat>> = { gexf, graphml, json, csv };

/** The format of a name; capitals do not count. `undefined` when it is none. */
export const formatNamed = (name: string): GraphFormat | undefined => {
  const known = formatNames.find((one) => one === name.toLowerCase());
  return known && formats[known];
};
