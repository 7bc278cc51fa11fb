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
} from '@cairn/kernel';
import { type Embedded, openEmbedded, stateAfter } from '@cairn/kernel/testkit';
import * as fc from 'fast-check';
import type { Changes } from '../../domain/content/changing.js';
import { anything } from '../../domain/content/rules.js';
import { graphContent } from '../../domain/content/state.js';
import { bird, birds, DecidedContent, gone } from '../../testing/decided-content.js';
import { LaggingDocuments, metadataAt, type RecordedChange } from '../../testing/lagging-documents.js';
import { loadUnique } from './load-unique.js';

const unique = birds.unique!;
const UIDS = ['a', 'b', 'c', 'd', `${'long '.repeat(20)}bird`] as const;
const RINGS = [1, 2, 3, 4, 5, 6, null] as const;
const keyOf = (ring: Json): string => unique.keysOf({ labels: ['Bird'], properties: { ring } })[0]!.key;

interface Deed {
  readonly changes: Partial<Changes>;
  readonly isStrict: boolean;
}
/** Rings are given to birds, taken away and handed on; birds go. Under a schema, or without one. */
const anyDeed: fc.Arbitrary<Deed> = fc.record({
  changes: fc.record({
    nodes: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...UIDS), fc.constantFrom(...RINGS)), {
        maxLength: 3,
        selector: ([uid]) => uid,
      })
      .map((all) => all.map(([uid, ring]) => bird(uid, ring))),
    deletedNodes: fc
      .option(fc.constantFrom(...UIDS), { nil: undefined, freq: 4 })
      .map((uid) => gone(...(uid === undefined ? [] : [uid]))),
  }),
  isStrict: fc.constantFrom(true, true, true, false),
});

const playOf = (deeds: readonly Deed[]): DecidedContent => {
  const content = new DecidedContent();
  for (const [index, { changes, isStrict }] of deeds.entries()) {
    const [first, ...others] = changes.nodes ?? [];
    // Each changes something, so that each is a revision.
    const more = first === undefined ? [bird('z', null, { index })] : [];
    const nodes = [...(first === undefined ? [] : [first]), ...others, ...more].map((put) => ({
      ...put,
      sent: { ...put.sent, properties: { ...put.sent.properties, index } },
    }));
    content.change({ ...changes, nodes }, { rules: isStrict ? birds : anything });
  }
  return content;
};

/** The keys of all nodes, where they do not stand in the events. */
const unkeyedAt = (content: DecidedContent, revision: number) => {
  const events = content.events.slice(0, revision + 1);
  if (stateAfter(graphContent, events).keyed === unique.digest) return [];
  return [...content.loaded(revision).nodes.values()]
    .map((node) => ({ uid: node.uid, since: node.since, keys: unique.keysOf(node).map(({ key }) => key) }))
    .filter(({ keys }) => keys.length > 0);
};

describe('who has a unique value', () => {
  let engines: Embedded;
  let streams: Streams;
  beforeAll(() => {
    engines = openEmbedded();
    streams = new Streams({ ...engines, cachedBytes: 1_000_000 });
  });
  afterAll(() => engines.remove());

  const appended = async (events: readonly GraphContentEvent[]) => {
    const versionId = freshId();
    const stream = streamOf(graphContent, versionId);
    await engines.log.append({
      ...{ stream, expected: NO_STREAM },
      events: events.map(({ data }, revision) => ({
        id: derivedId(versionId, stream, revision),
        type: graphContent.events[0]!.storedType,
        data: data as Json,
        metadata: metadataAt(revision, versionId),
      })),
    });
    const all = await engines.log.read(stream);
    const changes = all.map((recorded, revision): RecordedChange => ({ recorded, event: events[revision]! }));
    return { versionId, changes };
  };

  it('is known exactly as it is at the tip, however the documents lag and move while they are read', async () => {
    const seen = { byKeys: 0, byValues: 0, readOn: 0, held: 0 };
    const plays = fc.record({
      deeds: fc.array(anyDeed, { minLength: 8, maxLength: 12, size: 'max' }),
      lag: fc.constantFrom(0, 1, 2, 5),
      steps: fc.oneof(
        fc.constant([0]),
        fc.array(fc.constantFrom(0, 0, 0, 0, 1), { minLength: 5, maxLength: 9 }),
        fc.array(fc.constantFrom(0, 0, 1, 1, 2), { minLength: 5, maxLength: 9 }),
      ),
      back: fc.nat({ max: 4 }),
      wanted: fc.subarray(RINGS.slice(0, -1), { minLength: 1 }),
    });
    const property = fc.asyncProperty(plays, async ({ deeds, lag, steps, back, wanted }) => {
      const content = playOf(deeds);
      const { versionId, changes } = await appended(content.events);
      const revision = Math.max(changes.length - 1 - back, 0);
      const documents = new LaggingDocuments(changes, (it) => it.moveBy(steps[it.reads % steps.length]!));
      documents.moveBy(revision + 1 - lag);
      const state = stateAfter(graphContent, content.events.slice(0, revision + 1));
      const tip = changes[revision]!.recorded;
      const gained = new Set(wanted.map(keyOf));
      const found = await loadUnique(
        { ...engines, documents, streams },
        { versionId, state, tip },
        { unique, gained },
      );
      if (found === READ_ON) {
        seen.readOn += 1;
        expect(documents.revision).toBeGreaterThan(revision);
        return;
      }
      if (found === undefined || isRefusal(found)) throw new Error('nothing was found');
      seen[state.keyed === unique.digest ? 'byKeys' : 'byValues'] += 1;
      const whole = content.holders(unique, revision);
      seen.held += [...gained].filter((key) => whole.has(key)).length;
      const sorted = (uids: Iterable<string> = []) => [...uids].sort();
      for (const key of gained) expect(sorted(found.holders.get(key))).toEqual(sorted(whole.get(key)));
      expect(new Set(found.unkeyed)).toEqual(new Set(unkeyedAt(content, revision)));
    });
    await fc.assert(property, { numRuns: 300, endOnFailure: true });
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  it('is not asked where no key is given to a node; keys that are not complete are then left', async () => {
    const content = new DecidedContent();
    content.change({ nodes: [bird('a', 1)] });
    const { versionId, changes } = await appended(content.events);
    const tools = { ...engines, documents: new LaggingDocuments(changes), streams };
    const at = (keyed: string, nodes = 1) => ({
      ...{ versionId, tip: changes[0]!.recorded },
      state: { ...stateAfter(graphContent, content.events), keyed, nodes },
    });
    const load = (place: ReturnType<typeof at>, gained = new Set<string>()) =>
      loadUnique(tools, place, { unique, gained });
    const nothing = { holders: new Map(), unkeyed: [] };
    expect(await load(at(''))).toBeUndefined();
    expect(await load(at(unique.digest))).toMatchObject(nothing);
    expect(await load(at('', 0), new Set(['k']))).toMatchObject(nothing);
    expect(tools.documents.reads).toBe(0);
    const keys = new Set(Array.from({ length: 200_001 }, (_, index) => `${index}`));
    expect(await load(at(unique.digest), keys)).toMatchObject({ refused: 'too_many_elements' });
    expect(await load(at('', 100_001), new Set(['k']))).toMatchObject({ refused: 'too_much_to_check' });
  });
});
