import { graphJobCommands } from '@cairn/contracts';
import { type Document, freshId, START } from '@cairn/kernel';
import { documentsOf, feedersOf } from '@cairn/kernel/testkit';
import * as fc from 'fast-check';
import { anyDeeds } from '../../testing/content-deeds.js';
import { contentForEach, type ContentUnderTest, type VersionPath } from '../../testing/content-under-test.js';
import { PlayedContent } from '../../testing/sent-deeds.js';
import { contentId, spaceOf, termId } from './keys.js';
import { FACTS } from './facts.js';
import { CHANGES, CONTENTS, contentProjection, EDGES, NODES, TERMS } from './project.js';

const ROWS = [NODES, EDGES, CHANGES, CONTENTS, TERMS, FACTS];
/** Names that mean something to a store, or to JavaScript. */
const NAMES = [
  'a.b.c',
  'a',
  'a.b',
  '$set',
  '$inc.count',
  '__proto__',
  'constructor',
  '',
  'count',
  'x'.repeat(1_000),
];

describe('the documents of content', () => {
  let content: ContentUnderTest;
  let path: VersionPath;
  contentForEach((given, version) => {
    [content, path] = [given, version];
  });

  const found = async (): Promise<Readonly<Record<string, readonly Document[]>>> => {
    const { documents } = content.running.engines;
    const options = { filter: {}, sort: 'id', limit: 10_000 };
    const all = ROWS.map(async (each) => [each, await documents.find(each, options)] as const);
    return Object.fromEntries(await Promise.all(all));
  };
  const sayOfGraph = (of: VersionPath, text: string) => {
    const nothing = { nodes: [], edges: [], implied: [], ends: [] };
    const options = { job_id: freshId(), mode: 'merge', on_error: 'fail', only_look: false } as const;
    const input = { ...of, ...options, ...nothing, facts: { properties: { text } } };
    return content.running.done(content.me, graphJobCommands.storeElements, input);
  };
  const termsOf = async () => {
    const s = spaceOf(contentId(path.version_id));
    const terms = (await found())[TERMS]!.filter((term) => term['s'] === s);
    return Object.fromEntries(
      terms.map(({ kind, name, count }) => [`${kind as string} ${name as string}`, count]),
    );
  };

  it('law 1: are what a projection of the whole log makes, after a rebuild too; law 7: each of one stream', async () => {
    for (const deeds of fc.sample(anyDeeds(30), 2)) {
      const played = new PlayedContent(content, await content.version());
      for (const deed of deeds) await played.play(deed);
      await sayOfGraph(played.path, 'x');
      await sayOfGraph(played.path, '😀'.repeat(600_000));
    }
    const source = { ...content.running.engines, categories: ['graphContent'] };
    const made = await documentsOf([contentProjection], source);
    const expected = Object.fromEntries(
      ROWS.map((each) => [each, [...made.get(each)!.values()].sort((one, other) => byId(one, other))]),
    );
    expect(await found()).toEqual(expected);
    await content.running.rebuild(contentProjection.name);
    expect(await found()).toEqual(expected);
    for (const { streams } of await feedersOf([contentProjection], source)) expect(streams.size).toBe(1);
  });

  it('law 1: are not changed by a batch that comes again', async () => {
    await content.bulkNodes(path, { nodes: [{ uid: 'a', labels: ['L'] }] });
    const before = await found();
    const [recorded] = await content.events(path);
    const id = termId(spaceOf(contentId(path.version_id)), 'label', 'L');
    const outcome = await content.running.engines.documents.apply({
      ...{ projection: contentProjection.name, generation: 'live', from: START, to: recorded!.position },
      changes: [{ kind: 'increment', collection: TERMS, id, by: { count: 1 } }],
    });
    expect(outcome.status).toBe('moved');
    expect(await found()).toEqual(before);
  });

  it('count nodes by label and edges by type, whatever these are called', async () => {
    const labels = NAMES.filter((name) => name !== '');
    await content.bulkNodes(path, {
      nodes: labels.map((label, index) => ({ uid: `n${index}`, labels: labels.slice(0, index + 1) })),
      edges: NAMES.map((type, index) => ({ uid: `e${index}`, source: 'n0', target: 'n1', type })),
    });
    const expected = Object.fromEntries([
      ...labels.map((label, index) => [`label ${label}`, labels.length - index]),
      ...NAMES.map((type) => [`type ${type}`, 1]),
    ]);
    expect(await termsOf()).toEqual(expected);
    await content.bulkNodes(path, { delete: ['n0'] });
    const after = Object.fromEntries([
      ...labels.map((label, index) => [`label ${label}`, labels.length - Math.max(index, 1)]),
      ...NAMES.map((type) => [`type ${type}`, 0]),
    ]);
    expect(await termsOf()).toEqual(after);
  });
});

const byId = (one: Document, other: Document): number =>
  Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));
