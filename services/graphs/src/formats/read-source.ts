import type { Source } from '@cairn/kernel';
import { readTables } from './csv/read-tables.js';
import type { ReadEntry } from './element.js';
import { readFile, readGraph, type ReadOptions } from './read-graph.js';

/**
 * Reads an upload as `readGraph` reads bytes. An archive holds tables of nodes and of edges, in any order, which are one
 * graph; or one graph file alone, of any format. It is opened again each time that it is read.
 */
export async function* readSource(
  source: Source,
  options: ReadOptions = {},
): AsyncGenerator<readonly ReadEntry[], void, void> {
  const [file = '', ...others] = source.names();
  if (!source.archive) yield* readGraph(await source.open(file), options);
  else if (file === '' || others.length > 0 || isPacked(file)) yield* readTables(source, options);
  else yield* readFile(await source.open(file), { ...options, file });
}

/** What is packed in an archive is not unpacked again. */
const isPacked = (file: string): boolean => /\.(?:zip|gz|tgz|tar|7z|rar|xlsx)$/i.test(file);
