import { graphCommands } from '@cairn/contracts';
import { noQuotas, pause, type ServiceTools } from '@cairn/kernel';
import type { VersionPath } from '../testing/content-under-test.js';
import { contentOf, expectAddsUp } from './testing/comparing.js';
import { startCounting, workUntil } from './testing/ended-workers.js';
import { apocFile, type FileNode, nodeLinkFile } from './testing/graph-files.js';
import { type EndedJob, type ImportRequest, WorkingGraphs } from './testing/working-graphs.js';

/** In parts of four. */
const nodes = (
  count: number,
  properties: Required<FileNode>['properties'] = { legs: 2 },
): readonly FileNode[] =>
  Array.from({ length: count }, (_, index) => ({
    uid: `n${String(index).padStart(2, '0')}`,
    labels: ['Bird'],
    properties,
  }));
const SIXTEEN = apocFile(nodes(16));
const RUNNING = { status: 'refused', code: 'import_running' };
const staying = (put: number, deleted = 0): unknown =>
  expect.stringMatching(` What was done stays: ${put} nodes and edges were stored, ${deleted} deleted\\.$`);

describe('what happens while a file is imported', () => {
  let graphs: WorkingGraphs;
  let path: VersionPath;
  beforeAll(async () => {
    graphs = await WorkingGraphs.start();
  });
  afterAll(() => graphs.stop());
  beforeEach(async () => {
    path = await graphs.content.version();
  });
  afterEach(() => graphs.stopWorkers());

  /** The job when it is over; something happens before one of its commands on the content. */
  const importedWhile = async (
    request: ImportRequest,
    at: number,
    happens: (job: string) => Promise<unknown>,
  ): Promise<EndedJob> => {
    const job = await graphs.request(path, request);
    startCounting(graphs, async (command) => (command === at ? happens(job) : undefined));
    return graphs.finished(job);
  };
  const uids = async () => (await contentOf(graphs, path)).nodes.map(({ uid }) => uid);
  const done = async (reply: Promise<{ readonly status: string }>): Promise<void> =>
    expect(await reply).toMatchObject({ status: 'done' });

  it('it is cancelled: what landed stays, its result tells that, and undo takes it back', async () => {
    const job = await graphs.request(path, { content: apocFile(nodes(80)) });
    startCounting(graphs, async (command) => {
      if (command === 2) await graphs.cancel(job);
      if (command >= 2) await pause(100);
    });
    const { status, result } = await graphs.finished(job);
    expect(status).toBe('cancelled');
    expect(result.nodes_created).toBe((await uids()).length);
    expect(result.nodes_created).toBeGreaterThanOrEqual(12);
    expect(await graphs.undone(path, job)).toMatchObject({ status: 'completed', result: { kept: [] } });
    expect(await uids()).toEqual([]);
  });

  it('it is cancelled while nobody works on it: its result tells what was told', async () => {
    const job = await graphs.request(path, { content: SIXTEEN });
    await workUntil(graphs, { command: 2, when: 'before', how: 'stopped' });
    await graphs.cancel(job);
    graphs.startWorker();
    expect(await graphs.finished(job)).toMatchObject({ status: 'cancelled', result: { nodes_created: 8 } });
    expect(await uids()).toHaveLength(8);
  });

  it('a worker that stands still stores nothing once its job is over', async () => {
    const job = await graphs.request(path, { content: SIXTEEN });
    const { promise: held, release } = gate();
    const standsStill = new Promise<void>((resolve) => {
      const execute: ServiceTools['execute'] = async (command, ...sent) => {
        if (command.name !== 'graphs.storeElements') return graphs.tools.execute(command, ...sent);
        resolve();
        await held;
        return graphs.tools.execute(command, ...sent);
      };
      graphs.startWorker({ execute }, { heartbeatMs: 1_000_000 });
    });
    await standsStill;
    graphs.passLeases();
    await graphs.cancel(job);
    graphs.startWorker();
    expect(await graphs.finished(job)).toMatchObject({ status: 'cancelled' });
    release();
    await graphs.stopWorkers();
    expect(await uids()).toEqual([]);
  });

  it('who asked is disabled: what landed stays, and the job tells it', async () => {
    let isThere = true;
    const requesters: ServiceTools['requesters'] = {
      principalOf: async (who) => (isThere ? graphs.tools.requesters.principalOf(who) : undefined),
    };
    const job = await graphs.request(path, { content: SIXTEEN });
    startCounting(graphs, async (command) => void (isThere = command < 1), { requesters });
    expect(await graphs.finished(job)).toMatchObject({
      ...{ status: 'failed', error_code: 'requester_unavailable', message: staying(8) },
    });
    expect(await uids()).toHaveLength(8);
  });

  it('who asked is disabled, and another worker goes on: what landed is told as well', async () => {
    const job = await graphs.request(path, { content: SIXTEEN });
    await workUntil(graphs, { command: 1, when: 'after', how: 'dead' });
    graphs.startWorker({ requesters: { principalOf: async () => undefined } });
    expect(await graphs.finished(job)).toMatchObject({
      ...{ status: 'failed', error_code: 'requester_unavailable', message: staying(8) },
    });
  });

  it('the graph is deleted: what landed stays', async () => {
    const { running, me } = graphs.content;
    const job = await importedWhile({ content: SIXTEEN }, 2, () =>
      running.send(me, graphCommands.deleteGraph, { id: path.id }),
    );
    expect(job).toMatchObject({ status: 'failed', error_code: 'not_found', message: staying(8) });
    await done(running.send(me, graphCommands.restoreGraph, { id: path.id }));
    expect(await uids()).toHaveLength(8);
  });

  it('who asked is disabled while the version loses what the file does not have', async () => {
    await done(graphs.content.bulkNodes(path, { nodes: [{ uid: 'old' }] }));
    let isThere = true;
    const requesters: ServiceTools['requesters'] = {
      principalOf: async (who) => (isThere ? graphs.tools.requesters.principalOf(who) : undefined),
    };
    const job = await graphs.request(path, { content: apocFile(nodes(4)), mode: 'replace' });
    // Looked at, and stored.
    startCounting(graphs, async (command) => void (isThere = command < 1), { requesters });
    expect(await graphs.finished(job)).toMatchObject({ status: 'failed', message: staying(4) });
    expect(await uids()).toContain('old');
  });

  it('a schema becomes strict: line and column are told, and what landed', async () => {
    const file = [...nodes(9), { uid: 'x', labels: ['Bird'], properties: { legs: 'many' } }];
    const { running, me } = graphs.content;
    const body = {
      config: { enforcement: 'strict' },
      schema_config: { nodes: [{ type: 'Bird', properties: [{ name: 'legs', type: 'integer' }] }] },
    };
    const job = await importedWhile({ content: apocFile(file) }, 2, () =>
      done(running.send(me, graphCommands.updateGraph, { id: path.id, body })),
    );
    expect(job).toMatchObject({
      ...{ status: 'failed', error_code: 'content_invalid', message: staying(8) },
      errors: [{ line: 10, column: 1, code: 'property_type' }],
    });
    expect(job.message).not.toContain('nothing was stored');
  });

  it('others write between its parts: each change is merged with what is there by then', async () => {
    const job = await importedWhile({ content: SIXTEEN }, 2, async () => {
      await done(graphs.content.updateNode(path, 'n01', { properties: { own: 1 } }));
      const own = { uid: 'n09', labels: ['Rare'], properties: { own: 2 } };
      await done(graphs.content.bulkNodes(path, { nodes: [own, { uid: 'other' }] }));
    });
    expect(job).toMatchObject({ status: 'completed', result: { nodes_created: 15, nodes_updated: 1 } });
    expectAddsUp(job);
    const { nodes: now } = await contentOf(graphs, path);
    const merged = now.filter(({ uid }) => ['n01', 'n09'].includes(uid));
    expect(merged.map(({ labels, properties }) => [labels, properties])).toEqual([
      [['Bird'], { legs: 2, own: 1 }],
      [['Bird'], { own: 2, legs: 2 }],
    ]);
    expect(await graphs.undone(path, job.id)).toMatchObject({
      status: 'failed',
      error_code: 'changed_since',
    });
    expect(await uids()).toHaveLength(17);
    expect(await graphs.undone(path, job.id, 'skip')).toMatchObject({
      result: { kept: [{ uid: 'n01', code: 'changed_since' }] },
    });
    expect(await uids()).toEqual(['n01', 'n09', 'other']);
  });

  it('others write while the version loses what the file does not have: that stays', async () => {
    await done(graphs.content.bulkNodes(path, { nodes: [{ uid: 'old' }, { uid: 'changed' }] }));
    const job = await importedWhile({ content: SIXTEEN, mode: 'replace' }, 6, async () => {
      await done(graphs.content.updateNode(path, 'changed', { properties: { own: 1 } }));
      await done(graphs.content.bulkNodes(path, { nodes: [{ uid: 'new' }] }));
    });
    expect(job).toMatchObject({ status: 'completed', result: { nodes_deleted: 1 } });
    expect(await uids()).toEqual(['changed', ...nodes(16).map(({ uid }) => uid), 'new']);
  });

  it('another import of the version, and an undo, have to wait; one that stores nothing has not', async () => {
    graphs.startWorker();
    const before = await graphs.imported(path, { content: apocFile(nodes(1)) });
    await graphs.stopWorkers();
    const job = await graphs.request(path, { content: SIXTEEN });
    expect((await graphs.ask(path, { content: SIXTEEN }))[1]).toMatchObject(RUNNING);
    expect((await graphs.askUndo(path, before.id))[1]).toMatchObject(RUNNING);
    expect((await graphs.askUndo(path, job))[1]).toMatchObject(RUNNING);
    const dry = await graphs.request(path, { content: SIXTEEN, dry_run: true });
    graphs.startWorker();
    expect(await graphs.finished(dry)).toMatchObject({ status: 'completed' });
    await graphs.finished(job);
    const undo = await graphs.requestUndo(path, job);
    expect(await graphs.finished(undo)).toMatchObject({ status: 'completed' });
    expect(await uids()).toEqual(['n00']);
  });

  it('a schema refuses nodes that only edges name: their edges are skipped, and the report adds up', async () => {
    path = await graphs.content.version({
      config: { enforcement: 'strict' },
      schema_config: { nodes: [{ type: 'Bird' }] },
    });
    const edges = [
      { from: 'n00', to: 'unknown', type: 'EATS' },
      { from: 'n01', to: 'unknown', type: 'EATS' },
    ];
    const content = nodeLinkFile([...nodes(4), ...edges]);
    graphs.startWorker();
    const dry = await graphs.imported(path, { content, on_error: 'skip', dry_run: true });
    const job = await graphs.imported(path, { content, on_error: 'skip' });
    for (const each of [dry, job]) {
      expectAddsUp(each);
      expect(each).toMatchObject({ status: 'completed' });
      expect(each.result).toMatchObject({
        nodes_created: 4,
        nodes_skipped: 0,
        edges_skipped: 2,
        nodes_implied: 0,
      });
      expect(each.result.errors.map(({ code, message }) => [code, message.split(':')[0]])).toContainEqual([
        'label_missing',
        'node "unknown", which only edges name',
      ]);
    }
    expect(await graphs.imported(path, { content })).toMatchObject({ error_code: 'content_invalid' });
  });
});

describe('an import without room for it', () => {
  let graphs: WorkingGraphs;
  afterEach(() => graphs.stop());
  const imported = async (bytes: number, request: ImportRequest) => {
    graphs = await WorkingGraphs.start({ quotas: { ...noQuotas, bytes } });
    const path = await graphs.content.version();
    graphs.startWorker();
    const job = await graphs.imported(path, request);
    return { job, changes: (await graphs.content.events(path)).length };
  };

  it('is refused before its first part where that is clear', async () => {
    const { job, changes } = await imported(14_000, {
      content: apocFile(nodes(16, { text: 'x'.repeat(500) })),
    });
    expect(job).toMatchObject({ status: 'failed', error_code: 'quota_reached', errors: [{ code: 'bytes' }] });
    expect(job.message).toMatch(/ of 14000 bytes\. Nothing was stored\.$/);
    expect(changes).toBe(0);
  });

  it('stops where the room ends, and tells what landed', async () => {
    const { job, changes } = await imported(9_000, { content: apocFile(nodes(60, {})) });
    expect(changes).toBeGreaterThan(0);
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'quota_reached',
      message: staying(4 * changes),
    });
  });
});

const gate = () => {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
};
