import { tmpdir } from 'node:os';
import { guardedBlobs, openDiskBlobs, openS3Blobs, type S3BlobsOptions } from '../blobs/index.js';
import type { Blobs } from '../blobs/port.js';
import { systemClock } from '../clock/port.js';
import { openMongoDocuments, openSqliteDocuments } from '../documents/index.js';
import type { Documents } from '../documents/port.js';
import { openEventStoreDb, openSqliteEventLog, withLargePayloads } from '../eventlog/index.js';
import type { EventLog } from '../eventlog/port.js';
import { FreeSpace } from '../files/free-space.js';
import { openErrorReports } from '../error-reports/index.js';
import type { ErrorReports } from '../error-reports/port.js';
import type { Journal } from '../journal/port.js';
import type { Logger } from '../logging/port.js';
import { openMailFolder, openSmtpMailer } from '../mail/index.js';
import type { Mailer } from '../mail/port.js';
import { openMongoRegisters, openSqliteRegisters } from '../registers/index.js';
import type { Registers } from '../registers/port.js';
import type { Config } from '../config/index.js';
import { measuredLog, type Metrics } from '../metrics/metrics.js';
import type { Engines } from '../context/engines.js';
import { writeBackBeside } from '../sqlite/index.js';
import { tracedLog } from '../tracing/index.js';
import { openMongoVault, openSqliteVault } from '../vault/index.js';
import type { Vault } from '../vault/port.js';
import { type DataFolder, takeDataFolder, usableFolder } from './data-folder.js';
import { type Starting, untilEnginesAnswer } from './engine-wait.js';
import { openNamed } from './explained.js';
import { openKept, openRemade } from './embedded-files.js';
import { journalOf, measureDropped } from './journal.js';
import { Started } from './started.js';
import { allOrNone } from './all-or-none.js';
import { refuseLostVault } from './whole-folder.js';

/** The engines of a process, as its configuration names them. */
export interface OpenEngines extends Engines {
  /** The log with what is large as a reference, as it is stored. */
  readonly storedLog: EventLog;
  readonly journal: Journal;
  readonly errors: ErrorReports;
  /** Why nothing can be appended; `undefined` while it can. */
  refusal(this: void): string | undefined;
  close(this: void): Promise<void>;
}

interface Opening extends Starting {
  readonly started: Started;
  readonly logger: Logger;
  /** Taken when the first embedded engine asks for it. */
  folder(this: void): DataFolder;
}

/**
 * Opens every engine: the one that the configuration names, else the embedded one in the data folder, which is taken
 * then. Drivers are loaded only for what is named. A named log, documents, registers and vault are waited for. Nothing stays
 * open when one of them fails.
 */
export const openEngines = (config: Config, metrics: Metrics, logger: Logger): Promise<OpenEngines> =>
  Started.by((started) => openAll({ config, started, logger, folder: folderOnce(config, started) }, metrics));

const openAll = async (opening: Opening, metrics: Metrics): Promise<OpenEngines> => {
  const { started } = opening;
  const blobs = await openBlobs(opening);
  const space = spaceOf(opening);
  const mail = await openMail(opening);
  const bare = await openLog(opening);
  const storedLog = traceable(measuredLog(bare, metrics), opening.config);
  const log = withLargePayloads(storedLog, blobs);
  started.then(() => log.close());
  await untilLogAnswers(opening, bare);
  await refuseNoVault(opening, bare);
  const vault = await openVault(opening);
  started.then(() => vault.close());
  const documents = await openDocuments(opening);
  started.then(() => documents.close());
  const registers = await openRegisters(opening);
  started.then(() => registers.close());
  await untilRegistersAnswer(opening, registers);
  const errors = openErrorReports({ registers, logger: opening.logger, clock: systemClock });
  started.then(() => errors.close());
  const journal = await journalOf({ ...opening, space });
  started.then(() => journal.close());
  measureDropped(metrics, { access: journal, error: errors });
  const written = writtenOften(opening);
  if (written.length > 0) started.then(writeBackBeside(written, opening.logger));
  return {
    log,
    storedLog,
    documents,
    registers,
    journal,
    errors,
    blobs: guardedBlobs(blobs, space),
    space,
    vault,
    mail,
    clock: systemClock,
    refusal: () => bare.refusal(),
    close: () => started.stop(),
  };
};

