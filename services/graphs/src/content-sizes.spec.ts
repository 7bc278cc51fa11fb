import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_ELEMENTS } from '@cairn/contracts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import {
  type Append,
  type EventLog,
  freshId,
  openDiskBlobs,
  openEventStoreDb,
  openSqliteEventLog,
  withLargePayloads,
} from '@cairn/kernel';
import { type FaultyLog, faultyLog } from '@cairn/kernel/testkit';
import { graphNodes } from './read-models/content/queries.js';
import { ContentUnderTest } from './testing/content-under-test.js';

/** What EventStoreDB takes in one append, unless it is told otherwise. */
const MOST_APPENDED_BYTES = 1024 * 1024;
const bytesOf = (append: Append | undefined): number => JSON.stringify(append?.events).length;

let double: EventStoreDbDouble;
beforeAll(async () => {
  double = await startEventStoreDbDouble();
});
afterAll(() => double.stop());

const logs: readonly (readonly [string, (folder: string) => Promise<EventLog>])[] = [
  ['SQLite', async (folder) => openSqliteEventLog({ path: join(folder, 'bare.db') })],
  ['the protocol double of EventStoreDB', () => openEventStoreDb({ url: double.url })],
];

describe.each(logs)('the largest bulk on %s', (_, open) => {
  let folder: string;
  let content: ContentUnderTest;
  /** Below what puts large data into blobs. */
  let bare: FaultyLog;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-spec-'));
    const blobs = await openDiskBlobs({ folder: join(folder, 'blobs') });
    const log = async (): Promise<EventLog> => {
      bare = faultyLog(await open(folder));
      return withLargePayloads(bare.log, blobs);
    };
    content = await ContentUnderTest.start({ engines: async () => ({ log: await log() }) });
  });
  afterAll(async () => {
    await content.stop();
    rmSync(folder, { recursive: true });
  });

  it('is one event and one small append, and so is its undo; the same command again appends nothing', async () => {
    const path = await content.version();
    const text = 'x'.repeat(500);
    const uids = Array.from({ length: MOST_ELEMENTS - 1 }, (__, index) => `node ${index}`);
    const body = {
      nodes: uids.map((uid) => ({ uid, labels: ['Bird'], properties: { text } })),
      edges: [{ uid: 'e', source: uids[0]!, target: uids.at(-1)!, properties: { text } }],
    };
    const id = freshId();
    const before = bare.asked.length;
    const first = await content.bulkNodes(path, body, {}, { id });
    expect(first).toMatchObject({ result: { created: MOST_ELEMENTS, revision: 0 } });
    expect(await content.bulkNodes(path, body, {}, { id })).toMatchObject({ replayed: true });
    expect(bare.asked.length).toBe(before + 1);
    expect(bare.asked.at(-1)?.events).toHaveLength(1);
    expect(bytesOf(bare.asked.at(-1))).toBeLessThan(MOST_APPENDED_BYTES / 100);
    const [event] = await content.events(path);
    expect(JSON.stringify(event!.data).length).toBeGreaterThan(5 * MOST_APPENDED_BYTES);

    const page = { limit: 1_000, sort: '-uid' };
    const nodes = (await graphNodes.list(content.reading(), path, page))!;
    expect([nodes.total, nodes.elements.length]).toEqual([MOST_ELEMENTS - 1, 1_000]);
    expect(nodes.elements[0]).toMatchObject({ uid: 'node 9998', labels: ['Bird'], properties: { text } });

    const gone = { deleted: MOST_ELEMENTS, revision: 1 };
    expect(await content.bulkNodes(path, { delete: uids })).toMatchObject({ result: gone });
    const back = { nodes: MOST_ELEMENTS - 1, edges: 1, kept: [], revision: 2 };
    expect(await content.undo(path, 1)).toMatchObject({ result: back });
    expect(bare.asked.length).toBe(before + 3);
    for (const append of bare.asked.slice(-3)) expect(bytesOf(append)).toBeLessThan(MOST_APPENDED_BYTES);
    expect((await content.edges(path)).total).toBe(1);
  });
});
