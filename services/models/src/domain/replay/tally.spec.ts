import { type Outcome, Tally } from './tally.js';

const compared = (before: string, after: string, inference_id?: string): Outcome => ({
  kind: 'compared',
  agreed: before === after,
  labels: { before, after },
  ...(inference_id === undefined ? {} : { difference: { inference_id, sealed: 'x' } }),
});
const counted = (outcomes: readonly Outcome[], tally = new Tally()): Tally => {
  for (const outcome of outcomes) tally.add(outcome);
  return tally;
};

describe('the tally of a replay', () => {
  it('counts agreement by label, the most frequent first', () => {
    const tally = counted([
      ...[compared('ham', 'ham'), compared('spam', 'spam'), compared('spam', 'ham', 'a')],
      compared('spam', 'spam'),
    ]);
    expect(tally.counts()).toEqual({
      compared: 4,
      agreed: 3,
      failed: 0,
      agreement: 0.75,
      left_out: { private: 0, without_input: 0, failed_before: 0, unreadable: 0 },
      labels: [
        {
          label: 'spam',
          count: 3,
          agreed: 2,
          answers: [
            { label: 'spam', count: 2 },
            { label: 'ham', count: 1 },
          ],
        },
        { label: 'ham', count: 1, agreed: 1, answers: [{ label: 'ham', count: 1 }] },
      ],
      differences: [{ inference_id: 'a', sealed: 'x' }],
    });
  });

  it('counts what was not compared apart; of nothing there is no agreement', () => {
    const tally = counted([
      { kind: 'left_out', reason: 'private' },
      { kind: 'left_out', reason: 'unreadable' },
      { kind: 'failed' },
    ]);
    expect(tally.lookedAt).toBe(3);
    expect(tally.counts()).toMatchObject({
      ...{ compared: 0, failed: 1, labels: [] },
      left_out: { private: 1, without_input: 0, failed_before: 0, unreadable: 1 },
    });
    expect(tally.counts()).not.toHaveProperty('agreement');
  });

  it('counts on from where it was kept, as if it had never been', () => {
    const outcomes = Array.from({ length: 9 }, (_, index) => compared('a', index % 2 === 0 ? 'a' : 'b', 'x'));
    const kept = counted(outcomes.slice(0, 4)).kept();
    const again = new Tally(JSON.parse(JSON.stringify(kept)) as typeof kept);
    expect(counted(outcomes.slice(4), again).counts()).toEqual(counted(outcomes).counts());
    expect(kept.looked_at).toBe(4);
  });

  it('tells the first hundred differences, and counts all', () => {
    const tally = counted(Array.from({ length: 120 }, (_, index) => compared('a', 'b', String(index))));
    const { compared: all, differences } = tally.counts();
    expect([all, differences.length, differences.at(-1)?.inference_id]).toEqual([120, 100, '99']);
  });

  it('takes labels for what they are, whatever they are called', () => {
    const { labels } = counted([compared('__proto__', 'constructor'), compared('a","b', 'c')]).counts();
    expect(labels.map(({ label }) => label)).toEqual(['__proto__', 'a","b']);
  });
});
