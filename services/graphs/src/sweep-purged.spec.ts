import { graphCommands, graphJobCommands } from '@cairn/contracts';
import { freshId, system, sweepAll } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { graphs } from './graphs.js';
import { graphNodes } from './read-models/content/queries.js';
import { graphsService } from './service.js';

describe('what is purged', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(graphsService);
  });
  afterAll(() => running.stop());

  const sweep = () => sweepAll(graphs.sweep, running.tools, new AbortController().signal);
  const withContent = async (id: string) => {
    const version_id = await running.make(ada, graphCommands.createGraphVersion, { id, body: {} }, 'version');
    const body = {
      nodes: [{ uid: 'a', labels: ['Bird'] }, { uid: 'b' }],
      edges: [{ source: 'a', target: 'b', type: 'EATS' }],
    };
    await running.done(ada, graphCommands.bulkGraphNodes, { id, version_id, query: {}, body });
    await running.done(ada, graphJobCommands.storeElements, {
      ...{ id, version_id, job_id: freshId(), mode: 'merge', on_error: 'fail', only_look: false },
      ...{ nodes: [], edges: [], implied: [], ends: [], facts: { properties: { title: 'birds' } } },
    });
    return version_id;
  };

  it('law 6: keeps none of its nodes and edges, and what is deleted keeps them', async () => {
    const id = await running.make(ada, graphCommands.createGraph, { body: { name: 'birds' } }, 'graph');
    const [first, second] = [await withContent(id), await withContent(id)];
    await running.done(ada, graphCommands.deleteGraphVersion, { id, version_id: second });
    expect(await sweep()).toBe(0);
    await running.done(system, graphCommands.purgeGraphVersion, { id: second });
    // Two nodes, an edge, two changes, a label, a type, what is said of the graph.
    expect(await sweep()).toBe(8);
    expect(await sweep()).toBe(0);
    const page = { limit: 10, sort: 'uid' };
    const left = await graphNodes.list(running.reading(ada), { id, version_id: first }, page);
    expect(left?.elements).toHaveLength(2);
  });
});
