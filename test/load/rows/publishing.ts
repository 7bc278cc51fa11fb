import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '@cairn/engines';
import { paired, type Spread, spreadOf } from '../measuring.js';
import { rateOf, resultOf } from '../processes.js';
import type { Line, Row, Settings } from '../row.js';

const SCRIPT = 'services/kernel/bench/publish.ts';
const sizeOf = ({ quick }: Settings): number => (quick ? 100_000 : 1_000_000);

const throughput = async (folder: string, brokers: string, settings: Settings): Promise<Line> => {
  const events = String(sizeOf(settings));
  const side = (name: string, mode: string) => ({
    name,
    rate: () => rateOf(SCRIPT, mode, folder, brokers, events),
  });
  const measured = await paired(side('relay', 'relay'), side('kafkajs', 'bare'), settings.quick ? 2 : 1);
  return {
    row: 'B12',
    measured: `${events} events, log to broker, acks=all, in order: relay ÷ bare kafkajs batch send`,
    ratio: measured.ratio,
    bound: { floor: 0.4, goal: 0.9 },
    details: { ours_per_second: measured.ours, peer_per_second: measured.peer },
  };
};

const lag = async (folder: string, brokers: string, { quick, seconds }: Settings): Promise<Line> => {
  const runs: { readonly p50: number; readonly p99: number }[] = [];
  for (let run = 0; run < (quick ? 2 : 4); run += 1)
    runs.push(
      await resultOf<{ p50: number; p99: number }>(SCRIPT, 'lag', folder, brokers, String(2 * seconds)),
    );
  const ratio: Spread = spreadOf(runs.map(({ p99 }) => p99));
  return {
    row: 'B12',
    measured: 'p99 from the append to a consumer that reads committed, 500 events a second, ms',
    ratio,
    bound: { floor: 1_000, goal: 100, atMost: true },
    details: { p50_ms: spreadOf(runs.map(({ p50 }) => p50)).median },
  };
};

/** B12: what it costs beside the driver alone that every event is published once, in order, with its position. */
export const publishing: Row = {
  name: 'B12',
  about: 'publishing the log to Kafka',
  measure: async (settings) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-publish-'));
    const engine = await startEngine('kafka');
    try {
      await resultOf(SCRIPT, 'seed', folder, String(sizeOf(settings)));
      return [await throughput(folder, engine.url, settings), await lag(folder, engine.url, settings)];
    } finally {
      await engine.stop();
      rmSync(folder, { recursive: true });
    }
  },
};
