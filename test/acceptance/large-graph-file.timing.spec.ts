/** A large graph file in and out: the memory of the process stays as it is with a small one. */
import { graphFileFormats } from '@cairn/contracts';
import { emptyGraph, type VersionPath } from '../support/content.js';
import { exportGraphFile, graphmlOf, importGraphFile } from '../support/large-graph-files.js';
import { residentBytes } from '../support/metrics.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** A file with which the process finds its size, and one of three times as many elements. */
const FROM = 100_000;
const TO = 300_000;
/** What the larger one may take beyond the smaller: its uids in flat memory, caches, garbage. */
const MORE_BYTES = 96 * 1024 * 1024;
const CHUNKS = 50;

describe.each(topologies)('a graph file of 300,000 elements, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;

  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  let highest = 0;
  const look = async (): Promise<void> => {
    highest = Math.max(highest, await residentBytes(cairn));
  };
  const importing = async (elements: number): Promise<VersionPath> => {
    const version = await emptyGraph(ada);
    const report = await importGraphFile(cairn, ada, version, graphmlOf(elements), look);
    expect(report.nodes_created + report.edges_created).toBe(elements);
    return version;
  };
  const exporting = async (version: VersionPath): Promise<void> => {
    for (const format of graphFileFormats) {
      const dialect = DIALECTS[format];
      const { body } = await exportGraphFile(cairn, ada, version, { format, dialect });
      let chunks = 0;
      let bytes = 0;
      for await (const chunk of body as ReadableStream<Uint8Array>) {
        bytes += chunk.length;
        if (chunks++ % CHUNKS === 0) await look();
      }
      expect(bytes).toBeGreaterThan(0);
    }
  };

  it('comes in and goes out in the memory of one of 100,000', async () => {
    await exporting(await importing(FROM));
    const small = highest;
    const version = await importing(TO);
    const imported = highest;
    await exporting(version);
    process.stdout.write(`resident at most: ${small}, imported ${imported}, exported ${highest}\n`);
    expect(highest - small).toBeLessThan(MORE_BYTES);
  }, 900_000);
});

const DIALECTS = { json: 'graphology', graphml: 'graphml', gexf: '1.3', csv: 'edges' } as const;
