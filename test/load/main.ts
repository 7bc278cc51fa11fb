/** `main.ts [rows…] [--quick] [--out <file>]`: measures, prints a table line by line and writes it as JSON. See docs/benchmarks.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../support/topology.js';
import { head, lineOf } from './report.js';
import { holds, type Line, type Row, type Settings } from './row.js';
import { access } from './rows/access.js';
import { append } from './rows/append.js';
import { durableCommand, durableCommandOnSlowDisks } from './rows/durable-command.js';
import { durableCommandOnCluster } from './rows/durable-command-cluster.js';
import { fullAccount } from './rows/full-account.js';
import { graphImport } from './rows/graph-import.js';
import { importItems } from './rows/import-items.js';
import { inference } from './rows/inference.js';
import { longStreams } from './rows/long-streams.js';
import { manyModels } from './rows/many-models.js';
import { modelRegistry } from './rows/model-registry.js';
import { pointRead } from './rows/point-read.js';
import { publishing } from './rows/publishing.js';
import { sizes } from './rows/sizes.js';
import { uploadOfLargeFile } from './rows/upload.js';

const rows: readonly Row[] = [
  durableCommand,
  durableCommandOnSlowDisks,
  durableCommandOnCluster,
  fullAccount,
  append,
  pointRead,
  modelRegistry,
  longStreams,
  graphImport,
  access,
  importItems,
  publishing,
  uploadOfLargeFile,
  inference,
  sizes,
  manyModels,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const settings: Settings = values.quick
  ? { quick: true, rounds: 2, seconds: 2 }
  : { quick: false, rounds: 4, seconds: 4 };

const chosen = (): readonly Row[] => {
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no row is named ${unknown.join(', ')}: there are ${rows.map(({ name }) => name).join(', ')}`,
    );
  return positionals.length === 0 ? rows : rows.filter(({ name }) => positionals.includes(name));
};

const measured = async (row: Row): Promise<readonly Line[]> => {
  process.stderr.write(`${row.name}: ${row.about} …\n`);
  try {
    return await row.measure(settings);
  } catch (error) {
    return [{ row: row.name, measured: row.about, note: `failed: ${String(error)}` }];
  }
};

const main = async (): Promise<void> => {
  const lines: Line[] = [];
  const wanted = chosen();
  process.stdout.write(`${head}\n`);
  for (const row of wanted) {
    const found = await measured(row);
    for (const line of found) process.stdout.write(`${lineOf(line)}\n`);
    lines.push(...found);
  }
  const out = values.out ?? join(root, '.bench/bench-results.json');
  mkdirSync(dirname(out), { recursive: true });
  const machine = { node: process.version, cores: cpus().length, platform: process.platform };
  const results = { measured_at: new Date().toISOString(), machine, settings, lines };
  writeFileSync(out, `${JSON.stringify(results, null, 2)}\n`);
  const broken = lines.some((line) => holds(line) === false || line.note?.startsWith('failed') === true);
  process.exitCode = broken ? 1 : 0;
};

void main();
