import {
  type CommandDefinition,
  type GraphStats,
  graphCommands,
  graphContentStreamEvents,
  graphJobCommands,
  type InputOf,
} from '@cairn/contracts';
import { derivedId, type Document, freshId, pause, streamOf } from '@cairn/kernel';
import { appendEvent, someone } from '@cairn/kernel/testkit';
import { graphContent } from '../../domain/content/state.js';
import { graphVersionReads } from '../../graphs.js';
import { graphStats } from '../../read-models/content/queries.js';
import { contentForEach, type ContentUnderTest, type VersionPath } from '../../testing/content-under-test.js';
import { codeOf } from '../../testing/played-rings.js';

const BIRDS = { nodes: [{ type: 'Bird', properties: [{ name: 'ring', type: 'integer', required: true }] }] };
const UNIQUE = { nodes: [{ type: 'Bird', properties: [{ name: 'ring', type: 'integer', unique: true }] }] };
const STRICT = { enforcement: 'strict' };
const LARGE = { nodes: 60_000, edges: 50_000, self_loops: 0 };

describe('work that goes over all of a content', () => {
  let content: ContentUnderTest;
  let path: VersionPath;
  contentForEach((given, version) => {
    [content, path] = [given, version];
  });

  /** What a job came to that is asked for now. */
  const over = async <Command extends CommandDefinition>(
    command: Command,
    input: InputOf<Command>,
  ): Promise<Document> => {
    const id = freshId();
    await content.running.done(content.me, command, input, id);
    for (;;) {
      const job = await content.running.tools.documents.get('graph_jobs', derivedId(id, 'job', 0));
      if (job?.['status'] === 'completed') return job;
      if (job?.['status'] === 'failed') throw new Error(JSON.stringify(job));
      await pause(5);
    }
  };
  const measured = async () => (await over(graphJobCommands.requestMeasure, path))['result'] as GraphStats;
  const validated = async (sent: { readonly schema?: Record<string, unknown> } = {}) =>
    (await over(graphJobCommands.requestValidation, { ...path, ...sent }))['result'];

  /** The content says that it is large, though it is not. */
  const claim = (total: typeof LARGE) =>
    appendEvent(
      content.running.tools,
      streamOf(graphContent, path.version_id),
      graphContentStreamEvents.GraphContentChanged,
      { graph_id: path.id, version_id: path.version_id, by: {}, total },
    );
  const stats = async () => (await graphStats.ofVersion(content.reading(), path))!.resource;
  const metrics = async () => {
    const version = await graphVersionReads.byId(content.reading(), { ...path });
    return version!.resource.metrics.map(({ name, value, revision }) => [name, value, revision]);
  };
  const setVersion = async (body: object) =>
    codeOf(await content.running.send(content.me, graphCommands.updateGraphVersion, { ...path, body }));

  const web = () =>
    content.bulkNodes(path, {
      nodes: [
        { uid: 'puffin', labels: ['Bird'], properties: { ring: 1 } },
        { uid: 'gull', labels: ['Bird'] },
      ],
      edges: [{ uid: 'meets', source: 'gull', target: 'gull' }],
    });

  it('computes statistics, which are the metrics of the version until they are computed again', async () => {
    await web();
    expect(await metrics()).toEqual([]);
    const first = await measured();
    expect(first).toEqual(await stats());
    expect(first).toMatchObject({ revision: 0, components: 2, isolated: 1, self_loops: 1 });
    await content.bulkNodes(path, { delete: ['puffin'] });
    expect(await metrics()).toEqual([
      ...[
        ['density', 0.5, 0],
        ['self_loops', 1, 0],
        ['multi_edges', 0, 0],
        ['components', 2, 0],
      ],
      ...[
        ['isolated', 1, 0],
        ['average_degree', 1, 0],
        ['node_labels', 1, 0],
        ['edge_types', 1, 0],
      ],
    ]);
    await measured();
    expect(await metrics()).toContainEqual(['components', 1, 1]);
  });

  it('tells the ten most frequent names of them, for versions are listed', async () => {
    const nodes = Array.from({ length: 12 }, (_, at) => ({ uid: `n${at}`, labels: [`l${at}`] }));
    await content.bulkNodes(path, { nodes });
    await measured();
    const { metrics: all } = (await graphVersionReads.byId(content.reading(), { ...path }))!.resource;
    const labels = all.find(({ name }) => name === 'node_labels');
    expect(labels).toMatchObject({ value: 12, data: { length: 10 } });
  });

  it('computes those of a version that never had content', async () => {
    expect(await measured()).toEqual(await stats());
    expect(await metrics()).toEqual([]);
  });

  it('completes the statistics of a large content, at the revision that it computed', async () => {
    await web();
    await claim(LARGE);
    expect(await stats()).not.toHaveProperty('components');
    await measured();
    expect(await stats()).toMatchObject({ revision: 1, components: 2, degree: { max: 2 } });
    await content.bulkNodes(path, { nodes: [{ uid: 'tern' }] });
    expect(await stats()).not.toHaveProperty('components');
  });

  it('finds what a schema does not allow, and changes nothing', async () => {
    await web();
    const flaw = { element: 'node', uid: 'gull', pointer: '/properties/ring', code: 'property_missing' };
    const found = { revision: 0, node_count: 2, edge_count: 1, flaw_count: 1 };
    expect(await validated({ schema: BIRDS })).toMatchObject({ ...found, flaws: [flaw] });
    await setVersion({ schema: BIRDS });
    expect(await validated()).toMatchObject({ ...found, flaws: [flaw] });
    expect(await validated({ schema: { nodes: [{ type: 'Fish' }] } })).toMatchObject({ flaw_count: 2 });
    expect(await content.events(path)).toHaveLength(1);
  });

  it('lets a schema become strict over a large content, until that changes', async () => {
    await web();
    await claim(LARGE);
    const strict = { schema: BIRDS, config: STRICT };
    expect(await setVersion(strict)).toBe('too_much_to_check');
    await validated({ schema: BIRDS });
    expect(await setVersion(strict)).toBe('too_much_to_check');
    await content.bulkNodes(path, { delete: ['gull'] });
    await validated({ schema: { nodes: [{ type: 'Bird' }] } });
    expect(await setVersion(strict)).toBe('too_much_to_check');
    await validated({ schema: BIRDS });
    await content.bulkNodes(path, { nodes: [{ uid: 'auk' }] });
    expect(await setVersion(strict)).toBe('too_much_to_check');
    await content.bulkNodes(path, { delete: ['auk'] });
    await validated({ schema: BIRDS });
    expect(await setVersion(strict)).toBe('done');
  });

  it('does not make values unique over more nodes than a write can look at', async () => {
    await web();
    await claim({ ...LARGE, nodes: 100_001 });
    expect(await validated({ schema: UNIQUE })).toMatchObject({ flaw_count: 0 });
    expect(await setVersion({ schema: UNIQUE, config: STRICT })).toBe('too_much_to_check');
  });

  it('is refused without a schema, and to who may not write', async () => {
    const ask = (me = content.me) =>
      content.running.send(me, graphJobCommands.requestValidation, path).then(codeOf);
    expect(await ask()).toBe('no_schema');
    const { running } = content;
    expect(codeOf(await running.send(someone(), graphJobCommands.requestMeasure, path))).toBe('not_found');
    expect(await ask(someone())).toBe('not_found');
  });
});
