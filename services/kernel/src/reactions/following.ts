import { pause } from '../clock/pause.js';
import type { Position } from '../base/position.js';
import type { Batch } from '../eventlog/port.js';
import type { ProjectorOptions } from './projector-options.js';

const MAX_BATCH = 1000;

/** What a projection is told of the log behind a position, until the signal aborts. */
export async function* batchesAfter(
  after: Position,
  { log, categories, delayMs }: Pick<ProjectorOptions, 'log' | 'categories' | 'delayMs'>,
  signal: AbortSignal,
): AsyncGenerator<Batch, void, void> {
  for await (const batch of log.subscribe({
    after,
    categories,
    maxBatch: MAX_BATCH,
    pastDamage: true,
    signal,
  })) {
    if (delayMs !== undefined) await pause(delayMs, signal);
    yield batch;
  }
}
