import type { Documents } from '../documents/port.js';
import type { EventLog } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import type { Vault } from '../vault/port.js';
import type { Projection } from './projection.js';

export interface ProjectorOptions {
  readonly projection: Projection;
  readonly categories: readonly string[];
  readonly log: EventLog;
  readonly documents: Documents;
  readonly vault: Vault;
  readonly logger: Logger;
  /** For tests of read-your-writes: how long each batch is held back, milliseconds. */
  readonly delayMs?: number;
  /** Called when it stands at another position, or parked another stream. */
  readonly moved?: () => void;
}
