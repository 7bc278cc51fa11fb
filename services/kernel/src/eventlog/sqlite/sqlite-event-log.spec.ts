import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogConformance } from '../conformance.js';
import { openSqliteEventLog } from './index.js';

eventLogConformance('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-log-'));
  const log = openSqliteEventLog({ path: join(folder, 'log.db') });
  const discard = async (): Promise<void> => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { log, discard };
});
