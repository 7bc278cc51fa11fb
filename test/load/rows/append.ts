import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/topology.js';
import { paired } from '../measuring.js';
import { rateOf } from '../processes.js';
import type { Line, Row, Settings } from '../row.js';

const KERNEL = 'services/kernel/bench/append.ts';
const EMMETT = 'test/load/peers/emmett-append.ts';
/** Where peers are installed that the project does not depend on; see docs/benchmarks.md. */
const peers = process.env['CAIRN_BENCH_PEERS'] ?? join(root, '.bench/peers');

const side = (name: string, script: string, ...args: readonly string[]) => ({
  name,
  rate: () => rateOf(script, ...args),
});

const againstRaw = async ({ rounds, seconds }: Settings): Promise<Line> => {
  const ours = side('Cairn', KERNEL, 'ours', String(seconds));
  const measured = await paired(ours, side('libsql', KERNEL, 'raw', String(seconds)), rounds);
  return {
    row: 'B2',
    measured: 'single-event appends, 64 writers: event log ÷ raw libsql FULL at 64 a transaction',
    ratio: measured.ratio,
    bound: { floor: 0.5, goal: 0.85 },
    details: { ours_per_second: measured.ours, peer_per_second: measured.peer },
  };
};

const againstEmmett = async ({ rounds, seconds }: Settings): Promise<Line> => {
  const row = { row: 'B2', measured: 'the same: event log ÷ @event-driven-io/emmett-sqlite' };
  if (!existsSync(join(peers, 'node_modules/@event-driven-io/emmett-sqlite')))
    return { ...row, note: 'the peer is not installed: see docs/benchmarks.md' };
  const ours = side('Cairn', KERNEL, 'ours', String(seconds));
  const measured = await paired(ours, side('Emmett', EMMETT, peers, String(seconds)), rounds);
  return {
    ...row,
    ratio: measured.ratio,
    bound: { floor: 50, goal: 150 },
    details: { ours_per_second: measured.ours, peer_per_second: measured.peer },
  };
};

/** B2: what the chain, the checks and the index of the event log cost beside bare inserts. */
export const append: Row = {
  name: 'B2',
  about: 'single-event appends with expected revision, 64 writers',
  measure: async (settings) => [await againstRaw(settings), await againstEmmett(settings)],
};
