import type { GraphContentEvent } from '@cairn/contracts';
import {
  derivedId,
  freshId,
  isRefusal,
  type Json,
  NO_STREAM,
  READ_ON,
  Streams,
  streamOf,
  type StreamTip,
} from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import * as fc from 'fast-check';
import type { Changes } from '../../domain/content/changing.js';
import type { Loaded, Wants } from '../../domain/content/loaded.js';
import { graphContent } from '../../domain/content/state.js';
import { limits } from '../../formats/limits.js';
import { DecidedContent, edge, gone, node, said } from '../../testing/decided-content.js';
import {
  LaggingDocuments,
  metadataAt,
  projected,
  type RecordedChange,
} from '../../testing/lagging-documents.js';
import { loadElements } from './load-elements.js';

const NODES = ['a', 'b', 'c', 'd'] as const;
const EDGES = ['e', 'f', 'g', 'h'] as const;

const oneOf = (all: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...all);
const some = (all: readonly string[]): fc.Arbitrary<readonly string[]> => fc.subarray([...all]);

/** A change of a few elements: edges move from node to node. */
const anyChange: fc.Arbitrary<Partial<Changes>> = fc.record({
  nodes: some(NODES).map((uids) => uids.map((uid) => node(uid))),
  edges: fc
    .uniqueArray(fc.tuple(oneOf(EDGES), oneOf(NODES), oneOf(NODES)), {
      maxLength: 3,
      selector: ([uid]) => uid,
    })
    .map((edges) => edges.map(([uid, source, target]) => edge(uid, source, target))),
  deletedNodes: fc.array(oneOf(NODES), { maxLength: 1 }).map((uids) => gone(...uids)),
  facts: fc.option(fc.constant(said({})), { nil: undefined }),
  deletedEdges: fc.array(oneOf(EDGES), { maxLength: 1 }).map((uids) => gone(...uids)),
});

/** What each change sets differs from what was, so that each revision of an element can be told from the others. */
const told = (changes: Partial<Changes>, revision: number): Partial<Changes> => ({
  ...changes,
  nodes: changes.nodes!.map((put) => ({ ...put, sent: { properties: { revision } } })),
  edges: changes.edges!.map((put) => ({ ...put, sent: { ...put.sent, properties: { revision } } })),
  facts: changes.facts && said({ properties: { revision } }),
});

const anyWants: fc.Arbitrary<Wants> = fc
  .tuple(some(NODES), some(EDGES), some(NODES), fc.boolean())
  .map(([nodes, edges, edgesOf, facts]) => ({
    facts,
    nodes: new Set(nodes),
    edges: new Set(edges),
    edgesOf: new Set(edgesOf),
    // Whoever needs the ends of an edge needs the edge.
    endsOf: new Set(edges.slice(0, 1)),
  }));

