import { Shares } from './shares.js';

describe('shares', () => {
  it('are taken and given back, by one and by all', () => {
    const shares = new Shares({ forAll: 10, forOne: 6 });
    expect(shares.take('ada', 6)).toBeUndefined();
    expect(shares.take('ada', 1)).toBe('one');
    expect(shares.take('bob', 5)).toBe('all');
    expect(shares.take('bob', 4)).toBeUndefined();
    expect(shares.held).toBe(10);
    shares.give('ada', 5);
    expect(shares.take('ada', 6)).toBe('one');
    expect(shares.take('ada', 5)).toBeUndefined();
    shares.give('ada', 6);
    shares.give('bob', 4);
    expect(shares.held).toBe(0);
    expect(shares.take('ada', 6)).toBeUndefined();
  });

  it('takes nothing when it is only asked', () => {
    const shares = new Shares({ forAll: 10, forOne: 6 });
    expect([shares.over('ada', 6), shares.over('ada', 7), shares.held]).toEqual([undefined, 'one', 0]);
  });
});
