import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock/port.js';
import { openSqliteDocuments } from '../documents/index.js';
import type { Documents } from '../documents/port.js';
import { openSqliteEventLog } from '../eventlog/index.js';
import type { EventLog } from '../eventlog/port.js';
import { openSqliteRegisters } from '../registers/index.js';
import type { Registers } from '../registers/port.js';
import { createLogger } from '../logging/index.js';
import { openSqliteVault } from '../vault/index.js';
import type { Vault } from '../vault/port.js';

/** The embedded engines on a temporary folder, for specs. */
export interface Embedded {
  readonly folder: string;
  readonly log: EventLog;
  readonly documents: Documents;
  readonly registers: Registers;
  readonly vault: Vault;
  readonly clock: typeof systemClock;
  readonly logger: ReturnType<typeof createLogger>;
  remove(): Promise<void>;
}

export const openEmbedded = (): Embedded => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-spec-'));
  const log = openSqliteEventLog({ path: join(folder, 'log.db') });
  const documents = openSqliteDocuments({ path: join(folder, 'views.db') });
  const registers = openSqliteRegisters({ path: join(folder, 'registers.db'), clock: systemClock });
  const vault = openSqliteVault({ path: join(folder, 'vault.db') });
  return {
    folder,
    log,
    documents,
    registers,
    vault,
    clock: systemClock,
    logger: createLogger('silent'),
    remove: async () => {
      await log.close();
      await Promise.all([documents.close(), registers.close(), vault.close()]);
      rmSync(folder, { recursive: true });
    },
  };
};