const traceable = (log: EventLog, { CAIRN_OTLP_ENDPOINT: endpoint }: Config): EventLog =>
  endpoint === '' ? log : tracedLog(log);

/** The embedded files that every write of a user goes to. */
const writtenOften = ({ config, folder }: Opening): readonly string[] => [
  ...(config.CAIRN_EVENTSTOREDB_URL === '' ? [folder().file('log.db')] : []),
  ...(config.CAIRN_MONGODB_URL === '' ? [folder().file('views.db')] : []),
];

const folderOnce = (config: Config, started: Started): Opening['folder'] => {
  let folder: DataFolder | undefined;
  return () => {
    if (folder !== undefined) return folder;
    const taken = takeDataFolder(config.CAIRN_DATA_DIR);
    started.then(() => taken.release());
    return (folder = taken);
  };
};

const openLog = ({
  config,
  folder,
}: Opening): Promise<EventLog & { refusal(): string | undefined }> | ReturnType<typeof openSqliteEventLog> =>
  config.CAIRN_EVENTSTOREDB_URL === ''
    ? openKept(folder().file('log.db'), (path) => openSqliteEventLog({ path }))
    : openNamed('CAIRN_EVENTSTOREDB_URL', config.CAIRN_EVENTSTOREDB_URL, () =>
        openEventStoreDb({ url: config.CAIRN_EVENTSTOREDB_URL }),
      );

/** It was asked when it was opened, and is asked again only where it did not answer. */
const untilLogAnswers = (opening: Opening, log: Awaited<ReturnType<typeof openLog>>): Promise<void> =>
  untilEnginesAnswer(opening, async () => {
    if (log.refusal() !== undefined) await log.head();
  });

const openDocuments = ({ config, folder, logger }: Opening): Promise<Documents> | Documents =>
  config.CAIRN_MONGODB_URL === ''
    ? openRemade(folder().file('views.db'), logger, (path, damaged) =>
        openSqliteDocuments({ path, damaged, unswept: unsweptIn(logger) }),
      )
    : openNamed('CAIRN_MONGODB_URL', config.CAIRN_MONGODB_URL, () =>
        openMongoDocuments({ url: config.CAIRN_MONGODB_URL, unswept: unsweptIn(logger) }),
      );

const unsweptIn =
  (logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ err: error }, 'what no read model uses any more could not be removed now');

const openRegisters = ({ config, folder, logger }: Opening): Promise<Registers> | Registers =>
  config.CAIRN_MONGODB_URL === ''
    ? openRemade(folder().file('registers.db'), logger, (path, damaged) =>
        openSqliteRegisters({ path, clock: systemClock, damaged }),
      )
    : openNamed('CAIRN_MONGODB_URL', config.CAIRN_MONGODB_URL, () =>
        openMongoRegisters({ url: config.CAIRN_MONGODB_URL }),
      );

/** By them MongoDB says, before anything is made there, whether it takes the user of documents and registers. */
const untilRegistersAnswer = async (opening: Opening, registers: Registers): Promise<void> => {
  if (opening.config.CAIRN_MONGODB_URL === '') return;
  await untilEnginesAnswer(opening, () => registers.get('readiness'));
};

const openVault = (opening: Opening): Promise<Vault> | Vault => {
  const { config, folder } = opening;
  const given = (secret: string): string | undefined => (secret === '' ? undefined : secret);
  const secrets = { secret: given(config.CAIRN_SECRET), secretBefore: given(config.CAIRN_SECRET_BEFORE) };
  return config.CAIRN_VAULT_MONGODB_URL === ''
    ? openKept(folder().file('vault.db'), (path) => openSqliteVault({ path, ...secrets }))
    : openNamed('CAIRN_VAULT_MONGODB_URL', config.CAIRN_VAULT_MONGODB_URL, () =>
        untilEnginesAnswer(opening, () =>
          openMongoVault({ url: config.CAIRN_VAULT_MONGODB_URL, ...secrets }),
        ),
      );
};

