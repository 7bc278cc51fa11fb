import * as fc from 'fast-check';
import type { VersionPath } from '../testing/content-under-test.js';
import { contentOf, expectAddsUp } from './testing/comparing.js';
import { type End, workUntil } from './testing/ended-workers.js';
import { apocFile, type FileElement, nodeLinkFile } from './testing/graph-files.js';
import { type Plain, PlainImport } from './testing/plain-import.js';
import { type ImportRequest, WorkingGraphs } from './testing/working-graphs.js';

const uid = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const labels = fc.subarray(['Bird', 'Fish']);
const type = fc.constantFrom('', 'EATS');
const properties = fc.dictionary(fc.constantFrom('p', 'q'), fc.nat({ max: 2 }), {
  maxKeys: 2,
  noNullPrototype: true,
});

const fileNode = fc.record({ uid, labels, properties });
const fileEdge = fc.record(
  { uid: fc.constantFrom('x', 'y', 'z'), from: uid, to: uid, type, properties },
  { requiredKeys: ['from', 'to', 'type', 'properties'] },
);
const anyFile: fc.Arbitrary<readonly FileElement[]> = fc.array(fc.oneof(fileNode, fileEdge), {
  minLength: 1,
  maxLength: 12,
});

const anyContent: fc.Arbitrary<Plain> = fc
  .record({
    nodes: fc.uniqueArray(fileNode, { selector: (each) => each.uid, maxLength: 5 }),
    edges: fc.uniqueArray(
      fc.record({ uid: fc.constantFrom('x', 'y', 'z', 'w'), source: uid, target: uid, type, properties }),
      { selector: (each) => each.uid, maxLength: 4 },
    ),
  })
  .map(({ nodes, edges }) => {
    const isThere = (end: string): boolean => nodes.some((each) => each.uid === end);
    const connecting = edges.filter(({ source, target }) => isThere(source) && isThere(target));
    return { nodes, edges: connecting.map((each) => ({ ...each, directed: true })) };
  });

const anyEnd: fc.Arbitrary<End> = fc.record({
  command: fc.nat({ max: 6 }),
  when: fc.constantFrom('before', 'after'),
  how: fc.constantFrom('stopped', 'dead'),
});

const anyImport = fc.record({
  before: anyContent,
  file: anyFile,
  form: fc.constantFrom('lines', 'nodes first', 'edges first'),
  mode: fc.constantFrom('merge', 'append', 'replace'),
  on_error: fc.constantFrom('skip', 'skip', 'fail'),
  ends: fc.tuple(anyEnd, anyEnd),
});
type AnyImport = typeof anyImport extends fc.Arbitrary<infer Value> ? Value : never;

const requestOf = ({ file, form, mode, on_error }: AnyImport): ImportRequest => ({
  content: form === 'lines' ? apocFile(file) : nodeLinkFile(file, form === 'nodes first' ? 'nodes' : 'edges'),
  ...{ mode, on_error },
});

const sorted = <Element extends { readonly uid: string }>(all: readonly Element[]) =>
  [...all].sort((one, other) => (one.uid < other.uid ? -1 : 1));

/** Some five seconds. */
const RUNS = 30;

describe('random imports into random content', () => {
  let graphs: WorkingGraphs;
  beforeAll(async () => {
    graphs = await WorkingGraphs.start();
  });
  afterAll(() => graphs.stop());

  /** The job when it is over, where a worker ends unless it comes to the end of the job before. */
  const ended = async (end: End, ask: () => Promise<string>) => {
    const id = await ask();
    await Promise.race([workUntil(graphs, end), graphs.finished(id)]);
    await graphs.stopWorkers();
    graphs.passLeases();
    graphs.startWorker();
    const job = await graphs.finished(id);
    await graphs.stopWorkers();
    return job;
  };

  const madeWith = async ({ nodes, edges }: Plain): Promise<VersionPath> => {
    const path = await graphs.content.version();
    const mutable = {
      nodes: nodes.map((each) => ({ ...each, labels: [...each.labels] })),
      edges: [...edges],
    };
    if (nodes.length > 0) expect((await graphs.content.bulkNodes(path, mutable)).status).toBe('done');
    return path;
  };

  it('come to what a plain graph is, and their undoing to what was before, wherever workers end', async () => {
    const plays = fc.asyncProperty(anyImport, async (play) => {
      const { before, file, form, mode, on_error, ends } = play;
      const path = await madeWith(before);
      const plain = new PlainImport(before, file, { mode, implies: form !== 'lines' });
      const isRefused = on_error === 'fail' && plain.skipped > 0;
      const content = { nodes: sorted(before.nodes), edges: sorted(before.edges) };

      const request = requestOf(play);
      graphs.startWorker();
      const dry = await graphs.imported(path, { ...request, dry_run: true });
      await graphs.stopWorkers();
      expect(await contentOf(graphs, path)).toEqual(content);
      const job = await ended(ends[0], () => graphs.request(path, request));
      const expected = isRefused
        ? { status: 'failed', error_code: 'content_invalid' }
        : { status: 'completed', result: plain.counts };
      expect(dry).toMatchObject(expected);
      expect(job).toMatchObject(expected);
      expect(await contentOf(graphs, path)).toEqual(isRefused ? content : plain.content);
      if (!isRefused) expectAddsUp(job);

      const undo = await ended(ends[1], () => graphs.requestUndo(path, job.id));
      expect(undo).toMatchObject({ status: 'completed', result: { kept: [] } });
      expect(await contentOf(graphs, path)).toEqual(content);
    });
    await fc.assert(plays, { numRuns: RUNS, endOnFailure: true });
  });
});
