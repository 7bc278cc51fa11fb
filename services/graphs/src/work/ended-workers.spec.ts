import type { GraphNodesBulk } from '@cairn/contracts';
import type { VersionPath } from '../testing/content-under-test.js';
import { contentOf, expectAddsUp, outcomeOf } from './testing/comparing.js';
import { type End, endsOf, startCounting, workUntil } from './testing/ended-workers.js';
import { apocFile, type FileElement, nodeLinkFile } from './testing/graph-files.js';
import { type EndedJob, type ImportRequest, WorkingGraphs } from './testing/working-graphs.js';

const node = (uid: string, more: object = {}): FileElement => ({
  ...{ uid, labels: ['Bird'] },
  properties: { legs: 2, ...more },
});
const edge = (from: string, to: string, uid?: string): FileElement => ({
  ...{ from, to, type: 'EATS', properties: { share: 0.5 } },
  ...(uid === undefined ? {} : { uid }),
});
const nodes = [node('n0'), node('n1'), node('n2'), node('n3'), node('n4'), node('n5'), node('n6')];
const edges = [edge('n0', 'n1'), edge('n0', 'n1'), edge('n1', 'n3', 'e1'), edge('n5', 'n6', 'e2')];
const toImplied = [edge('n0', 'i1'), edge('i1', 'i2', 'e3'), edge('i3', 'n6'), edge('i1', 'i3')];

const OLD = Array.from({ length: 9 }, (_, index) => ({ uid: `old${index}`, labels: ['Bird'] }));

const before: GraphNodesBulk = {
  nodes: [
    { uid: 'n1', labels: ['Bird'], properties: { own: 1 } },
    { uid: 'n3', labels: ['Bird'], properties: { legs: 2 } },
    { uid: 'i2', labels: ['Bird'], properties: { own: 2 } },
    ...OLD,
  ],
  edges: [
    { uid: 'e1', source: 'n1', target: 'n3', type: 'EATS' },
    { uid: 'e2', source: 'old0', target: 'old1', type: 'EATS' },
    { uid: 'to', source: 'old0', target: 'n3' },
    { uid: 'between', source: 'old0', target: 'old1' },
  ],
};

interface Case {
  readonly name: string;
  readonly before?: GraphNodesBulk;
  readonly graph?: object;
  readonly request: ImportRequest;
}

const cases: readonly Case[] = [
  { name: 'stored where nothing was', request: { content: apocFile([...nodes, ...edges]) } },
  { name: 'merged', before, request: { content: apocFile([...nodes, ...edges]) } },
  {
    name: 'merged, with edges before their nodes, and nodes that only edges name',
    before,
    request: { content: nodeLinkFile([...nodes, ...edges, ...toImplied], 'edges') },
  },
  {
    name: 'appended',
    before: { nodes: [{ uid: 'other' }] },
    request: { content: nodeLinkFile([...nodes, ...edges, ...toImplied]), mode: 'append' },
  },
  {
    name: 'appended, without what cannot be stored',
    before,
    request: {
      content: apocFile([...nodes, node('n0'), ...edges, edge('n0', 'nobody')]),
      ...{ mode: 'append', on_error: 'skip' },
    },
  },
  {
    name: 'put in place of what was there',
    before,
    request: { content: nodeLinkFile([...nodes, ...edges, ...toImplied]), mode: 'replace' },
  },
  {
    name: 'put in place of what was there under a schema, without what cannot be stored',
    before,
    graph: {
      config: { enforcement: 'strict' },
      schema_config: { nodes: [{ type: 'Bird', properties: [{ name: 'age', type: 'integer' }] }] },
    },
    request: {
      content: apocFile([edge('n5', 'n6'), ...nodes, node('n7', { age: 'old' }), ...edges, edge('n7', 'n0')]),
      ...{ mode: 'replace', on_error: 'skip' },
    },
  },
];

describe('an import, and its undoing, whose workers end', () => {
  let graphs: WorkingGraphs;
  let path: VersionPath;
  beforeAll(async () => {
    graphs = await WorkingGraphs.start();
  });
  afterAll(() => graphs.stop());
  afterEach(() => graphs.stopWorkers());

  /** What a job comes to, and how many commands on the content it takes. */
  const undisturbed = async (ask: () => Promise<string>) => {
    const counted = startCounting(graphs);
    const seen = await seenAfter(ask);
    await graphs.stopWorkers();
    return { ...seen, commands: counted.commands };
  };

  /** The same, where a worker ends and another one goes on. */
  const disturbed = async (end: End, ask: () => Promise<string>) => {
    const seen = await seenAfter(async () => {
      const id = await ask();
      await workUntil(graphs, end);
      graphs.startWorker();
      return id;
    });
    await graphs.stopWorkers();
    return seen;
  };

  const seenAfter = async (ask: () => Promise<string>) => {
    const first = (await graphs.content.events(path)).length;
    const job: EndedJob = await graphs.finished(await ask());
    const changes = (await graphs.content.events(path)).length - first;
    return { job, seen: { ...outcomeOf(job), changes, content: await contentOf(graphs, path) } };
  };

  it.each(cases)('come to the same: $name', async ({ before: some, graph, request }) => {
    path = await graphs.content.version(graph);
    if (some !== undefined) expect((await graphs.content.bulkNodes(path, some)).status).toBe('done');
    const empty = await contentOf(graphs, path);
    const imported = await undisturbed(() => graphs.request(path, request));
    expect(imported.job).toMatchObject({ status: 'completed' });
    expectAddsUp(imported.job);
    const undone = await undisturbed(() => graphs.requestUndo(path, imported.job.id));
    expect(undone.seen).toMatchObject({ status: 'completed', report: { kept: [] }, content: empty });

    const [ends, undoEnds] = [endsOf(imported.commands), endsOf(undone.commands)];
    for (let index = 0; index < Math.max(ends.length, undoEnds.length); index += 1) {
      const end = ends[index % ends.length]!;
      const again = await disturbed(end, () => graphs.request(path, request));
      expect([end, again.seen]).toEqual([end, imported.seen]);
      const undoEnd = undoEnds[index % undoEnds.length]!;
      const back = await disturbed(undoEnd, () => graphs.requestUndo(path, again.job.id));
      expect([undoEnd, withoutRevision(back.seen)]).toEqual([undoEnd, withoutRevision(undone.seen)]);
    }
  });
});

/** The version goes on: the last revision is another each time. */
const withoutRevision = <Seen extends { readonly report: object }>(seen: Seen) => ({
  ...seen,
  report: { ...seen.report, revision: 0 },
});
