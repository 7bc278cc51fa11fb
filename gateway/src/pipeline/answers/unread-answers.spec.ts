import { EventEmitter } from 'node:events';
import { BoundCounts } from '../bound-counts.js';
import { UnreadAnswers } from './unread-answers.js';

/** A response of which nothing is asked but whether it was ended. */
const response = () => {
  const ended = Object.assign(new EventEmitter(), {
    isDestroyed: false,
    destroy: () => {
      ended.isDestroyed = true;
      return ended.emit('close');
    },
  });
  return ended;
};

describe('S11: answers that nobody takes', () => {
  const [session, key, bob] = [
    { account: 'ada', bearer: 'session', organization: undefined },
    { account: 'ada', bearer: 'key', organization: undefined },
    { account: 'bob', bearer: 'other', organization: undefined },
  ];

  it('end, when all are too much: the oldest of the session or key that has most of the account that has most', () => {
    const counts = new BoundCounts();
    const unread = new UnreadAnswers(100, counts);
    const answers = [
      [bob, 40],
      [session, 10],
      [key, 20],
      [key, 20],
      [session, 20],
    ] as const;
    const ended = answers.map(([sharer, bytes]) => {
      const one = response();
      unread.add(one, sharer, bytes);
      return one;
    });
    expect(ended.map(({ isDestroyed }) => isDestroyed)).toEqual([false, false, true, false, false]);
    expect([unread.bytes, counts.counts.unread_bytes]).toEqual([90, 1]);
  });

  it('are let go when they were taken, and one alone is never too much', () => {
    const unread = new UnreadAnswers(100, new BoundCounts());
    const large = response();
    unread.add(large, session, 500);
    expect([large.isDestroyed, unread.bytes]).toEqual([false, 500]);
    large.emit('close');
    expect(unread.bytes).toBe(0);
  });
});
