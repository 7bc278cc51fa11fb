import { anEvent, asAppended, expectAtHead, fill, freshCategory, freshStream } from './conformance-events.js';
import type { Json } from '../base/json-value.js';
import { type Position, START } from '../base/position.js';
import type { EventLog } from './port.js';
import { NO_STREAM, RecordDamaged } from './port.js';

/** The part of the suite about reading streams and the whole log. */
export const readingCases = (log: () => EventLog): void => {
  describe('reading', () => {
    givingBack(log);
    givingParts(log);
  });
  describe('reading the whole log', () => {
    paging(log);
    knowingPositions(log);
  });
};

const givingBack = (log: () => EventLog): void => {
  it('answers nothing where there is no stream', async () => {
    expect(await log().read(freshStream())).toEqual([]);
  });

  const values: readonly (readonly [string, Json])[] = [
    ['texts of every script', { text: 'Grüße, 数据集, נתונים, 👩‍🔬, \u0000\u001f\u2028"\\/' }],
    ['numbers', [0, -1, 1.5, 9007199254740991, 1e308, 5e-324, -0.1]],
    ['nested values', { a: [{ b: [[], {}, null, true, false, ''] }], '': { ' ': 'x' } }],
    ['a text', 'just this'],
    ['null', null],
    ['a long text', 'x'.repeat(200_000)],
  ];
  it.each(values)('gives %s back exactly, data and metadata', async (_, data) => {
    const stream = freshStream();
    const event = anEvent(data);
    const metadata = { ...event.metadata, commandName: 'naïve – 🐈' };
    await log().append({ stream, expected: NO_STREAM, events: [{ ...event, metadata }] });
    expect((await log().read(stream)).map(asAppended)).toStrictEqual([{ ...event, metadata }]);
  });

  it('leaves out what is undefined', async () => {
    const stream = freshStream();
    await log().append({ stream, expected: NO_STREAM, events: [anEvent({ there: 1, absent: undefined })] });
    expect((await log().read(stream))[0]?.data).toStrictEqual({ there: 1 });
  });
};

const givingParts = (log: () => EventLog): void => {
  it('begins after a tip, ends at a revision or a number of events', async () => {
    const stream = freshStream();
    await fill(log(), stream, 10);
    const all = await log().read(stream);
    const after = { revision: 3n, hash: all[3]!.hash };
    expect(await log().read(stream, { after })).toEqual(all.slice(4));
    expect(await log().read(stream, { after, limit: 2 })).toEqual(all.slice(4, 6));
    expect(await log().read(stream, { after, through: 7n })).toEqual(all.slice(4, 8));
    expect(await log().read(stream, { through: 2n })).toEqual(all.slice(0, 3));
    expect(await log().read(stream, { after: { revision: 9n, hash: all[9]!.hash } })).toEqual([]);
  });

  it('finds that a chain does not go on from the tip given', async () => {
    const stream = freshStream();
    await fill(log(), stream, 3);
    const after = { revision: 1n, hash: 'c'.repeat(64) };
    await expect(log().read(stream, { after })).rejects.toThrow(RecordDamaged);
  });

  it('gives a long stream whole', async () => {
    const stream = freshStream();
    const { tip } = await fill(log(), stream, 2_500);
    const events = await log().read(stream);
    expect(events.map(({ data }) => data)).toEqual(Array.from({ length: 2_500 }, (_, n) => ({ n: n % 500 })));
    expect(events.at(-1)).toMatchObject({ revision: tip.revision, hash: tip.hash });
  });
};

const paging = (log: () => EventLog): void => {
  it('orders positions as texts, in the order of the appends, and pages by categories', async () => {
    const [one, two, other] = [freshCategory(), freshCategory(), freshCategory()];
    const positions: (Position | undefined)[] = [];
    for (const category of [one, other, two, one, two]) {
      positions.push((await fill(log(), freshStream(category), 12)).position);
    }
    const wanted = positions.filter((_, index) => index !== 1);
    const all = await log().readAll({ after: START, categories: [one, two], limit: 100 });
    expect(all.events).toHaveLength(48);
    expect(all.events.filter((_, index) => index % 12 === 11).map(({ position }) => position)).toEqual(
      wanted,
    );
    expect(all.caughtUp).toBe(true);
    const order = all.events.map(({ position }) => position);
    expect([START, ...order].toSorted()).toEqual([START, ...order]);
    expect(new Set(order).size).toBe(48);

    const first = await log().readAll({ after: START, categories: [one, two], limit: 30 });
    expect(first).toEqual({ events: all.events.slice(0, 30), position: order[29], caughtUp: false });
    const rest = await log().readAll({ after: first.position, categories: [one, two], limit: 30 });
    expect(rest.events).toEqual(all.events.slice(30));
    expect(rest.caughtUp).toBe(true);
    expect(rest.position >= order[47]!).toBe(true);
  });

  it('has no events of a category that never was', async () => {
    const { position } = await fill(log(), freshStream(), 1);
    const batch = await log().readAll({ after: START, categories: [freshCategory()], limit: 10 });
    expect(batch.events).toEqual([]);
    await expectAtHead(log(), batch, position);
  });
};

const knowingPositions = (log: () => EventLog): void => {
  it('knows the position of its last event', async () => {
    const { position } = await fill(log(), freshStream(), 2);
    const head = await log().head();
    expect([position, head].toSorted()).toEqual([position, head]);
    const { position: later } = await fill(log(), freshStream(), 1);
    expect([head, later].toSorted()).toEqual([head, later]);
    expect(later).not.toBe(head);
  });

  it('knows the form of its positions', async () => {
    const { position } = await fill(log(), freshStream(), 1);
    expect(log().isPosition(position ?? '')).toBe(true);
    const beyond = '9'.repeat(position?.length ?? 0);
    expect(log().isPosition(beyond)).toBe(true);
    const longer = [`${position}0`, ` ${position}`, `${position}\n`];
    for (const other of [START, '1', 'zz', 'FFFF', ...longer])
      expect([other, log().isPosition(other)]).toEqual([other, false]);
  });
};
