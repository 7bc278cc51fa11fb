import { graphCommands } from '@cairn/contracts';
import { type CommandReply, freshId } from '@cairn/kernel';
import { type FaultyLog, faultyLog } from '@cairn/kernel/testkit';
import { graphEdges, graphNodes } from './read-models/content/queries.js';
import { ContentUnderTest, type VersionPath } from './testing/content-under-test.js';

const ALL = { limit: 1000, sort: 'uid' };
const MANY = 12;

describe('law 3 and 4: several people change content at the same time', () => {
  let content: ContentUnderTest;
  let replicas: readonly [ContentUnderTest, ContentUnderTest];
  let path: VersionPath;
  beforeAll(async () => {
    content = await ContentUnderTest.start();
    replicas = [content, content.replica()];
  });
  afterAll(() => content.stop());
  beforeEach(async () => {
    path = await content.version();
  });

  /** So many commands at once, each through the other replica. */
  const atOnce = (send: (by: ContentUnderTest, index: number) => Promise<CommandReply>) =>
    Promise.all(Array.from({ length: MANY }, (_, index) => send(replicas[index % 2]!, index)));
  const codes = (replies: readonly CommandReply[]) =>
    replies.map((reply) => (reply.status === 'refused' ? reply.code : reply.status)).sort();
  const nodes = async () => (await graphNodes.list(content.reading(), path, ALL))!;
  const edges = async () => (await graphEdges.list(content.reading(), path, ALL))!;

  it('different elements: none is lost, each is a revision of its own', async () => {
    const replies = await atOnce((by, index) => by.bulkNodes(path, { nodes: [{ uid: `n${index}` }] }));
    expect(codes(replies)).toEqual(Array.from({ length: MANY }, () => 'done'));
    const revisions = replies.map((reply) => Number(reply.status === 'done' ? reply.revision : NaN));
    expect([...revisions].sort((one, other) => one - other)).toEqual(
      Array.from({ length: MANY }, (_, index) => index),
    );
    expect(await nodes()).toMatchObject({ total: MANY, elements: { length: MANY } });
  });

  it('the same element: each change is merged into what it was then', async () => {
    await content.bulkNodes(path, { nodes: [{ uid: 'a' }] });
    await atOnce((by, index) => by.updateNode(path, 'a', { properties: { [`p${index}`]: index } }));
    const [node] = (await nodes()).elements;
    expect(Object.keys(node!.properties)).toHaveLength(MANY);
    expect(await content.events(path)).toHaveLength(MANY + 1);
  });

  it('the same uid is created once', async () => {
    const replies = await atOnce((by, index) =>
      by.bulkNodes(path, { nodes: [{ uid: 'a', properties: { index } }] }),
    );
    expect(codes(replies)).toEqual([...Array.from({ length: MANY - 1 }, () => 'content_invalid'), 'done']);
    expect(await nodes()).toMatchObject({ total: 1, elements: { length: 1 } });
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
    const there = new Set((await nodes()).elements.map(({ uid }) => uid));
    expect(there.size).toBe(MANY - MANY / 3);
    const { elements, total } = await edges();
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
    /** As another version, in which nothing failed, was told. */
    const told = (reply: CommandReply) => (reply.status === 'done' ? reply.result : reply);

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
      expect(told(again)).toEqual(told(first));
      expect(told(again)).toMatchObject({ created: 2, errors: { length: 3 } });
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
      const again = told(await content.undo(one, 0, skip, { id }));
      expect(again).toEqual(told(await content.undo(other, 0, skip)));
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
