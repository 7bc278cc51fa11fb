import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/topology.js';

const library = join(root, '.bench/slow-disk.so');

/** Makes ready what slows a disk down. Throws with a sentence where there is no C compiler or the system is not Linux. */
export const prepareSlowDisk = (): void => {
  if (process.platform !== 'linux') throw new Error('a slower disk is played on Linux only');
  mkdirSync(join(root, '.bench'), { recursive: true });
  const source = join(root, 'test/load/slow-disk/syncs.c');
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`no C compiler that works: ${made.error?.message ?? made.stderr}`);
};

/** What a process is started with so that each of its syncs takes this much longer, milliseconds. */
export const slowerBy = (milliseconds: number): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library,
  BENCH_SYNC_US: String(Math.round(milliseconds * 1_000)),
});
