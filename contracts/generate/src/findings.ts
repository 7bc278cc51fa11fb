import {
  type Promises,
  brokenGoldens,
  brokenPromises,
  missingGoldens,
  orphans,
  type ReadCommitted,
  unpromised,
} from './compare.js';
import type { GeneratedFile } from './files.js';
import { outdatedLines, SUMMARY } from './summary.js';

/** The contract as it is made now. */
export interface Made {
  readonly files: readonly GeneratedFile[];
  readonly summary: string;
}

/** What is in git. */
export interface Committed {
  readonly read: ReadCommitted;
  readonly goldens: readonly string[];
  readonly promises: Promises;
}

/** What would break who reads events. */
export const breaks = ({ files }: Made, { read, goldens, promises }: Committed): readonly string[] => [
  ...brokenPromises(files, read, promises),
  ...brokenGoldens(files, read),
  ...orphans(files, goldens),
];

/** What is in git and is not what the contract says. */
export const outdated = ({ files, summary }: Made, { read, promises }: Committed): readonly string[] => [
  ...missingGoldens(files, read),
  ...unpromised(files, read, promises),
  ...outdatedLines(read(SUMMARY), summary),
];
