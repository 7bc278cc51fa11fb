import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Python } from '@cairn/engines';
import { emptyGraph } from '../../support/content.js';
import { graphmlOf, importGraphFile } from '../../support/large-graph-files.js';
import { pythonOfGraphs } from '../../support/graph-tools.js';
import { administrator } from '../../support/people.js';
import { oneMachine, root } from '../../support/topology.js';
import { type Spread, spreadOf } from '../measuring.js';
import { memoryOf } from '../processes.js';
import type { Line, Row } from '../row.js';

const PEER = join(root, 'test/load/peers/read_graphml.py');
const SIZE = 300_000;
const QUICK_SIZE = 30_000;
const QUICK_ROUNDS = 2;

interface Run {
  readonly seconds: number;
  readonly peak: number;
}

/** Until it is durable and can be asked for, on a server of its own. */
const ours = async (elements: number): Promise<Run> => {
  const cairn = await oneMachine.start();
  try {
    const person = await administrator(cairn);
    const version = await emptyGraph(person);
    const began = performance.now();
    await importGraphFile(cairn, person, version, graphmlOf(elements));
    const seconds = (performance.now() - began) / 1000;
    return { seconds, peak: memoryOf(cairn.pid)?.peak ?? Number.NaN };
  } finally {
    await cairn.remove();
  }
};

/** Into memory. */
const theirs = async (python: Python, file: string): Promise<Run> =>
  // The program prints that.
  (await python.printed(PEER, file)) as Run;

const compared = async (python: Python, elements: number, rounds: number): Promise<readonly Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-graph-'));
  try {
    const file = join(folder, 'graph.graphml');
    await pipeline(Readable.fromWeb(graphmlOf(elements)), createWriteStream(file));
    const pairs: { readonly one: Run; readonly other: Run }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = await ours(elements);
      pairs.push({ one: first, other: await theirs(python, file) });
      const other = await theirs(python, file);
      pairs.push({ one: await ours(elements), other });
    }
    const of = (ratio: (one: Run, other: Run) => number): Spread =>
      spreadOf(pairs.map(({ one, other }) => ratio(one, other)));
    const what = `${elements} elements of GraphML`;
    return [
      {
        row: 'B6',
        measured: `import ${what}, durable: Cairn ÷ NetworkX read_graphml, elements a second`,
        ratio: of((one, other) => other.seconds / one.seconds),
        bound: { floor: 0.15, goal: 0.4 },
      },
      {
        row: 'B6',
        measured: 'the most memory of the process, the same',
        // A server has its size: the bound of 0.3 is for millions of elements.
        ratio: of((one, other) => one.peak / other.peak),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const graphImport: Row = {
  name: 'B6',
  about: 'a graph file, durable and visible',
  measure: async ({ quick }) => {
    let python: Python;
    try {
      python = await pythonOfGraphs();
    } catch (error) {
      return [{ row: 'B6', measured: 'import a graph file', note: `not run: ${String(error)}` }];
    }
    return compared(python, quick ? QUICK_SIZE : SIZE, quick ? 1 : QUICK_ROUNDS);
  },
};
