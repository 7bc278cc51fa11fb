import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { administrator } from '../../support/people.js';
import { oneMachine, root, type RunningCairn } from '../../support/topology.js';
import { memoryOf } from '../processes.js';
import type { Line, Row } from '../row.js';
import { importing } from './import-items.js';

const run = promisify(execFile);
const MEGABYTE = 1_000_000;
const POLL_MS = 50;
const FILES = ['log.db', 'views.db', 'registers.db', 'vault.db'] as const;

const bytesBelow = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0)
    : statSync(path).size;

/** Of a folder whose Cairn has stopped, so that nothing is in a `-wal`. */
const sizesOf = (folder: string): Record<string, number> =>
  Object.fromEntries(
    [...FILES, 'blobs'].map((name) => {
      const path = join(folder, name);
      return [`${name.replace('.', '_')}_mb`, existsSync(path) ? bytesBelow(path) / MEGABYTE : 0];
    }),
  );

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** Starts on a folder that was put there, and waits until all of it can be read. */
const restored = async (folder: string): Promise<RunningCairn> => {
  const cairn = await oneMachine.start({ CAIRN_DATA_DIR: folder });
  const { client } = await administrator(cairn);
  for (;;) {
    const { status, body } = await client.try('listProjections');
    if (status === 200 && Array.isArray(body) && body.every(({ lag_events: lag }) => lag === 0)) return cairn;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const lineOf = async (count: number): Promise<Line> => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sizes-'));
  const [backup, back] = [join(folder, 'backup'), join(folder, 'restored')];
  const cairn = await oneMachine.start();
  const details: Record<string, number> = {};
  const memory = (name: string, of: RunningCairn): void => {
    const found = memoryOf(of.pid);
    if (found !== undefined) details[name] = found.now / MEGABYTE;
  };
  try {
    memory('empty_memory_mb', cairn);
    await importing(await administrator(cairn), cairn.baseUrl, count);
    memory('after_import_memory_mb', cairn);
    const args = [join(root, 'scripts/backup.mjs'), '--from', cairn.folder, '--to', backup];
    details['backup_s'] = await seconds(() => run(process.execPath, args));
    details['stop_s'] = await seconds(() => cairn.end('SIGTERM'));
    Object.assign(details, sizesOf(cairn.folder));
    details['restart_s'] = await seconds(() => cairn.again());
    memory('after_restart_memory_mb', cairn);
    await cairn.end('SIGTERM');
    let again: RunningCairn | undefined;
    details['restore_s'] = await seconds(async () => {
      cpSync(backup, back, { recursive: true, preserveTimestamps: true });
      again = await restored(back);
    });
    if (again !== undefined) memory('after_restore_memory_mb', again);
    await again?.remove();
    return { row: 'sizes', measured: `${count} text items: disk, memory, backup, restore`, details };
  } finally {
    await cairn.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What items take on disk and in memory, and how long a backup, a start and a restore take. Nothing is asserted of it. */
export const sizes: Row = {
  name: 'sizes',
  about: 'what text items take, and how long a backup and a restore take',
  measure: async ({ quick }) => {
    const lines: Line[] = [];
    for (const count of quick ? [10_000] : [10_000, 100_000]) lines.push(await lineOf(count));
    return lines;
  },
};
