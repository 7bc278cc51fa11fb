import { graphCommands } from '@cairn/contracts';
import { type CommandReply, freshId } from '@cairn/kernel';
import { type FaultyLog, faultyLog } from '@cairn/kernel/testkit';
import {
  contentForEach,
  type ContentUnderTest,
  resultOf,
  type VersionPath,
} from './testing/content-under-test.js';

const MANY = 12;

describe('law 3 and law 4: several people change content at the same time', () => {
  let content: ContentUnderTest;
  let replicas: readonly [ContentUnderTest, ContentUnderTest];
  let path: VersionPath;
  contentForEach((given, version) => {
    [content, path] = [given, version];
    replicas = [content, content.replica()];
  });

  /** So many commands at once, each through the other replica. */
  const atOnce = (send: (by: ContentUnderTest, index: number) => Promise<CommandReply>) =>
    Promise.all(Array.from({ length: MANY }, (_, index) => send(replicas[index % 2]!, index)));
  const codes = (replies: readonly CommandReply[]) =>
    replies.map((reply) => (reply.status === 'refused' ? reply.code : reply.status)).sort();

  it('different elements: none is lost, each is a revision of its own', async () => {
    const replies = await atOnce((by, index) => by.bulkNodes(path, { nodes: [{ uid: `n${index}` }] }));
    expect(codes(replies)).toEqual(Array.from({ length: MANY }, () => 'done'));
    const revisions = replies.map((reply) => Number(reply.status === 'done' ? reply.revision : NaN));
    expect([...revisions].sort((one, other) => one - other)).toEqual(
      Array.from({ length: MANY }, (_, index) => index),
    );
    expect(await content.nodes(path)).toMatchObject({ total: MANY, elements: { length: MANY } });
  });

  it('the same element: each change is merged into what it was then', async () => {
    await content.bulkNodes(path, { nodes: [{ uid: 'a' }] });
    await atOnce((by, index) => by.updateNode(path, 'a', { properties: { [`p${index}`]: index } }));
    const [node] = (await content.nodes(path)).elements;
    expect(Object.keys(node!.properties)).toHaveLength(MANY);
    expect(await content.events(path)).toHaveLength(MANY + 1);
  });

  it('the same uid is created once', async () => {
    const replies = await atOnce((by, index) =>
      by.bulkNodes(path, { nodes: [{ uid: 'a', properties: { index } }] }),
    );
    expect(codes(replies)).toEqual([...Array.from({ length: MANY - 1 }, () => 'content_invalid'), 'done']);
    expect(await content.nodes(path)).toMatchObject({ total: 1, elements: { length: 1 } });
  });

  it('If-Match of the same element: one of them wins', async () => {
    await content.bulkNodes(path, { nodes: [{ uid: 'a' }, { uid: 'b' }] });
    // What others do to another element is no matter.
    await content.updateNode(path, 'b', { labels: ['Bird'] });
    const replies = await atOnce((by, index) =>
      by.updateNode(path, 'a', { properties: { index } }, { expectedRevision: '0' }),
    );
    expect(codes(replies)).toEqual([
      'done',
      ...Array.from({ length: MANY - 1 }, () => 'precondition_failed'),
    ]);
    expect(await content.events(path)).toHaveLength(3);
  });

  it('no edge connects a node that is gone, whoever was first', async () => {
    await content.bulkNodes(path, {
      nodes: Array.from({ length: MANY }, (_, index) => ({ uid: `n${index}` })),
    });
    await atOnce((by, index) =>
      index % 3 === 0
        ? by.bulkNodes(path, { delete: [`n${index}`] })
        : by.bulkNodes(path, {
            edges: [{ uid: `e${index}`, source: `n${index}`, target: `n${index - (index % 3)}` }],
          }),
    );
    const there = new Set((await content.nodes(path)).elements.map(({ uid }) => uid));
    expect(there.size).toBe(MANY - MANY / 3);
    const { elements, total } = await content.edges(path);
    expect(elements.filter(({ source, target }) => !there.has(source) || !there.has(target))).toEqual([]);
    expect(total).toBe(elements.length);
  });

  describe('law 3: a replica dies after it has appended', () => {
    /** The command is in the log, and nobody was told. */
    const dying = async (send: (by: ContentUnderTest) => Promise<CommandReply>): Promise<void> => {
      let faulty: FaultyLog | undefined;
      const replica = content.replica((log) => (faulty = faultyLog(log)).log);
      faulty!.next('lose the answer');
      await expect(send(replica)).rejects.toThrow('no answer came');
    };

    it('a bulk that left something out is answered as if nothing had happened', async () => {
      const id = freshId();
      const body = {
        nodes: [{ uid: 'a' }, { uid: 'a' }, { uid: 'b', labels: ['Bird'] }],
        edges: [{ uid: 'e', source: 'a', target: 'nobody' }],
        delete: ['x'],
      };
      const skip = { on_error: 'skip' } as const;
      await dying((by) => by.bulkNodes(path, body, skip, { id, withinMs: -1 }));
      const again = await content.bulkNodes(path, body, skip, { id });
      const first = await content.bulkNodes(await content.version(), body, skip);
      expect([again, first]).toMatchObject([{ replayed: true }, { replayed: false }]);
      expect(resultOf(again)).toEqual(resultOf(first));
      expect(resultOf(again)).toMatchObject({ created: 2, errors: { length: 3 } });
      expect(await content.events(path)).toHaveLength(1);
    });

    it('an undo that left something, and the deletion of a node, likewise', async () => {
      const prepared = async (): Promise<VersionPath> => {
        const version = await content.version();
        const edge = { uid: 'e', source: 'c', target: 'a' };
        await content.bulkNodes(version, { nodes: [{ uid: 'a' }, { uid: 'b' }] });
        await content.bulkNodes(version, { nodes: [{ uid: 'c' }], edges: [edge] });
        return version;
      };
      const skip = { on_error: 'skip' } as const;
      const [one, other] = [await prepared(), await prepared()];
      const id = freshId();
      await dying((by) => by.undo(one, 0, skip, { id, withinMs: -1 }));
      const again = resultOf(await content.undo(one, 0, skip, { id }));
      expect(again).toEqual(resultOf(await content.undo(other, 0, skip)));
      expect(again).toMatchObject({ nodes: 1, kept: [{ uid: 'a', code: 'connected_since' }] });

      const removing = freshId();
      const remove = (by: ContentUnderTest, withinMs: number) => {
        const input = { ...one, node_uid: 'c' };
        return by.running.send(by.me, graphCommands.deleteGraphNode, input, { id: removing, withinMs });
      };
      await dying((by) => remove(by, -1));
      const removed = { replayed: true, result: { uid: 'c', deleted_edges: 1 } };
      expect(await remove(content, 10_000)).toMatchObject(removed);
    });
  });
});
