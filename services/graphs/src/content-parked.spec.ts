import { graphCommands, graphContentStreamEvents } from '@cairn/contracts';
import { type Json, streamOf } from '@cairn/kernel';
import { appendEvent } from '@cairn/kernel/testkit';
import { graphContent } from './domain/content/state.js';
import { contentForEach, type ContentUnderTest, type VersionPath } from './testing/content-under-test.js';

const { GraphContentChanged } = graphContentStreamEvents;

describe('R14: content with an event that cannot be projected', () => {
  let content: ContentUnderTest;
  let poisoned: VersionPath;
  contentForEach((given, version) => {
    [content, poisoned] = [given, version];
  });

  const write = (path: VersionPath, uid: string) =>
    content.running.send(content.me, graphCommands.createGraphNode, { ...path, body: { uid } });
  const uids = async (path: VersionPath) => (await content.nodes(path)).elements.map(({ uid }) => uid);

  it('goes on while it is a few changes behind, is refused when it is more, and stops no other version', async () => {
    const other = await content.version();
    for (const path of [poisoned, other]) expect(await write(path, 'a')).toMatchObject({ status: 'done' });
    const stream = streamOf(graphContent, poisoned.version_id);
    const empty = {
      ...{ graph_id: poisoned.id, version_id: poisoned.version_id, by: {} },
      total: { nodes: 1, edges: 0, self_loops: 0 },
    };
    const append = (data: Json) => appendEvent(content.running.tools, stream, GraphContentChanged, data);
    await append({ ...empty, nodes: [{ uid: 7, labels: [], properties: {} }] });
    // What is written is read from the log.
    expect(await write(poisoned, 'b')).toMatchObject({ status: 'done' });
    expect(await write(poisoned, 'b')).toMatchObject({ status: 'refused', code: 'content_invalid' });
    expect(await uids(poisoned)).toEqual(['a']);
    for (let behind = 2; behind <= 64; behind += 1) await append(empty);
    expect(await write(poisoned, 'last')).toMatchObject({ code: 'projection_lag', retryAfterSeconds: 1 });
    expect(await write(other, 'b')).toMatchObject({ status: 'done' });
    expect(await uids(other)).toEqual(['a', 'b']);
  });
});
