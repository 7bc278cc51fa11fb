import { pause } from '../clock/pause.js';
import { type Documents, DocumentsUnavailable } from '../documents/port.js';
import type { Projection } from '../reactions/projection.js';
import { readModelOf } from '../reactions/read-model.js';

/** A server that starts beside this process, or is busy, is given so long, milliseconds. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 250;

/**
 * Prepares the read models of projections when a process starts. Preparing is the same when it is done again: while the documents are not
 * reached it is tried again, until the patience is over; then why they are not reached is thrown.
 */
export const prepareDocuments = async (
  documents: Pick<Documents, 'prepare'>,
  projections: readonly Projection[],
  patienceMs = PATIENCE_MS,
): Promise<void> => {
  const models = projections.map(readModelOf);
  const untilMs = performance.now() + patienceMs;
  for (;;)
    try {
      await documents.prepare(models);
      return;
    } catch (error) {
      if (!(error instanceof DocumentsUnavailable) || performance.now() > untilMs) throw error;
      await pause(AGAIN_MS);
    }
};
