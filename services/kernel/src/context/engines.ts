import type { Blobs } from '../blobs/port.js';
import type { Clock } from '../clock/port.js';
import type { Documents } from '../documents/port.js';
import type { ErrorReports } from '../error-reports/port.js';
import type { EventLog } from '../eventlog/port.js';
import type { FreeSpace } from '../files/free-space.js';
import type { Journal } from '../journal/port.js';
import type { Mailer } from '../mail/port.js';
import type { Registers } from '../registers/port.js';
import type { Vault } from '../vault/port.js';

/** The engines behind the ports, as the composition of the process chose them. */
export interface Engines {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly registers: Registers;
  readonly blobs: Blobs;
  readonly vault: Vault;
  readonly mail: Mailer;
  readonly clock: Clock;
  /** None is kept when absent. */
  readonly journal?: Journal;
  /** None is reported when absent. */
  readonly errors?: ErrorReports;
  /** Of the disk that blobs are written to; nothing is kept free when absent. */
  readonly space?: FreeSpace;
}
