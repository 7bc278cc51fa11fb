import {
  type Config,
  type Engines,
  measuredLog,
  type Metrics,
  openDiskBlobs,
  openMailFolder,
  openSqliteDocuments,
  openSqliteEventLog,
  openSqliteRegisters,
  openSqliteVault,
  type SqliteEventLog,
  systemClock,
  withLargePayloads,
} from '@cairn/kernel';
import type { DataFolder } from './data-folder.js';

/** The embedded engines of one machine, on one folder. */
export interface EmbeddedEngines extends Engines {
  /** Why nothing can be appended; `undefined` while it can. */
  refusal(): string | undefined;
  close(): Promise<void>;
}

/** Opens every engine; nothing stays open when one of them fails. */
export const openEngines = async (
  folder: DataFolder,
  config: Config,
  metrics: Metrics,
): Promise<EmbeddedEngines> => {
  const blobs = await openDiskBlobs({ folder: folder.file('blobs') });
  const mail = openMailFolder({ folder: folder.file('mail'), from: config.CAIRN_MAIL_FROM });
  const vault = openSqliteVault({
    path: folder.file('vault.db'),
    ...(config.CAIRN_SECRET === '' ? {} : { secret: config.CAIRN_SECRET }),
  });
  const sqliteLog: SqliteEventLog = openSqliteEventLog({ path: folder.file('log.db') });
  const log = withLargePayloads(measuredLog(sqliteLog, metrics), blobs);
  const documents = openSqliteDocuments({ path: folder.file('views.db') });
  const registers = openSqliteRegisters({ path: folder.file('registers.db'), clock: systemClock });
  return {
    log,
    documents,
    registers,
    blobs,
    vault,
    mail,
    clock: systemClock,
    refusal: () => sqliteLog.refusal(),
    close: async () => {
      await log.close();
      await Promise.all([documents.close(), registers.close(), vault.close()]);
    },
  };
};
