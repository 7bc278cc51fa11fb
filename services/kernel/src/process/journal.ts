import { Counter } from 'prom-client';
import { systemClock } from '../clock/port.js';
import type { FreeSpace } from '../files/free-space.js';
import { openJournal, openMongoJournal, openSqliteJournal } from '../journal/index.js';
import type { Journal } from '../journal/port.js';
import type { JournalStore } from '../journal/store.js';
import type { Logger } from '../logging/port.js';
import type { Config } from '../config/index.js';
import type { Metrics } from '../metrics/metrics.js';
import type { DataFolder } from './data-folder.js';
import { openRemade } from './embedded-files.js';
import { openNamed } from './explained.js';

interface JournalParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly space: FreeSpace;
  /** Taken when the journal is a file. */
  folder(this: void): DataFolder;
}

/** Opens the journal: where the documents are. A file of it never takes of the reserve of its disk. */
export const journalOf = async (parts: JournalParts): Promise<Journal> => {
  const { config, logger, space, folder } = parts;
  return openJournal({
    store: await storeOf(parts),
    logger,
    clock: systemClock,
    days: config.CAIRN_JOURNAL_DAYS,
    most: config.CAIRN_JOURNAL_MOST,
    ...(config.CAIRN_MONGODB_URL === ''
      ? { refusal: (bytes: number) => space.refusal(bytes, folder().path) }
      : {}),
  });
};

const storeOf = ({ config, logger, folder }: JournalParts): Promise<JournalStore> | JournalStore =>
  config.CAIRN_MONGODB_URL === ''
    ? openRemade(folder().file('journal.db'), logger, (path, damaged) => openSqliteJournal({ path, damaged }))
    : openNamed('CAIRN_MONGODB_URL', config.CAIRN_MONGODB_URL, () =>
        openMongoJournal({ url: config.CAIRN_MONGODB_URL, days: config.CAIRN_JOURNAL_DAYS }),
      );

/** What the journal did not keep, and which reports of errors were not counted. */
export const measureDropped = (
  { registry }: Metrics,
  kinds: Readonly<Record<'access' | 'error', { readonly dropped: number }>>,
): void => {
  new Counter({
    name: 'cairn_journal_dropped_total',
    help: 'Entries of the journal that were not written: its store is away, its disk is full, or too many came',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, { dropped }] of Object.entries(kinds)) this.labels(kind).inc(dropped);
    },
  });
};
