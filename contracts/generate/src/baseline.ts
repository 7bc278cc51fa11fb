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

/** The text of a baseline that promises these schemas and examples as they are committed: a line for each. */
export const baselineOf = (paths: readonly string[], committed: ReadCommitted): string => {
  const lines = paths.toSorted().map((path) => {
    const content = JSON.parse(committed(path) ?? 'null') as Json;
    return `${JSON.stringify(path)}: ${JSON.stringify(content)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
};
