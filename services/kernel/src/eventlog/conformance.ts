import { freshId } from '../clock/ids.js';
import { conformance } from '../testkit/conformance.js';
import { chainHash } from './chain.js';
import { bytesCases } from './conformance-bytes.js';
import type { LogUnderTest } from './conformance-events.js';
import { anEvent, asAppended, expectAppended, fill, freshStream, someEvents } from './conformance-events.js';
import { damageCases } from './conformance-damage.js';
import { inOrderCases } from './conformance-in-order.js';
import { modelCases } from './conformance-model.js';
import { readingCases } from './conformance-reading.js';
import { subscribingCases } from './conformance-subscribing.js';
import type { Append, EventLog } from './port.js';
import { LogUnavailable, NO_STREAM } from './port.js';

export type { LogUnderTest } from './conformance-events.js';

/** What every event log does, whatever keeps it. */
export const eventLogConformance = (name: string, make: () => Promise<LogUnderTest>): void => {
  conformance(`the event log on ${name}`, () => {
    let log: EventLog;
    let spoil: LogUnderTest['spoil'];
    let discard: () => Promise<void>;

    beforeEach(async () => {
      ({ log, spoil, discard } = await make());
    });
    afterEach(async () => {
      await discard();
    });

    describe('appending', () => {
      it('starts a stream at revision 0 and answers tip and position', async () => {
        const stream = freshStream();
        const event = anEvent();
        const outcome = expectAppended(await log.append({ stream, expected: NO_STREAM, events: [event] }));
        const hash = chainHash(undefined, JSON.stringify(event.data), JSON.stringify(event.metadata));
        expect(outcome).toEqual({
          status: 'appended',
          tip: { revision: 0n, hash },
          position: expect.any(String) as string,
        });
        const [recorded] = await log.read(stream);
        expect(recorded).toEqual({ ...event, stream, revision: 0n, hash, position: outcome.position });
      });

      it('goes on from the tip that the append before answered', async () => {
        const stream = freshStream();
        const first = expectAppended(
          await log.append({ stream, expected: NO_STREAM, events: someEvents(2) }),
        );
        const second = expectAppended(
          await log.append({ stream, expected: first.tip, events: someEvents(3) }),
        );
        const events = await log.read(stream);
        expect(events.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n]);
        expect(first.tip).toEqual({ revision: 1n, hash: events[1]?.hash });
        expect(second.tip).toEqual({ revision: 4n, hash: events[4]?.hash });
        expect(second.position).toBe(events[4]?.position);
      });

      it('refuses to start a stream that is there, and says where it ends', async () => {
        const stream = freshStream();
        const { tip } = await fill(log, stream, 2);
        const outcome = await log.append({ stream, expected: NO_STREAM, events: someEvents(1) });
        expect(outcome).toEqual({ status: 'conflict', tip });
        expect(await log.read(stream)).toHaveLength(2);
      });

      it('refuses to go on with a stream that is not there', async () => {
        const expected = { revision: 3n, hash: 'a'.repeat(64) };
        const stream = freshStream();
        expect(await log.append({ stream, expected, events: someEvents(1) })).toEqual({
          status: 'conflict',
          tip: undefined,
        });
        expect(await log.read(stream)).toEqual([]);
      });

      it.each([
        ['a lower revision', -1n, undefined],
        ['a higher revision', 1n, undefined],
        ['another hash at the same revision', 0n, 'b'.repeat(64)],
      ])('refuses %s', async (_, difference, hash) => {
        const stream = freshStream();
        const { tip } = await fill(log, stream, 3);
        const expected = { revision: tip.revision + difference, hash: hash ?? tip.hash };
        expect(await log.append({ stream, expected, events: someEvents(1) })).toEqual({
          status: 'conflict',
          tip,
        });
        expect(await log.read(stream)).toHaveLength(3);
      });

      it('compares revisions as whole numbers beyond 2^53', async () => {
        const stream = freshStream();
        const { tip } = await fill(log, stream, 1);
        const expected = { revision: 2n ** 60n, hash: tip.hash };
        expect(await log.append({ stream, expected, events: someEvents(1) })).toEqual({
          status: 'conflict',
          tip,
        });
      });

      it('lets one of many writers win', async () => {
        const stream = freshStream();
        const { tip } = await fill(log, stream, 1);
        const appends = Array.from({ length: 16 }, () => ({ stream, expected: tip, events: someEvents(1) }));
        const outcomes = await Promise.all(appends.map((append) => log.append(append)));
        const winners = outcomes.filter(({ status }) => status === 'appended');
        expect(winners).toHaveLength(1);
        const end = winners[0]?.tip;
        expect(outcomes.filter(({ status }) => status === 'conflict')).toEqual(
          Array(15).fill({ status: 'conflict', tip: end }),
        );
        expect(await log.read(stream)).toHaveLength(2);
      });

      it('throws on an append without events', async () => {
        await expect(log.append({ stream: freshStream(), expected: NO_STREAM, events: [] })).rejects.toThrow(
          Error,
        );
      });
    });

    describe('appending the same again', () => {
      it.each([
        ['to a new stream', 0],
        ['to a stream that is there', 4],
      ])('law 3: %s answers the same and writes nothing', async (_, before) => {
        const stream = freshStream();
        const expected = before === 0 ? NO_STREAM : (await fill(log, stream, before)).tip;
        const append: Append = { stream, expected, events: someEvents(3) };
        const first = expectAppended(await log.append(append));
        const again = expectAppended(await log.append(append));
        expect(again.tip).toEqual(first.tip);
        expect([first.position, undefined]).toContain(again.position);
        expect((await log.read(stream)).map(asAppended).slice(before)).toEqual(append.events);
      });

      it.each([
        ['a new stream', 0],
        ['a stream that is there', 2],
      ])('law 3: after another write to %s answers what the first did', async (_, before) => {
        const stream = freshStream();
        const expected = before === 0 ? NO_STREAM : (await fill(log, stream, before)).tip;
        const append: Append = { stream, expected, events: someEvents(2) };
        const first = expectAppended(await log.append(append));
        expectAppended(await log.append({ stream, expected: first.tip, events: someEvents(1) }));
        const again = expectAppended(await log.append(append));
        expect(again.tip).toEqual(first.tip);
        expect([first.position, undefined]).toContain(again.position);
        expect(await log.read(stream)).toHaveLength(before + 3);
      });

      it('law 3: at the same time writes it once', async () => {
        const append = { stream: freshStream(), expected: NO_STREAM, events: someEvents(2) } as const;
        const outcomes = await Promise.all([log.append(append), log.append(append), log.append(append)]);
        const tips = outcomes.map((outcome) => expectAppended(outcome).tip);
        expect(tips).toEqual([tips[0], tips[0], tips[0]]);
        expect(await log.read(append.stream)).toHaveLength(2);
      });

      it('law 3: conflicts when it has more events than were written, or one with another id', async () => {
        const stream = freshStream();
        const events = someEvents(2);
        const { tip } = expectAppended(await log.append({ stream, expected: NO_STREAM, events }));
        const longer = await log.append({ stream, expected: NO_STREAM, events: [...events, anEvent()] });
        expect(longer).toEqual({ status: 'conflict', tip });
        const other = await log.append({
          stream,
          expected: NO_STREAM,
          events: [events[0]!, { ...events[1]!, id: freshId() }],
        });
        expect(other).toEqual({ status: 'conflict', tip });
      });

      it.each([
        ['a new stream', 0, 0],
        ['a stream that is there', 2, 0],
        ['a stream that went on', 2, 1],
      ])('law 4: conflicts when its ids were written to %s with other bytes', async (_, before, behind) => {
        const stream = freshStream();
        const expected = before === 0 ? NO_STREAM : (await fill(log, stream, before)).tip;
        const events = someEvents(2);
        let { tip } = expectAppended(await log.append({ stream, expected, events }));
        if (behind > 0)
          ({ tip } = expectAppended(await log.append({ stream, expected: tip, events: someEvents(behind) })));
        const later = { ...events[1]!.metadata, at: '2026-11-21T10:00:01.000Z' };
        const others = [
          [events[0]!, { ...events[1]!, metadata: later }],
          [{ ...events[0]!, data: { n: 'another' } }, events[1]!],
        ];
        for (const other of others)
          expect(await log.append({ stream, expected, events: other })).toEqual({ status: 'conflict', tip });
        expect((await log.read(stream)).map(asAppended).slice(before, before + 2)).toEqual(events);
        const again = expectAppended(await log.append({ stream, expected, events }));
        expect(again.tip.revision).toBe(BigInt(before + 1));
      });

      it('law 3: takes the same event id in another stream', async () => {
        const events = someEvents(1);
        const [one, two] = [freshStream(), freshStream()];
        expectAppended(await log.append({ stream: one, expected: NO_STREAM, events }));
        expectAppended(await log.append({ stream: two, expected: NO_STREAM, events }));
        expect((await log.read(two)).map(asAppended)).toEqual(events);
      });
    });

    describe('appending to many streams', () => {
      it('law 5: answers one result for each, in order, and one that conflicts fails alone', async () => {
        const there = freshStream();
        const { tip } = await fill(log, there, 1);
        const streams = Array.from({ length: 40 }, () => freshStream());
        const appends = streams.map(
          (stream) => ({ stream, expected: NO_STREAM, events: someEvents(2) }) as const,
        );
        const results = await log.appendMany([
          ...appends.slice(0, 20),
          { stream: there, expected: NO_STREAM, events: someEvents(1) },
          ...appends.slice(20),
        ]);
        expect(results).toHaveLength(41);
        expect(results[20]).toEqual({ status: 'conflict', tip });
        const tips = results.filter((_, index) => index !== 20).map((result) => expectAppended(result).tip);
        const ends = await Promise.all(streams.map(async (stream) => (await log.read(stream))[1]));
        expect(tips).toEqual(ends.map((end) => ({ revision: 1n, hash: end?.hash })));
      });

      it('answers none for none', async () => {
        expect(await log.appendMany([])).toEqual([]);
      });
    });

    describe('appending in order', () => inOrderCases(() => log));
    readingCases(() => log);
    bytesCases(() => log);
    describe('closing', () => {
      it('finishes the appends under way and takes no more', async () => {
        const stream = freshStream();
        const underWay = log.append({ stream, expected: NO_STREAM, events: someEvents(1) });
        await log.close();
        await log.close();
        expect((await underWay).status).toBe('appended');
        await expect(
          log.append({ stream: freshStream(), expected: NO_STREAM, events: someEvents(1) }),
        ).rejects.toThrow(LogUnavailable);
        const [refused] = await log.appendMany([
          { stream: freshStream(), expected: NO_STREAM, events: someEvents(1) },
        ]);
        expect(refused).toBeInstanceOf(LogUnavailable);
        await expect(log.read(stream)).rejects.toThrow(LogUnavailable);
      });
    });

    subscribingCases(() => log);
    damageCases(
      () => log,
      (stream) => spoil(stream),
    );
    modelCases(() => log);
  });
};
