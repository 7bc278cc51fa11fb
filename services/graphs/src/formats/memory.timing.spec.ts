import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openSource } from '@cairn/kernel';
import { bytesOf, uploadOf } from '@cairn/kernel/testkit';
import {
  type EdgeElement,
  formats,
  type FormatName,
  type NodeElement,
  type Output,
  type ReadEntry,
  readGraph,
  readSource,
  writeGraph,
} from './index.js';

/** Of each format, a third of them nodes. */
const ELEMENTS = 99_000;
const BATCH = 1000;
/** What may be held beside garbage. */
const HEAP = 20 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const held = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

async function* nodes(): AsyncGenerator<readonly NodeElement[]> {
  for (let from = 0; from < ELEMENTS / 3; from += BATCH)
    yield Array.from({ length: BATCH }, (_, at) => ({
      kind: 'node',
      uid: `n${from + at}`,
      labels: ['Person'],
      properties: { name: `Person ${from + at}`, score: at / 7 },
    }));
}

async function* edges(): AsyncGenerator<readonly EdgeElement[]> {
  for (let from = 0; from < (ELEMENTS / 3) * 2; from += BATCH)
    yield Array.from({ length: BATCH }, (_, at) => ({
      kind: 'edge',
      from: `n${from + at}`,
      to: `n${at}`,
      type: 'KNOWS',
      directed: true,
      properties: { weight: at },
    }));
}

/** An archive is read from its end: its bytes lie outside of the heap. */
async function* read(output: Output): AsyncGenerator<readonly ReadEntry[]> {
  if (output.extension !== '.zip') {
    yield* readGraph(output.content);
    return;
  }
  const source = await openSource(uploadOf('', await bytesOf(output.content)));
  yield* readSource(source);
  await source.close();
}

describe('a graph of 99,000 elements', () => {
  // One of each kind of reader; the native form is the JSON that says most.
  const through = [
    ['gexf', '1.3'],
    ['graphml', 'graphml'],
    ['json', 'graphology'],
    ['csv', 'edges'],
    ['csv', 'nodes'],
    ['csv', 'tables'],
  ] as const satisfies readonly (readonly [FormatName, string])[];

  it.each(through)(
    'goes through the writer and the reader of %s, %s in flat memory',
    async (format, dialect) => {
      expect(formats[format].dialects).toContain(dialect);
      const output = await writeGraph({ facts: { kind: 'graph' }, nodes, edges }, format, dialect);
      if (output.kind === 'refused') throw new Error(output.message);
      const before = held();
      let [highest, elements, batches] = [0, 0, 0];
      for await (const batch of read(output)) {
        if (batches++ % 20 === 0) highest = Math.max(highest, held() - before);
        for (const { kind } of batch) if (kind === 'node' || kind === 'edge') elements += 1;
      }
      expect(elements).toBe(output.nodes + output.edges);
      expect(elements).toBeGreaterThanOrEqual(ELEMENTS / 3);
      expect(highest).toBeLessThan(HEAP);
    },
  );
});
