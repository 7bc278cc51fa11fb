import { pause } from '../../clock/pause.js';
import { START } from '../../base/position.js';
import { mongoForSpecs } from '../../testkit/mongodb.js';
import { increment, MODEL, Projector, put } from '../conformance-store.js';
import type { Change, Documents } from '../port.js';
import { DocumentsUnavailable } from '../port.js';
import { openMongoDocuments } from './documents.js';

const server = mongoForSpecs();

describe('documents in MongoDB', () => {
  const opened: Documents[] = [];
  const prepared = async (url: string): Promise<Documents> => {
    const documents = await openMongoDocuments({ url });
    opened.push(documents);
    await documents.prepare([MODEL]);
    return documents;
  };
  afterEach(async () => {
    for (const documents of opened.splice(0)) await documents.close();
  });

  /** How long a call takes to say that the server is not there, milliseconds. */
  const givenUpAfter = async (call: Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await expect(call).rejects.toBeInstanceOf(DocumentsUnavailable);
    return performance.now() - began;
  };
  const calls = (documents: Documents): readonly (() => Promise<unknown>)[] => [
    () => documents.get('things', 'a'),
    () => documents.getMany('things', ['a']),
    () => documents.find('things', { filter: {}, sort: 'size', limit: 9 }),
    () => documents.count('things', {}, 9),
    () => documents.checkpoint('test.things', 'live'),
    () => documents.apply({ projection: 'test.things', generation: 'live', from: '1', to: '2', changes: [] }),
    () => documents.prepare([MODEL]),
    () => documents.beginNext('test.things'),
    () => documents.promoteNext('test.things', START),
    () => documents.scrub(),
  ];
  /** Tries until the server is there again. */
  const insist = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof DocumentsUnavailable)) throw error;
        await pause(20);
      }
    }
  };

  it('say within a second that a server is frozen, and go on when it is not any more', async () => {
    const documents = await prepared(server.freshDatabase());
    const to = await new Projector(documents).apply(increment('a', { size: 1 }));
    await server.engine.signal('SIGSTOP');
    try {
      for (const call of calls(documents)) expect(await givenUpAfter(call())).toBeLessThan(1_000);
      const together = await Promise.all(calls(documents).map((call) => givenUpAfter(call())));
      expect(Math.max(...together)).toBeLessThan(1_500);
      await givenUpAfter(new Projector(documents).applyAt(to, '00000002', [increment('a', { size: 1 })]));
    } finally {
      await server.engine.signal('SIGCONT');
    }
    const began = performance.now();
    const outcome = await insist(() =>
      new Projector(documents).applyAt(to, '00000002', [increment('a', { size: 1 })]),
    );
    expect(performance.now() - began).toBeLessThan(5_000);
    // What was given up may have been done all the same.
    expect([{ status: 'applied' }, { status: 'moved', checkpoint: '00000002' }]).toContainEqual(outcome);
    expect(await documents.get('things', 'a')).toEqual({ id: 'a', size: 2 });
  });

  it('say within a second that a server is gone, and go on when it is back', async () => {
    const documents = await prepared(server.freshDatabase());
    await new Projector(documents).apply(put({ id: 'a' }));
    await server.engine.kill();
    try {
      for (const call of calls(documents)) expect(await givenUpAfter(call())).toBeLessThan(1_000);
    } finally {
      await server.engine.again();
    }
    expect(await insist(() => documents.get('things', 'a'))).toEqual({ id: 'a' });
    await new Projector(documents).apply(put({ id: 'b' }));
  });

  it('are opened without a server', async () => {
    const documents = await openMongoDocuments({ url: 'mongodb://127.0.0.1:1/' });
    opened.push(documents);
    expect(await givenUpAfter(documents.prepare([MODEL]))).toBeLessThan(1_000);
    await expect(documents.prepare([MODEL])).rejects.toThrow('127.0.0.1:1 are not reached');
  });

  it('law 1: count exactly when two projectors race and the server is killed again and again', async () => {
    const EVENTS = 600;
    const url = server.freshDatabase();
    const position = (events: number): string => (events === 0 ? START : String(events).padStart(8, '0'));
    const changesOf = (event: number): readonly Change[] => [
      put({ id: `event-${event}`, size: event }),
      increment('all', { size: 1, 'counts.items': event }),
    ];
    const project = async (documents: Documents, most: number): Promise<number> => {
      let applied = 0;
      for (;;) {
        const from = await insist(() => documents.checkpoint('test.things', 'live'));
        const first = Number(from);
        if (first === EVENTS) return applied;
        const events = Array.from({ length: Math.min(most, EVENTS - first) }, (_, n) => first + n + 1);
        const outcome = await insist(() =>
          new Projector(documents).applyAt(from, position(events.at(-1)!), events.flatMap(changesOf)),
        );
        if (outcome.status === 'applied') applied += events.length;
      }
    };
    const rivals = [await prepared(url), await prepared(url)] as const;
    const projecting = Promise.all([project(rivals[0], 3), project(rivals[1], 5)]);
    for (let kill = 1; kill <= 4; kill += 1) {
      const at = (EVENTS * kill) / 6;
      while (Number(await insist(() => rivals[0].checkpoint('test.things', 'live'))) < at) await pause(5);
      await server.engine.kill();
      await server.engine.again();
    }
    const [one, other] = await projecting;
    expect(Math.min(one, other)).toBeGreaterThan(0);
    expect(await rivals[0].get('things', 'all')).toEqual({
      id: 'all',
      size: EVENTS,
      counts: { items: (EVENTS * (EVENTS + 1)) / 2 },
    });
    expect(await rivals[1].count('things', {}, 9_999)).toBe(EVENTS + 1);
  });
});