/** Where both are files: one of them may have been left behind when the folder was copied. */
const refuseNoVault = async ({ config, folder }: Opening, log: EventLog): Promise<void> => {
  if (config.CAIRN_EVENTSTOREDB_URL === '' && config.CAIRN_VAULT_MONGODB_URL === '')
    await refuseLostVault(log, folder().file('vault.db'));
};

const openBlobs = async ({ config, folder, started, logger }: Opening): Promise<Blobs> => {
  if (config.CAIRN_S3_URL === '') return openDiskBlobs({ folder: folderIn(folder(), 'blobs') });
  const options = {
    endpoint: config.CAIRN_S3_URL,
    region: config.CAIRN_S3_REGION,
    bucket: config.CAIRN_S3_BUCKET,
    prefix: config.CAIRN_S3_PREFIX,
    forcePathStyle: config.CAIRN_S3_PATH_STYLE,
    ...s3LoginOf(config),
    ...waitingPlaceOf(config),
    logger,
  };
  const blobs = await openNamed('CAIRN_S3_URL', config.CAIRN_S3_URL, () => openS3Blobs(options));
  started.then(() => blobs.close());
  return blobs;
};

/** Where uploads are written first, which is where an embedded log stands too; large data of events take the reserve. */
const spaceOf = ({ config, folder }: Opening): FreeSpace =>
  new FreeSpace({
    folder: config.CAIRN_S3_URL === '' ? folder().path : temporaryFolderOf(config),
    reserveBytes: config.CAIRN_DISK_RESERVE_BYTES,
  });

const temporaryFolderOf = ({ CAIRN_S3_TEMPORARY_DIR: folder }: Config): string =>
  folder === '' ? tmpdir() : folder;

/** Throws `StartError` for half of a login. */
const s3LoginOf = (
  config: Config,
): Pick<S3BlobsOptions, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> => {
  const {
    CAIRN_S3_ACCESS_KEY: accessKeyId,
    CAIRN_S3_SECRET_KEY: secretAccessKey,
    CAIRN_S3_SESSION_TOKEN: sessionToken,
  } = config;
  allOrNone(config, ['CAIRN_S3_ACCESS_KEY', 'CAIRN_S3_SECRET_KEY']);
  if (sessionToken === '') return accessKeyId === '' ? {} : { accessKeyId, secretAccessKey };
  allOrNone(config, ['CAIRN_S3_ACCESS_KEY', 'CAIRN_S3_SECRET_KEY', 'CAIRN_S3_SESSION_TOKEN']);
  return { accessKeyId, secretAccessKey, sessionToken };
};

const waitingPlaceOf = ({ CAIRN_S3_TEMPORARY_DIR: folder }: Config): { readonly temporaryFolder?: string } =>
  folder === ''
    ? {}
    : { temporaryFolder: usableFolder('folder for uploads', folder, 'CAIRN_S3_TEMPORARY_DIR') };

const folderIn = (folder: DataFolder, name: string): string =>
  usableFolder(`folder of ${name}`, folder.file(name), 'CAIRN_DATA_DIR');

const openMail = async ({ config, folder, started }: Opening): Promise<Mailer> => {
  const from = config.CAIRN_MAIL_FROM;
  if (config.CAIRN_SMTP_URL === '') return openMailFolder({ folder: folderIn(folder(), 'mail'), from });
  const url = config.CAIRN_SMTP_URL;
  const mail = await openNamed('CAIRN_SMTP_URL', url, async () => openSmtpMailer({ url, from }));
  started.then(() => mail.close());
  return mail;
};
