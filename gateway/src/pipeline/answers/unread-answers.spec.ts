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
  it('end, the oldest of the caller who has most, when all of them are too much', () => {
    const counts = new BoundCounts();
    const unread = new UnreadAnswers(100, counts);
    const [bob, first, second, third] = [response(), response(), response(), response()];
    unread.add(bob, 'bob', 30);
    unread.add(first, 'ada', 30);
    unread.add(second, 'ada', 30);
    expect(unread.bytes).toBe(90);
    unread.add(third, 'ada', 30);
    expect([bob, first, second, third].map(({ isDestroyed }) => isDestroyed)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect([unread.bytes, counts.counts.unread_bytes]).toEqual([90, 1]);
  });

  it('are let go when they were taken, and one alone is never too much', () => {
    const unread = new UnreadAnswers(100, new BoundCounts());
    const large = response();
    unread.add(large, 'ada', 500);
    expect([large.isDestroyed, unread.bytes]).toEqual([false, 500]);
    large.emit('close');
    expect(unread.bytes).toBe(0);
  });
});
