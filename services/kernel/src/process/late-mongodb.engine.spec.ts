import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningEngine, startEngine } from '@cairn/engines';
import { MODEL } from '../documents/conformance-store.js';
import { openMongoDocuments } from '../documents/index.js';
import { DocumentsUnavailable } from '../documents/port.js';
import { START } from '../base/position.js';
import { setPatience } from '../clock/patience.js';
import { createLogger } from '../logging/index.js';
import { openMongo } from '../mongodb/index.js';
import { openMongoRegisters } from '../registers/index.js';
import { RegistersUnavailable } from '../registers/port.js';
import { readConfig } from '../config/index.js';
import { createMetrics } from '../metrics/metrics.js';
import { until } from '../testkit/until.js';
import { openEngines } from './engines.js';

/** An engine that is not there yet is compiled. */
const INSTALLING_MS = 900_000;

describe('a MongoDB that starts after Cairn', () => {
  let port: number;
  let engine: RunningEngine | undefined;
  const url = (database: string): string => `mongodb://127.0.0.1:${port}/${database}?directConnection=true`;
  const startServer = async (): Promise<void> => void (engine = await startEngine('mongodb', { port }));
  const isDone = (call: Promise<unknown>): Promise<boolean> =>
    call.then(
      () => true,
      () => false,
    );
  // The driver looks for a server for as long as it is told, also when the server is there by then.
  beforeAll(() => setPatience(1));
  beforeEach(async () => void (port = await freePort()));
  afterEach(async () => {
    await engine?.stop();
    engine = undefined;
  });

  it(
    'is used once it is there, by stores whose first call found nothing',
    async () => {
      const connection = await openMongo({ url: url('cairn'), timeoutMs: 500 });
      const documents = await openMongoDocuments({ connection });
      const registers = await openMongoRegisters({ connection });
      await expect(documents.prepare([])).rejects.toBeInstanceOf(DocumentsUnavailable);
      await expect(registers.get('a')).rejects.toBeInstanceOf(RegistersUnavailable);
      await startServer();
      // What began before the server was there may still fail.
      await until(() => isDone(documents.prepare([MODEL])));
      await until(() => isDone(registers.put('a', 1, undefined)));
      expect(await documents.checkpoint(MODEL.projection, 'live')).toBe(START);
      expect(await registers.get('a')).toMatchObject({ value: 1 });
      await documents.close();
      await registers.close();
      await connection.close();
    },
    INSTALLING_MS,
  );

  it(
    'is waited for by a process, each of its stores by its own setting',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-late-'));
      const waited: string[] = [];
      const logger = createLogger('', {
        write: (line: string) => void waited.push((JSON.parse(line) as { setting: string }).setting),
      });
      const settings = { CAIRN_MONGODB_URL: url('cairn'), CAIRN_VAULT_MONGODB_URL: url('vault') };
      const opening = openEngines(
        readConfig({ CAIRN_DATA_DIR: folder, ...settings }),
        createMetrics(),
        logger,
      );
      await until(async () => waited.length > 0);
      expect(waited).toEqual(['CAIRN_VAULT_MONGODB_URL']);
      await startServer();
      const engines = await opening;
      expect(await engines.registers.get('a')).toBeUndefined();
      await engines.close();
      rmSync(folder, { recursive: true });
    },
    INSTALLING_MS,
  );
});
