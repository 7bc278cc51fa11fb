import type { Documents } from '../documents/port.js';
import type { Projection } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import { type Starting, untilEnginesAnswer } from './engine-wait.js';

/** Prepares the read models of projections when a process starts. */
export const prepareDocuments = (
  starting: Starting,
  documents: Pick<Documents, 'prepare'>,
  projections: readonly Projection[],
): Promise<void> => untilEnginesAnswer(starting, () => documents.prepare(projections.map(readModelOf)));
