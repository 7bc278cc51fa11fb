import { FairCapacity } from './fair-capacity.js';

describe('a fair capacity', () => {
  it('is taken and given back, by one and by all', () => {
    const capacity = new FairCapacity({ forAll: 10, forOne: 6 });
    expect(capacity.take('ada', 6)).toBeUndefined();
    expect(capacity.take('ada', 1)).toBe('one');
    expect(capacity.take('bob', 5)).toBe('all');
    expect(capacity.take('bob', 4)).toBeUndefined();
    expect(capacity.held).toBe(10);
    capacity.give('ada', 5);
    expect(capacity.take('ada', 6)).toBe('one');
    expect(capacity.take('ada', 5)).toBeUndefined();
    capacity.give('ada', 6);
    capacity.give('bob', 4);
    expect(capacity.held).toBe(0);
    expect(capacity.take('ada', 6)).toBeUndefined();
  });

  it('takes nothing when it is only asked', () => {
    const capacity = new FairCapacity({ forAll: 10, forOne: 6 });
    expect([capacity.over('ada', 6), capacity.over('ada', 7), capacity.held]).toEqual([undefined, 'one', 0]);
  });
});
