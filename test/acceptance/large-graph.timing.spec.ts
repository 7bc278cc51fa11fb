/** A graph that grows by bulks: reads, changes and the memory of the process stay as they are. */
import { emptyGraph, type VersionPath } from '../support/content.js';
import { residentBytes } from '../support/metrics.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const NODES_OF_A_BULK = 4_000;
const EDGES_OF_A_BULK = 6_000;
/** Elements where everything is measured first and last; between them the process has found its size. */
const FROM = 200_000;
const TO = 1_000_000;
/** Of the memory at first, and of the time that a read takes there (B11). */
const MOST_MEMORY = 1.2;
const MOST_TIME = 1.5;
/** Medians of a few milliseconds differ by so much anyhow. */
const NOISE_MS = 2;
const TIMES = 50;

interface Measured {
  readonly bytes: number;
  readonly pageMs: number;
  readonly uidMs: number;
}

describe.each(topologies)('a graph of 1,000,000 elements, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let params: VersionPath;
  let bulks = 0;

  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    params = await emptyGraph(ada);
  });
  afterAll(() => cairn.remove());

  const uidOf = (place: number): string => `n${String(place).padStart(7, '0')}`;
  const bulk = async (): Promise<void> => {
    const first = bulks * NODES_OF_A_BULK;
    const at = (place: number): string => uidOf(first + (place % NODES_OF_A_BULK));
    const nodes = Array.from({ length: NODES_OF_A_BULK }, (_, place) => ({
      ...{ uid: at(place), labels: ['Person'], properties: { name: 'x'.repeat(40), age: place % 90 } },
    }));
    const edges = Array.from({ length: EDGES_OF_A_BULK }, (_, place) => ({
      ...{ uid: `e${bulks}-${place}`, source: at(place), target: at(place * 7), type: 'KNOWS' },
    }));
    const { body } = await ada.client.call('bulkGraphNodes', { params, body: { nodes, edges } });
    expect(body.created).toBe(NODES_OF_A_BULK + EDGES_OF_A_BULK);
    bulks += 1;
  };
  const medianMs = async (ask: (time: number) => Promise<unknown>): Promise<number> => {
    const took: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now();
      await ask(time);
      took.push(performance.now() - began);
    }
    return took.toSorted((one, other) => one - other)[TIMES / 2]!;
  };
  const grownTo = async (elements: number): Promise<Measured> => {
    let bytes = 0;
    while (bulks * (NODES_OF_A_BULK + EDGES_OF_A_BULK) < elements) {
      await bulk();
      bytes = Math.max(bytes, await residentBytes(cairn));
    }
    const pageMs = await medianMs(() => ada.client.call('listGraphNodes', { params, query: { limit: 100 } }));
    const uidMs = await medianMs((time) => {
      const place = Math.floor((time * bulks * NODES_OF_A_BULK) / TIMES);
      return ada.client.call('getGraphNode', { params: { ...params, node_uid: uidOf(place) } });
    });
    return { bytes, pageMs, uidMs };
  };

  it('takes the memory and the times of one of 200,000', async () => {
    const first = await grownTo(FROM);
    const last = await grownTo(TO);
    process.stdout.write(`${FROM} elements: ${JSON.stringify(first)}, ${TO}: ${JSON.stringify(last)}\n`);
    expect(last.bytes).toBeLessThan(first.bytes * MOST_MEMORY);
    expect(last.pageMs).toBeLessThan(first.pageMs * MOST_TIME + NOISE_MS);
    expect(last.uidMs).toBeLessThan(first.uidMs * MOST_TIME + NOISE_MS);
  }, 300_000);
});
