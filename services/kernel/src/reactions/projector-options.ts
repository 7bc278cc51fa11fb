import type { DomainEvent } from '@cairn/contracts';
import type { Change } from '../documents/port.js';
import type { EventLog } from '../eventlog/port.js';
import type { ErrorReports } from '../error-reports/port.js';
import type { Logger } from '../logging/port.js';
import type { ProjectionTarget, TargetChange } from '../targets/port.js';
import type { Vault } from '../vault/port.js';
import type { Projection } from '../projection/projection.js';

export interface ProjectorOptions<Changed extends TargetChange = Change> {
  readonly projection: Projection<DomainEvent, Changed>;
  /** Where it writes. */
  readonly target: ProjectionTarget<Changed>;
  readonly categories: readonly string[];
  readonly log: EventLog;
  readonly vault: Vault;
  readonly logger: Logger;
  /** What is parked is told there; nowhere when absent. */
  readonly errors?: ErrorReports | undefined;
  /** For tests of read-your-writes: how long each batch is held back, milliseconds. */
  readonly delayMs?: number;
  /** Called when it stands at another position, or parked another stream. */
  readonly moved?: () => void;
}
