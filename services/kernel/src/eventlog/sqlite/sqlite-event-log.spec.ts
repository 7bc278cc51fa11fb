import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogConformance } from '../conformance.js';
import type { EventLog } from '../port.js';
import { spoilLast } from '../../testkit/spoiled-log.js';
import { openSqliteEventLog } from './index.js';

eventLogConformance('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-log-'));
  const path = join(folder, 'log.db');
  let log = openSqliteEventLog({ path });
  const spoil = async (stream: string): Promise<EventLog> => {
    await log.close();
    spoilLast(path, stream);
    log = openSqliteEventLog({ path });
    return log;
  };
  const discard = async (): Promise<void> => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { log, spoil, discard };
});
