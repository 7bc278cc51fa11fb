import { openDiskBlobs } from '../blobs/index.js';
import type { Blobs } from '../blobs/port.js';
import { systemClock } from '../clock/port.js';
import { openSqliteDocuments } from '../documents/index.js';
import type { Documents } from '../documents/port.js';
import { openSqliteEventLog, withLargePayloads } from '../eventlog/index.js';
import { openMailFolder } from '../mail/index.js';
import type { Mailer } from '../mail/port.js';
import { openSqliteRegisters } from '../registers/index.js';
import type { Registers } from '../registers/port.js';
import type { Config } from '../runtime/config/index.js';
import { measuredLog, type Metrics } from '../runtime/metrics.js';
import type { Engines } from '../runtime/service.js';
import { openSqliteVault } from '../vault/index.js';
import type { Vault } from '../vault/port.js';
import { type DataFolder, takeDataFolder } from './data-folder.js';
import { Started } from './started.js';

/** The engines of a process, as its configuration names them. */
export interface OpenEngines extends Engines {
  /** Why nothing can be appended; `undefined` while it can. */
  refusal(this: void): string | undefined;
  close(this: void): Promise<void>;
}

interface Opening {
  readonly config: Config;
  readonly started: Started;
  /** Taken when the first embedded engine asks for it. */
  folder(this: void): DataFolder;
}

/**
 * Opens every engine: the one that the configuration names, else the embedded one in the data folder, which is taken
 * then. Drivers are loaded only for what is named. Nothing stays open when one of them fails.
 */
export const openEngines = async (config: Config, metrics: Metrics): Promise<OpenEngines> => {
  const started = new Started();
  try {
    return await openAll({ config, started, folder: folderOnce(config, started) }, metrics);
  } catch (error) {
    await started.stop();
    throw error;
  }
};

const openAll = async (opening: Opening, metrics: Metrics): Promise<OpenEngines> => {
  const { started } = opening;
  const blobs = await openBlobs(opening);
  const mail = openMail(opening);
  const vault = openVault(opening);
  started.then(() => vault.close());
  const bare = openLog(opening);
  const log = withLargePayloads(measuredLog(bare, metrics), blobs);
  const documents = openDocuments(opening);
  const registers = openRegisters(opening);
  started.then(async () => {
    await log.close();
    await Promise.all([documents.close(), registers.close()]);
  });
  return {
    log,
    documents,
    registers,
    blobs,
    vault,
    mail,
    clock: systemClock,
    refusal: () => bare.refusal(),
    close: () => started.stop(),
  };
};

const folderOnce = (config: Config, started: Started): Opening['folder'] => {
  let folder: DataFolder | undefined;
  return () => {
    if (folder !== undefined) return folder;
    const taken = takeDataFolder(config.CAIRN_DATA_DIR);
    started.then(() => taken.release());
    return (folder = taken);
  };
};

const openLog = ({ folder }: Opening): ReturnType<typeof openSqliteEventLog> =>
  openSqliteEventLog({ path: folder().file('log.db') });

const openDocuments = ({ folder }: Opening): Documents =>
  openSqliteDocuments({ path: folder().file('views.db') });

const openRegisters = ({ folder }: Opening): Registers =>
  openSqliteRegisters({ path: folder().file('registers.db'), clock: systemClock });

const openVault = ({ config, folder }: Opening): Vault => {
  const secret = config.CAIRN_SECRET === '' ? {} : { secret: config.CAIRN_SECRET };
  return openSqliteVault({ path: folder().file('vault.db'), ...secret });
};

const openBlobs = ({ folder }: Opening): Promise<Blobs> => openDiskBlobs({ folder: folder().file('blobs') });

const openMail = ({ config, folder }: Opening): Mailer =>
  openMailFolder({ folder: folder().file('mail'), from: config.CAIRN_MAIL_FROM });
