import type { RunningEngine } from '../engine.js';
import { addressLines } from '../external.js';
import { exportLines, tableOf } from './table.js';

/** An engine, and how long it took until it was ready. */
export interface ReadyEngine {
  readonly engine: RunningEngine;
  readonly readyMs: number;
}

/** Prints a table of what they are, and the lines by which programs and tests are led to them. */
export const printEngines = (engines: readonly ReadyEngine[]): void => {
  const rows = engines.map(({ engine, readyMs }) => [
    engine.name,
    engine.product,
    engine.url,
    `${readyMs} ms`,
  ]);
  for (const line of tableOf([['engine', 'what answers', 'where', 'ready in'], ...rows])) console.log(line);
  console.log('\nTo use them, in another terminal:\n');
  const variables = engines.flatMap(({ engine }) => Object.entries(addressLines(engine)));
  for (const line of exportLines({ CAIRN_ENGINES: 'external', ...Object.fromEntries(variables) }))
    console.log(line);
};
