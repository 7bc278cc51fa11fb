import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../logging/index.js';
import { createMetrics } from '../metrics/metrics.js';
import { readConfig } from '../config/index.js';
import { openEngines } from './engines.js';

describe('half of a login at S3', () => {
  it.each([
    { CAIRN_S3_ACCESS_KEY: 'key' },
    { CAIRN_S3_SECRET_KEY: 'secret' },
    { CAIRN_S3_SESSION_TOKEN: 'lent' },
  ])('stops the start: %p', async (login) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-engines-'));
    const config = readConfig({ CAIRN_DATA_DIR: folder, CAIRN_S3_URL: 'http://127.0.0.1:1', ...login });
    await expect(openEngines(config, createMetrics(), createLogger('silent'))).rejects.toThrow(
      /^CAIRN_S3_ACCESS_KEY, CAIRN_S3_SECRET_KEY.* belong together: set all of them, or none\.$/,
    );
    rmSync(folder, { recursive: true });
  });
});