describe('the elements that a decision needs', () => {
  let engines: Embedded;
  let streams: Streams;
  beforeAll(() => {
    engines = openEmbedded();
    streams = new Streams({ ...engines, cachedBytes: 1_000_000 });
  });
  afterAll(() => engines.remove());

  /** Appends changes as the revisions of a content that nobody has used. */
  const appended = async (
    events: readonly GraphContentEvent[],
  ): Promise<{ readonly versionId: string; readonly changes: readonly RecordedChange[] }> => {
    const versionId = freshId();
    const stream = streamOf(graphContent, versionId);
    const definition = graphContent.events[0]!;
    await engines.log.append({
      ...{ stream, expected: NO_STREAM },
      events: events.map(({ data }, revision) => ({
        id: derivedId(versionId, stream, revision),
        type: definition.storedType,
        data: data as Json,
        metadata: metadataAt(revision, versionId),
      })),
    });
    const all = await engines.log.read(stream);
    return { versionId, changes: all.map((recorded, revision) => ({ recorded, event: events[revision]! })) };
  };

  const load = (
    versionId: string,
    documents: LaggingDocuments,
    wants: Partial<Wants>,
    tip: StreamTip | undefined,
  ) => {
    const none = new Set<string>();
    const all = { nodes: none, edges: none, edgesOf: none, endsOf: none, facts: false, ...wants };
    return loadElements({ ...engines, documents, streams }, versionId, all, tip);
  };

  it('are those of the tip, or READ_ON, however the documents lag and move while they are read', async () => {
    const seen = { loaded: 0, readOn: 0, moved: 0 };
    const plays = fc.record({
      changes: fc.array(anyChange, { minLength: 8, maxLength: 12, size: 'max' }),
      lag: fc.constantFrom(0, 1, 2, 5),
      // How far the documents move before each read, over and over.
      steps: fc.oneof(
        fc.constant([0]),
        fc.array(fc.constantFrom(0, 0, 0, 0, 1), { minLength: 5, maxLength: 9 }),
        fc.array(fc.constantFrom(0, 0, 1, 1, 2), { minLength: 5, maxLength: 9 }),
      ),
      tip: fc.integer({ min: 5, max: 11 }),
      wants: anyWants,
    });
    const property = fc.asyncProperty(plays, async ({ changes, lag, steps, tip: wanted, wants }) => {
      const content = new DecidedContent();
      for (const each of changes) content.change(told(each, content.events.length));
      const { versionId, changes: all } = await appended(content.events);
      const revision = Math.min(wanted, all.length - 1);
      const documents = new LaggingDocuments(all, (it) => it.moveBy(steps[it.reads % steps.length]!));
      documents.moveBy(revision + 1 - lag);
      const before = documents.revision;
      const tip = all[revision]?.recorded;
      const loaded = await load(versionId, documents, wants, tip);
      if (documents.revision > before) seen.moved += 1;
      if (loaded === READ_ON) {
        seen.readOn += 1;
        expect(documents.revision).toBeGreaterThan(revision);
        return;
      }
      seen.loaded += 1;
      if (isRefusal(loaded)) throw new Error(loaded.refused);
      exactly(loaded, wants, content.loaded(revision));
    });
    await fc.assert(property, { numRuns: 200, endOnFailure: true });
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  /** Every element that is wanted, and beside these none that is not as it is at the tip. */
  const exactly = (loaded: Loaded, wants: Wants, whole: Loaded): void => {
    const ends = [...wants.endsOf].flatMap((uid) => {
      const { source, target } = whole.edges.get(uid) ?? {};
      return source === undefined || target === undefined ? [] : [source, target];
    });
    const atNodes = [...whole.edges.values()].filter(
      ({ source, target }) => wants.edgesOf.has(source) || wants.edgesOf.has(target),
    );
    const nodes = new Set([...wants.nodes, ...ends, ...loaded.nodes.keys()]);
    const edges = new Set([...wants.edges, ...atNodes.map(({ uid }) => uid), ...loaded.edges.keys()]);
    const only = <Value>(all: ReadonlyMap<string, Value>, uids: ReadonlySet<string>) =>
      Object.fromEntries([...all].filter(([uid]) => uids.has(uid)));
    expect({ nodes: Object.fromEntries(loaded.nodes), edges: Object.fromEntries(loaded.edges) }).toEqual({
      ...{ nodes: only(whole.nodes, nodes), edges: only(whole.edges, edges) },
    });
    expect(loaded.hubs.size).toBe(0);
    expect(loaded.facts).toEqual(wants.facts ? whole.facts : undefined);
  };

  it('are waited for, for a while, when the documents are far behind; then it is projection_lag', async () => {
    const content = new DecidedContent();
    for (let revision = 0; revision < 70; revision += 1)
      content.change({ nodes: [node('a', { properties: { revision } })] });
    const { versionId, changes } = await appended(content.events);
    const tip = changes.at(-1)!.recorded;
    const wants = { nodes: new Set(['a']) };
    const late = new LaggingDocuments(changes, (it) => it.moveBy(it.reads === 3 ? 6 : 0));
    expect(await load(versionId, late, wants, tip)).toEqual({
      ...{ nodes: content.loaded().nodes, edges: new Map(), hubs: new Map() },
    });
    const tooLate = new LaggingDocuments(changes);
    tooLate.moveBy(5);
    const lag = { refused: 'projection_lag', retryAfterSeconds: 1 };
    expect(await load(versionId, tooLate, wants, tip)).toMatchObject(lag);
    tooLate.moveBy(1);
    expect(await load(versionId, tooLate, wants, tip)).toMatchObject({ hubs: new Map() });
  });

  it('are none where nothing was ever stored; documents of what comes later are READ_ON', async () => {
    const content = new DecidedContent();
    content.change({ nodes: [node('a')] });
    const { versionId, changes } = await appended(content.events);
    const documents = new LaggingDocuments(changes);
    const wants = { nodes: new Set(['a']) };
    const nothing = { nodes: new Map(), edges: new Map(), hubs: new Map() };
    expect(await load(versionId, documents, wants, undefined)).toEqual(nothing);
    documents.moveBy(1);
    expect(await load(versionId, documents, wants, undefined)).toBe(READ_ON);
  });

  it('are refused when they are too large together; with a node, such edges are too many to go', async () => {
    const text = 'x'.repeat(limits.elementCharacters - 1_000);
    const large = { properties: { text } };
    const uids = Array.from({ length: 33 }, (_, index) => `n${index}`);
    const content = new DecidedContent();
    content.change({ nodes: uids.map((uid) => node(uid, large)) });
    content.change({ edges: uids.map((uid) => edge(uid, uid, 'n0', large)) });
    const { versionId, documents, tip } = projected(content.events);
    const asked = async (wants: Partial<Wants>) => (await load(versionId, documents, wants, tip)) as Loaded;
    const tooMany = { refused: 'too_many_elements' };
    expect(await asked({ nodes: new Set(uids) })).toMatchObject(tooMany);
    expect(await asked({ edges: new Set(uids) })).toMatchObject(tooMany);
    const few = new Set(uids.slice(0, 16));
    expect((await asked({ nodes: few, edges: few })).nodes.size).toBe(16);
    const hub = new Set(['n0']);
    expect((await asked({ nodes: hub, edgesOf: hub })).hubs).toEqual(new Map([['n0', 33]]));
  });

  describe('of nodes with many edges', () => {
    /** Edges of which each leads from the first node to the second: `uid: [from, to, how many]`. */
    const withEdges = (...all: readonly (readonly [from: string, to: string, count: number])[]) => {
      const content = new DecidedContent();
      content.change({ nodes: all.flatMap(([from, to]) => [node(from), node(to)]).filter(isFirst) });
      for (const [from, to, count] of all)
        content.change({
          edges: Array.from({ length: count }, (_, index) => edge(`${from}-${to}-${index}`, from, to)),
        });
      const { versionId, documents, tip } = projected(content.events);
      return async (...uids: readonly string[]): Promise<Loaded> => {
        const wants = { nodes: new Set(uids), edgesOf: new Set(uids) };
        return (await load(versionId, documents, wants, tip)) as Loaded;
      };
    };
    const isFirst = ({ uid }: { readonly uid: string }, index: number, all: readonly { uid: string }[]) =>
      all.findIndex((each) => each.uid === uid) === index;

    it('they are loaded while they are no more than can go with it', async () => {
      const loadedAt = withEdges(['hub', 'a', 2_000], ['hub', 'hub', 8_000]);
      const { edges, hubs } = await loadedAt('hub', 'a');
      expect([edges.size, hubs.size]).toEqual([10_000, 0]);
    });

    it('they are counted, a loop once, where one has more; those of the others are loaded', async () => {
      const loadedAt = withEdges(['hub', 'a', 5_001], ['b', 'hub', 5_000], ['hub', 'hub', 3], ['b', 'c', 4]);
      expect((await loadedAt('hub')).hubs).toEqual(new Map([['hub', 10_004]]));
      const { edges, hubs } = await loadedAt('b', 'hub', 'c');
      // Nobody is told how many those of one of several are.
      expect(hubs).toEqual(new Map([['hub', undefined]]));
      expect(['b', 'c'].map((uid) => atNode(edges, uid))).toEqual([5_004, 4]);
    });

    it('no more are loaded once there are twice as many, whatever is asked for', async () => {
      const pairs = Array.from({ length: 4 }, (_, index) => [`from${index}`, `to${index}`, 9_000] as const);
      const loadedAt = withEdges(...pairs);
      const { edges, hubs } = await loadedAt(...pairs.map(([from]) => from));
      expect(edges.size).toBe(27_000);
      expect([...hubs]).toEqual([['from3', undefined]]);
    });

    const atNode = (edges: Loaded['edges'], uid: string): number =>
      [...edges.values()].filter(({ source, target }) => source === uid || target === uid).length;
  });
});
