import { graphCommands, graphContentStreamEvents } from '@cairn/contracts';
import { type CommandReply, type Json, streamOf } from '@cairn/kernel';
import { appendEvent, someone } from '@cairn/kernel/testkit';
import * as fc from 'fast-check';
import { anyRingDeeds, bird, codeOf, PlayedRings, schema_config } from './testing/played-rings.js';
import { graphContent } from './domain/content/state.js';
import {
  contentForEach,
  type ContentUnderTest,
  resultOf,
  type VersionPath,
} from './testing/content-under-test.js';

const { GraphContentChanged } = graphContentStreamEvents;
const MANY = 12;
const STRICT = { enforcement: 'strict' };
const OFF = { enforcement: 'off' };
const errorsOf = (reply: CommandReply): readonly string[] =>
  (reply.status === 'refused' ? (reply.errors ?? []) : []).map(
    ({ pointer = '', code }) => `${pointer} ${code}`,
  );

describe('values of unique properties, under a strict schema', () => {
  let content: ContentUnderTest;
  let replicas: readonly [ContentUnderTest, ContentUnderTest];
  let path: VersionPath;
  contentForEach((given) => {
    content = given;
    replicas = [content, content.replica()];
  });
  beforeEach(async () => {
    path = await content.version({ schema_config, config: STRICT });
  });
  const setVersion = (body: object, at = path) =>
    content.running.send(content.me, graphCommands.updateGraphVersion, { ...at, body });
  const setGraph = (body: object, me = content.me) =>
    content.running.send(me, graphCommands.updateGraph, { id: path.id, body });
  const rings = async () =>
    Object.fromEntries(
      (await content.nodes(path)).elements.map(({ uid, properties }) => [uid, properties['ring']]),
    );

  it('law 4: of many that give one value to a node, through two replicas, one wins', async () => {
    const replies = await Promise.all(
      Array.from({ length: MANY }, (_, index) =>
        replicas[index % 2]!.bulkNodes(path, { nodes: [bird(`n${index}`, 7)] }, {}, { withinMs: -1 }),
      ),
    );
    expect(replies.map(codeOf).filter((code) => code !== 'content_invalid')).toHaveLength(1);
    expect(errorsOf(replies.find(({ status }) => status === 'refused')!)).toEqual([
      '/nodes/0/properties/ring not_unique',
    ]);
    expect(await content.events(path)).toHaveLength(1);
  });

  it('of many exchanges none loses or doubles a value', async () => {
    const nodes = Array.from({ length: 6 }, (_, index) => bird(`n${index}`, index));
    await content.bulkNodes(path, { nodes });
    await Promise.all(
      Array.from({ length: MANY }, (_, index) => {
        const [one, other] = [index % 6, (index * 5 + 1) % 6];
        return replicas[index % 2]!.bulkNodes(path, {
          mode: 'merge',
          nodes: [bird(`n${one}`, other), bird(`n${other}`, one)].slice(0, one === other ? 1 : 2),
        });
      }),
    );
    expect(Object.values(await rings()).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  describe('once it becomes strict', () => {
    beforeEach(async () => {
      await setGraph({ config: OFF });
      await content.bulkNodes(path, { nodes: [bird('puffin', 1), bird('gull', 2), { uid: 'cat' }] });
    });

    it('is refused while what is there breaks it, for the version and for the graph', async () => {
      await content.bulkNodes(path, { nodes: [bird('tern', 2)] });
      for (const reply of [await setVersion({ config: STRICT }), await setGraph({ config: STRICT })]) {
        expect(reply).toMatchObject({ status: 'refused', code: 'content_breaks_schema' });
        expect(errorsOf(reply)).toEqual([' label_missing', ' not_unique']);
        expect(JSON.stringify(reply)).toContain(`the node \\"tern\\", /properties/ring, is the value`);
      }
      expect(codeOf(await content.bulkNodes(path, { nodes: [bird('auk', 2)] }))).toBe('done');
      await content.bulkNodes(path, { delete: ['cat', 'auk', 'tern'] });
      expect(codeOf(await setGraph({ config: STRICT }))).toBe('done');
      expect(codeOf(await content.bulkNodes(path, { nodes: [bird('auk', 2)] }))).toBe('content_invalid');
    });

    it('values that were there before count, and are looked up by their keys from then on', async () => {
      await content.bulkNodes(path, { delete: ['cat'] });
      expect(codeOf(await setVersion({ config: STRICT }))).toBe('done');
      const create = (uid: string, ring: number) =>
        content.bulkNodes(path, { nodes: [bird(uid, ring)] }, {}, { withinMs: -1 });
      expect(errorsOf(await create('x', 1))).toEqual(['/nodes/0/properties/ring not_unique']);
      expect(await create('tern', 3)).toMatchObject({ status: 'done' });
      expect((await content.events(path)).at(-1)?.data).toMatchObject({
        keys: [{ uid: 'tern' }, { uid: 'gull', since: 0 }, { uid: 'puffin', since: 0 }],
      });
      expect(errorsOf(await create('x', 2))).toEqual(['/nodes/0/properties/ring not_unique']);
      // Of now, and not of what a node was.
      await content.updateNode(path, 'gull', { properties: { ring: 4 } });
      expect(await create('x', 2)).toMatchObject({ status: 'done' });
    });

    it('and where it stopped being strict in between, and values were given twice', async () => {
      await content.bulkNodes(path, { delete: ['cat'] });
      await setVersion({ config: STRICT });
      await content.bulkNodes(path, { nodes: [bird('tern', 3)] });
      await setVersion({ config: OFF });
      await content.bulkNodes(path, { nodes: [bird('auk', 5)] });
      await setVersion({ config: STRICT });
      const reply = await content.bulkNodes(path, { nodes: [bird('x', 5), bird('y', 3)] });
      expect(errorsOf(reply)).toHaveLength(2);
    });

    it('another schema is another question: it is held against what is there', async () => {
      await content.bulkNodes(path, { delete: ['cat'] });
      await setVersion({ config: STRICT });
      const schema = {
        nodes: [{ type: 'Bird', properties: [{ name: 'name', type: 'string', unique: true }] }],
      };
      const named = {
        mode: 'merge' as const,
        nodes: [bird('gull', 2, { name: 'A' }), bird('puffin', 1, { name: 'A' })],
      };
      await content.bulkNodes(path, named);
      expect(errorsOf(await setVersion({ schema }))).toEqual([' not_unique']);
      await content.updateNode(path, 'gull', { properties: { name: 'B' } });
      expect(codeOf(await setVersion({ schema }))).toBe('done');
      const reply = await content.bulkNodes(path, { nodes: [bird('x', 1), bird('y', 8, { name: 'A' })] });
      expect(errorsOf(reply)).toEqual(['/nodes/1/properties/name not_unique']);
    });

    it('versions that say otherwise, and deleted ones, are not held against that of the graph', async () => {
      await content.bulkNodes(path, { delete: ['cat'] });
      const created = { id: path.id, body: {} };
      const made = resultOf(
        await content.running.send(content.me, graphCommands.createGraphVersion, created),
      );
      const second = { ...path, ...(made as Pick<VersionPath, 'version_id'>) };
      await content.bulkNodes(second, { nodes: [{ uid: 'cat' }] });
      const refused = await setGraph({ config: STRICT });
      expect(codeOf(refused)).toBe('content_breaks_schema');
      expect(JSON.stringify(refused)).toContain(`version ${second.version_id}: the node`);
      await setVersion({ config: OFF }, second);
      expect(codeOf(await setGraph({ config: STRICT }))).toBe('done');
      await setGraph({ config: OFF });
      await setVersion({ config: '' }, second);
      expect(codeOf(await setGraph({ config: STRICT }))).toBe('content_breaks_schema');
      await content.running.send(content.me, graphCommands.deleteGraphVersion, second);
      expect(codeOf(await setGraph({ config: STRICT }))).toBe('done');
    });

    it('more than 100,000 elements are not looked at: neither for the switch, nor for keys', async () => {
      const stream = streamOf(graphContent, path.version_id);
      const total = { nodes: 60_000, edges: 40_001, self_loops: 0 };
      const told = { graph_id: path.id, version_id: path.version_id, by: {}, total };
      const append = (data: Json) => appendEvent(content.running.tools, stream, GraphContentChanged, data);
      await append(told);
      expect(codeOf(await setVersion({ config: STRICT }))).toBe('too_much_to_check');
      expect(codeOf(await setGraph({ config: STRICT }))).toBe('too_much_to_check');
      await append({ ...told, total: { ...total, nodes: 1, edges: 0 } });
      await content.bulkNodes(path, { delete: ['cat'] });
      await setVersion({ config: STRICT });
      await append({ ...told, total: { ...total, nodes: 100_001 } });
      expect(codeOf(await content.bulkNodes(path, { nodes: [bird('x', 9)] }))).toBe('too_much_to_check');
      // What gives no unique value to a node needs no keys.
      expect(codeOf(await content.bulkNodes(path, { nodes: [bird('y', null)] }))).toBe('done');
    });

    it('who may not write is told that, and nothing of the content', async () => {
      expect(codeOf(await setGraph({ config: STRICT }, someone()))).toBe('not_found');
    });

    it('an undo of the switch back is refused for the same reason', async () => {
      await content.bulkNodes(path, { delete: ['cat'] });
      await setVersion({ config: STRICT });
      await setVersion({ config: OFF });
      await content.bulkNodes(path, { nodes: [bird('tern', 2)] });
      const revert = (revision: number) =>
        content.running.send(content.me, graphCommands.revertGraphVersion, { ...path, body: { revision } });
      expect(codeOf(await revert(2))).toBe('content_breaks_schema');
    });

    it('so is one of the graph', async () => {
      const undone = { id: path.id, body: { revision: 1 } };
      const revert = () => content.running.send(content.me, graphCommands.revertGraph, undone);
      expect(codeOf(await revert())).toBe('not_revertible');
      await content.bulkNodes(path, { delete: ['cat'] });
      expect(codeOf(await revert())).toBe('done');
    });
  });

  it('whatever is put, deleted, undone and switched: what is refused would stand twice, and nothing else is', async () => {
    const seen = new Map<string, number>();
    const plays = fc.asyncProperty(anyRingDeeds(25), async (deeds) => {
      const played = new PlayedRings(replicas, await content.version({ schema_config }));
      for (const deed of deeds) {
        const { expected, code } = await played.play(deed);
        expect(code).toBe(expected);
        const what = `${deed.kind} ${expected}`;
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    });
    await fc.assert(plays, { numRuns: 40, endOnFailure: true });
    expect([...seen.keys()].sort()).toEqual([
      ...['delete done', 'off done', 'put content_invalid', 'put done'],
      ...['strict content_breaks_schema', 'strict done', 'undo changed_since', 'undo done'],
    ]);
    for (const count of seen.values()) expect(count).toBeGreaterThan(3);
  }, 600_000);
});
