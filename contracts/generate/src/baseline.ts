import type { Promises, ReadCommitted } from './compare.js';
import { type Json, isMap, textOf } from './json.js';

/** The file, in `contracts`, with what readers of events were promised. */
export const BASELINE = 'baseline.json';

/** What readers of events were promised, out of the file. Throws when it is missing or no object. */
export const baselineIn = (committed: ReadCommitted): Promises => {
  const content = JSON.parse(committed(BASELINE) ?? 'null') as Json;
  if (!isMap(content)) throw new Error(`${BASELINE} is missing or no JSON object`);
  return {
    paths: Object.keys(content),
    read: (path) => (content[path] === undefined ? undefined : textOf(content[path])),
  };
};

/** The text of a baseline: a line for each schema and example. */
export const baselineOf = (promises: ReadonlyMap<string, Json>): string => {
  const lines = [...promises.keys()]
    .toSorted()
    .map((path) => `${JSON.stringify(path)}: ${JSON.stringify(promises.get(path))}`);
  return `{\n${lines.join(',\n')}\n}\n`;
};
