import { graphCommands, graphContentStreamEvents } from '@cairn/contracts';
import { type Json, streamOf } from '@cairn/kernel';
import { appendEvent, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { graphContent } from './domain/content/state.js';
import { graphs } from './graphs.js';
import { graphNodes } from './read-models/content/queries.js';
import { graphsService } from './service.js';

const { GraphContentChanged } = graphContentStreamEvents;
const page = { limit: 10, sort: 'uid' };

describe('R14: content with an event that cannot be projected', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(graphsService);
  });
  afterAll(() => running.stop());

  const made = async () => {
    const id = await running.make(ada, graphCommands.createGraph, { body: { name: 'g' } }, 'graph');
    const version_id = (await graphs.queries.byId(running.reading(ada), id))!.resource.active_version_id;
    await running.done(ada, graphCommands.createGraphNode, { id, version_id, body: { uid: 'a' } });
    return { id, version_id };
  };
  const uids = async (ids: { readonly id: string; readonly version_id: string }) =>
    (await graphNodes.list(running.reading(ada), ids, page))?.elements.map(({ uid }) => uid);

  it('goes on while it is a few changes behind, is refused when it is more, and stops no other version', async () => {
    const [poisoned, other] = [await made(), await made()];
    const stream = streamOf(graphContent, poisoned.version_id);
    const empty = {
      ...{ graph_id: poisoned.id, version_id: poisoned.version_id, by: {} },
      total: { nodes: 1, edges: 0, self_loops: 0 },
    };
    const append = (data: Json) => appendEvent(running.tools, stream, GraphContentChanged, data);
    await append({ ...empty, nodes: [{ uid: 7, labels: [], properties: {} }] });
    const write = (uid: string) =>
      running.send(ada, graphCommands.createGraphNode, { ...poisoned, body: { uid } });
    // What is written is read from the log.
    expect(await write('b')).toMatchObject({ status: 'done' });
    expect(await write('b')).toMatchObject({ status: 'refused', code: 'content_invalid' });
    expect(await uids(poisoned)).toEqual(['a']);
    for (let behind = 2; behind <= 64; behind += 1) await append(empty);
    expect(await write('last')).toMatchObject({ code: 'projection_lag', retryAfterSeconds: 1 });
    await running.done(ada, graphCommands.createGraphNode, { ...other, body: { uid: 'b' } });
    expect(await uids(other)).toEqual(['a', 'b']);
  });
});
